import { describe, expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { nodeInputs } from '../../../../../src/engine/node/node-input-bytes.js'
import { CandidateBuilder } from '../../../../../src/engine/stages/candidates/candidates.js'
import { tagOfTile } from '../../../../../src/engine/stages/candidates/tiles-task.js'
import type { VerifyTask } from '../../../../../src/engine/stages/tasks.js'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'
import { candidatesOf } from '../../../../../src/engine/stages/verify/tile-candidates.js'
import { TileSets } from '../../../../../src/engine/stages/verify/verify-tile.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

const NUMBER = 3
const thread = new Thread({ inputs: nodeInputs, store: nodeBlocks })

/** Sets of one element for each document, in two groups, spread over two blocks. */
function setsOf(documents: readonly number[]) {
  return [0, 1].map((block) =>
    nodeBlocks.put(
      { name: `sets-${block}` },
      [1, 2].map((tag) => {
        const own = documents.filter((_, i) => i % 2 === block && 1 + (i % 3 === 0 ? 1 : 0) === tag)
        return { tag, bytes: Uint32Array.of(own.length, ...own, ...own.map(() => 1), ...own) }
      }),
    ),
  )
}

describe('the candidates of a tile that is not whole', () => {
  it('are delivered once each and in order, in pieces that fit into memory', () => {
    const documents = fc.uniqueArray(fc.nat(5000), { minLength: 2, maxLength: 50 })
    const input = documents.chain((list) => {
      const document = fc.constantFrom(...list)
      const pairs = fc.array(fc.tuple(document, document), { maxLength: 600 })
      return fc.tuple(fc.constant(list), pairs, fc.integer({ min: 1, max: 12 }))
    })
    fc.assert(
      fc.property(input, ([list, pairs, maxHeld]) => {
        const sets = new TileSets(thread, setsOf(list), { one: 1, other: 2 })
        const sorted = [...list].sort((x, y) => x - y)
        expect([...sets.documents]).toEqual(sorted)
        expect(sorted.map((_, number) => [...sets.of(number)])).toEqual(sorted.map((element) => [element]))
        const builder = new CandidateBuilder()
        for (const [a, b] of pairs) if (a !== b) builder.add(a, b)
        const candidates = [nodeBlocks.put({ name: 'tiles' }, builder.segments(tagOfTile(NUMBER)))]
        const task = { candidates, number: NUMBER, isWhole: false, maxHeld } as unknown as VerifyTask
        const found: string[] = []
        for (const piece of candidatesOf(task, sets, thread)) {
          expect(piece.length).toBeLessThanOrEqual(2 * maxHeld)
          for (let i = 0; i < piece.length; i += 2) found.push(`${piece[i]} ${piece[i + 1]}`)
        }
        const expected = new Set<string>()
        sorted.forEach((a, i) => {
          sorted.forEach((b, j) => {
            const isPair = pairs.some(([x, y]) => Math.min(x, y) === a && Math.max(x, y) === b)
            if (i < j && isPair) expected.add(`${i} ${j}`)
          })
        })
        expect(found).toEqual([...expected])
      }),
      { numRuns: cases(300) },
    )
  })
})
