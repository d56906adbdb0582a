import { describe, expect, it } from 'vitest'
import {
  bestWindows,
  type Hits,
  type ItemWindow,
} from '../../../../../src/engine/stages/items/best-windows.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

/** The definition: the best window of all, then the best of those on either side that do not overlap it. */
function definition(
  { positions, names }: Hits,
  tokens: number,
  k: number,
  required: number,
  inside: readonly number[] = positions.map((_, i) => i),
): ItemWindow[] {
  const windows = inside
    .flatMap((first, i) => inside.slice(i).map((last) => ({ first, last })))
    .filter(({ first, last }) => positions[last]! - positions[first]! + k <= tokens)
    .map(({ first, last }) => ({
      runs: new Set(names.slice(first, last + 1)).size,
      from: positions[first]!,
      to: positions[last]! + k,
    }))
    .filter(({ runs }) => runs >= required)
    .sort((x, y) => y.runs - x.runs || x.to - x.from - (y.to - y.from) || x.from - y.from)
  const [best] = windows
  if (best === undefined) return []
  const find = (isOutside: (position: number) => boolean) =>
    definition(
      { positions, names },
      tokens,
      k,
      required,
      inside.filter((i) => isOutside(positions[i]!)),
    )
  return [...find((start) => start + k <= best.from), best, ...find((start) => start >= best.to)]
}

describe('the best windows', () => {
  it('are those of the definition', () => {
    const hits = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 4 }), name: fc.nat(4) }), {
      maxLength: 30,
    })
    const numbers = {
      k: fc.integer({ min: 1, max: 4 }),
      more: fc.nat(12),
      required: fc.integer({ min: 1, max: 4 }),
    }
    fc.assert(
      fc.property(hits, fc.record(numbers), (list, { k, more, required }) => {
        let position = 0
        const positions = list.map(({ gap }) => (position += gap))
        const given = { positions, names: list.map(({ name }) => name) }
        const found = bestWindows(given, k + more, k, required)
        expect(found).toEqual(definition(given, k + more, k, required))
      }),
      { numRuns: cases(4000) },
    )
  })

  it.each([
    ['each as good as the others', (i: number) => i % 5, 5],
    ['each better than the one after it', (i: number) => 1_000_000 - i, 20],
    ['each of one run that is repeated', () => 1, 1],
  ])('are found where there are very many, %s', (_, nameAt, required) => {
    const length = 200_000
    const positions = Array.from({ length }, (_, i) => i + Math.floor((i * i) / (2 * length)))
    const names = positions.map((_, i) => nameAt(i))
    const start = process.cpuUsage()
    const found = bestWindows({ positions, names }, 40, 5, required)
    const { user, system } = process.cpuUsage(start)
    expect(found.length).toBeGreaterThan(1000)
    // With a quadratic method, minutes, if the stack was large enough.
    expect((user + system) / 1e6).toBeLessThan(10)
  })
})
