import { expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { countRepeated } from '../../../src/join/prefix-order.js'
import { countRepeatedInKernel } from '../../../src/kernel/wasm-repeated.js'

/** Counts by element. */
function byElement(counts: Uint32Array): Map<number, number> {
  return new Map(
    Array.from({ length: counts.length / 2 }, (_, i) => [counts[2 * i]!, counts[2 * i + 1]!] as const).sort(
      ([x], [y]) => x - y,
    ),
  )
}

/** The same, counted with a map. */
function counted(elements: Uint32Array, minTimes: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const element of elements) counts.set(element, (counts.get(element) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count >= minTimes).sort(([x], [y]) => x - y))
}

const random = new Random(7)
const drawn = (count: number, from: number) => Uint32Array.from({ length: count }, () => random.below(from))

it.each<[title: string, elements: Uint32Array]>([
  ['nothing', new Uint32Array(0)],
  ['one element', Uint32Array.of(5)],
  ['an element as often as is counted', Uint32Array.of(9, 9, 9)],
  ['zero and the largest element', Uint32Array.of(0, 2 ** 32 - 1, 0, 2 ** 32 - 1, 0, 2 ** 32 - 1, 0)],
  ['one element many times', new Uint32Array(100_000).fill(77)],
  ['few different elements', drawn(50_000, 40)],
  ['elements of which some repeat', drawn(50_000, 30_000)],
  ['elements that hardly repeat', drawn(200_000, 2 ** 32)],
  ['more than are counted in the kernel', drawn(700_000, 10_000)],
  ['more than fit into the kernel', drawn(1_100_000, 100_000)],
  ['multiples of a power of two', drawn(50_000, 2 ** 16).map((element) => element << 16)],
])('counts %s', (_, elements) => {
  for (const minTimes of [2, 3]) {
    const expected = counted(elements, minTimes)
    for (const counts of [countRepeatedInKernel(elements, minTimes), countRepeated(elements, minTimes)]) {
      expect(byElement(counts)).toEqual(expected)
      expect(counts).toHaveLength(2 * expected.size)
    }
  }
})
