import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { countPairs, joinSets, makeSetCollection } from 'likewise/join'
import {
  applyOrder,
  joinByPosition,
  joinByPositionSuffix,
  joinByPrefix,
  orderByFrequency,
} from 'likewise/textbook'
import { describe, expect, it } from 'vitest'
import { findSharedData, titled } from '../outside.js'

const data = findSharedData()

describe.skipIf(data.path === undefined)(titled('real transactions with known pairs', data), () => {
  const unpack = (name: string) =>
    gunzipSync(readFileSync(`${data.path}sets/${name}.gz`))
      .toString('utf8')
      .trimEnd()
      .split('\n')
  const readPlain = (name: string) =>
    makeSetCollection(unpack(`${name}.sets`).map((line) => line.trim().split(/\s+/).map(Number)))
  const read = (name: string) => {
    const collection = readPlain(name)
    return applyOrder(collection, orderByFrequency(collection))
  }

  it.each([
    ['retail', 0.5, 5_081_632],
    ['retail', 0.8, 568_171],
    ['kosarak10k', 0.5, 1_427_148],
    ['kosarak10k', 0.8, 169_723],
    ['mushroom', 0.5, 5_066_035],
    ['mushroom', 0.8, 263_008],
  ])('%s at %f has %i pairs, by the fast join', (name, threshold, pairs) => {
    expect(countPairs(readPlain(name), { threshold })).toBe(pairs)
  })

  it('kosarak10k at 0.8 has exactly the published pairs', () => {
    const { a, b, similarity } = joinSets(readPlain('kosarak10k'), { threshold: 0.8 })
    const published = unpack('kosarak10k.pairs-j80.txt').map((line) => line.split(' ').map(Number))
    const found = Array.from(a, (first, i) => `${first} ${b[i]} ${similarity[i]}`)
    expect(new Set(found)).toEqual(
      new Set(
        published.map(
          ([x, y, overlap, union]) => `${Math.min(x!, y!)} ${Math.max(x!, y!)} ${overlap! / union!}`,
        ),
      ),
    )
  })

  it('kosarak10k has 169,723 pairs at 0.8, by every index', () => {
    const collection = read('kosarak10k')
    expect(joinByPrefix(collection, { threshold: 0.8 }).count).toBe(169_723)
    expect(joinByPosition(collection, { threshold: 0.8 }).count).toBe(169_723)
    expect(joinByPositionSuffix(collection, { threshold: 0.8 }).count).toBe(169_723)
  })

  it('mushroom has 263,008 pairs at 0.8', () => {
    expect(joinByPosition(read('mushroom'), { threshold: 0.8 }).count).toBe(263_008)
  })
})
