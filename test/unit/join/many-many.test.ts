import { expect, it } from 'vitest'
import { joinEveryPair } from '../../../src/join/every-pair.js'
import { visitCandidatesThroughIndex } from '../../../src/join/many-many.js'
import { PairBuilder, sortPairs } from '../../../src/model/pair.js'
import { makeSetCollection } from '../../../src/model/set-collection.js'
import { verifyCandidates } from '../../../src/verify/verify.js'
import { METHODS } from '../../conformance/join-methods.js'

it('candidates through an index, once verified, are the pairs of the join', () => {
  const collection = makeSetCollection(
    Array.from({ length: 60 }, (_, i) => Array.from({ length: (i * 7) % 23 }, (_, k) => (i % 5) + k)),
  )
  for (const { makeIndex } of METHODS) {
    for (const threshold of [0.5, 0.8, 1]) {
      const candidates = new PairBuilder()
      visitCandidatesThroughIndex(collection, makeIndex({ threshold }), (a, b) => candidates.add(a, b))
      const visited = candidates.candidates()
      const distinct = new Set([...visited.a].map((a, i) => `${a} ${visited.b[i]}`))
      expect(distinct.size).toBe(visited.count)
      expect(visited.a.every((a, i) => a < visited.b[i]!)).toBe(true)
      const pairs = verifyCandidates(collection, visited, { threshold })
      expect(sortPairs(pairs)).toEqual(joinEveryPair(collection, { threshold }))
    }
  }
})
