import { expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { MEMBER, WasmMembers } from '../../../src/kernel/wasm-members.js'

const ELEMENT = 7
const SHARE = 0.8 / 1.8
const MAX_TELLING = 100

interface Member {
  readonly previous: number
  readonly size: number
  readonly rest: number
  readonly isMarked: number
  readonly bits: readonly number[]
}

/** Some members have few different bits, and some share the element before. */
function randomMember(random: Random): Member {
  const size = 80 + (random.bits() % 60)
  return {
    previous: [ELEMENT, 3, 4, 5][random.bits() % 4]!,
    size,
    rest: size - (random.bits() % 40),
    isMarked: random.bits() % 3 === 0 ? 1 : 0,
    bits: Array.from({ length: 8 }, () => random.bits() & random.bits() & random.bits() & random.bits()),
  }
}

function load(members: readonly Member[]): WasmMembers {
  const kernel = new WasmMembers()
  kernel.reserve(members.length)
  members.forEach(({ previous, size, rest, isMarked, bits }, i) => {
    kernel.words.set([previous, size, rest, isMarked, ...bits], MEMBER.words * i)
  })
  return kernel
}

/** The rules in plain TypeScript. */
function mayBeSimilar(one: Member, other: Member, skipsMarked: boolean, maxTelling: number): boolean {
  if (one.previous === other.previous && one.previous !== ELEMENT) return false
  if (skipsMarked && other.isMarked === 1) return false
  const total = one.size + other.size
  if (Math.min(one.rest, other.rest) < SHARE * total) return false
  const maxDifferent = total - 2 * SHARE * total
  return maxDifferent > maxTelling || differences(one, other) <= maxDifferent
}

function differences(one: Member, other: Member): number {
  const differing = one.bits.map((word, i) => ((word ^ other.bits[i]!) >>> 0).toString(2))
  return differing.join('').replaceAll('0', '').length
}

it.each([
  { skipsMarked: false, maxTelling: MAX_TELLING },
  { skipsMarked: true, maxTelling: MAX_TELLING },
  { skipsMarked: true, maxTelling: -1 },
  { skipsMarked: false, maxTelling: 21 },
])('finds the documents that may be similar: %o', ({ skipsMarked, maxTelling }) => {
  const random = new Random(5)
  const members = Array.from({ length: 400 }, () => randomMember(random))
  const kernel = load(members)
  let total = 0
  members.forEach((one, i) => {
    const expected = members.flatMap((other, j) =>
      j > i && mayBeSimilar(one, other, skipsMarked, maxTelling) ? [j] : [],
    )
    const count = kernel.meet(ELEMENT, i, i + 1, members.length, skipsMarked, SHARE, maxTelling)
    expect([...kernel.found.subarray(0, count)]).toEqual(expected)
    total += count
  })
  expect(total).toBeGreaterThan(100)
  expect(total).toBeLessThan(members.length ** 2 / 4)
})

it('makes room for more documents', () => {
  const kernel = new WasmMembers()
  for (const count of [1, 64, 65, 100_000]) {
    kernel.reserve(count)
    expect(kernel.words.length).toBeGreaterThanOrEqual(MEMBER.words * count)
    expect(kernel.found.length).toBeGreaterThanOrEqual(count)
    kernel.words.fill(ELEMENT)
    expect(kernel.meet(ELEMENT, 0, 1, count, false, 0, -1)).toBe(count - 1)
  }
})
