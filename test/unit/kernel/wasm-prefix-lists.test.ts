import { describe, expect, it } from 'vitest'
import { BIT_WORDS, MAX_TELLING } from '../../../src/engine/stages/prefixes/difference-bits.js'
import { hostLists, positionsIn, ROUNDING } from '../../../src/engine/stages/prefixes/host-lists.js'
import { Random } from '../../../src/hash/random.js'
import {
  MEMBER_WORDS,
  type PrefixList,
  type PrefixListing,
  WasmPrefixLists,
} from '../../../src/kernel/wasm-prefix-lists.js'
import { minOverlapShare } from '../../../src/model/similarity.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const INDEX_BITS = 10
const NONE = new Uint32Array(0)
const similarity = 'jaccard' as const

interface Unit {
  readonly first: number
  readonly records: number
  readonly elements: Uint32Array
}

interface Case {
  readonly threshold: number
  readonly units: readonly Unit[]
  readonly listing: PrefixListing
  readonly bits: Uint32Array
}

interface Shape {
  readonly seed: number
  readonly threshold: number
  readonly records: number
  /** The number of distinct elements: few of them make long lists. */
  readonly distinctElements: number
  readonly hasBits: boolean
  readonly hasMarks: boolean
  readonly boundary: number | undefined
  readonly shares: number
}

/** Units of documents with random elements, which need not be prefixes. */
function randomCase(shape: Shape): Case {
  const { seed, threshold, records, distinctElements, hasBits, hasMarks, boundary, shares } = shape
  const random = new Random(seed)
  const sizes = Uint32Array.from({ length: records }, () => 80 + random.below(60))
  const elementAt = (number: number) => Math.imul(number + 1, 0x85ebca6b) >>> 0
  const units: Unit[] = []
  for (let first = 0; first < records; ) {
    const count = Math.min(records - first, 1 + random.below(records))
    const words: number[] = []
    for (let record = 0; record < count; record++) {
      const own = new Set(Array.from({ length: random.below(6) }, () => random.below(distinctElements)))
      for (const number of own) {
        const index = random.below(40)
        const isFirst = random.below(3) === 0
        const before = () => elementAt(isFirst ? number : random.below(distinctElements))
        words.push(elementAt(number), ((record << INDEX_BITS) | index) >>> 0, before(), before())
      }
    }
    units.push({ first, records: count, elements: Uint32Array.from(words) })
    first += count
  }
  const someBits = () => random.bits() & random.bits() & random.bits() & random.bits()
  return {
    threshold,
    units,
    bits: hasBits ? Uint32Array.from({ length: BIT_WORDS * records }, someBits) : NONE,
    listing: {
      ...{ share: shares - 1, shares, sizes, boundary },
      distinct: Uint32Array.from({ length: Math.ceil(records / 32) }, () => random.bits() | random.bits()),
      isMarked: hasMarks ? Uint32Array.from({ length: records }, () => random.below(2)) : NONE,
      minShare: minOverlapShare(similarity, threshold * ROUNDING),
      maxPairs: 2 ** 19,
      maxTelling: MAX_TELLING,
      maxHeld: 2 ** 14,
    },
  }
}

/** The pairs that are listed, how often any is stored, and the lists that were left to the host. */
function listAll(
  { units, listing, bits }: Case,
  listHere: (list: PrefixList, add: (one: number, other: number) => void) => void = () => {},
) {
  const lists = new WasmPrefixLists(bits, listing.sizes.length)
  const found: string[] = []
  const left: PrefixList[] = []
  const store = (pairs: Uint32Array) => {
    for (let i = 0; i < pairs.length; i += 2) found.push(`${pairs[i]} ${pairs[i + 1]}`)
  }
  lists.begin(listing)
  for (const { elements, first, records } of units) lists.add(elements, first, records)
  const rest = lists.list(store, (list) => {
    left.push(list)
    listHere(list, (one, other) => lists.addPair(one, other, store))
  })
  store(rest)
  return { pairs: [...new Set(found)].sort(), stored: found.length, left }
}

/** The same by the rules in TypeScript. */
function listByHost(one: Case) {
  const { threshold } = one
  const { isMarked, sizes, boundary } = one.listing
  const all = { ...one, listing: { ...one.listing, minShare: undefined } }
  return listAll(all, (list, add) => {
    const task = { similarity, threshold, sizes, boundary, bits: one.bits, oversizedOf: isMarked }
    hostLists(task, add)(list, positionsIn(list))
  })
}

describe('the lists of prefixes', () => {
  const shapes = fc.record({
    seed: fc.nat(),
    threshold: fc.constantFrom(0.8, 0.8, 0.3, 1e-6, 1e-12),
    records: fc.constantFrom(2, 5, 40, 300),
    distinctElements: fc.constantFrom(6, 20, 1000),
    hasBits: fc.boolean(),
    hasMarks: fc.boolean(),
    boundary: fc.constantFrom(undefined, 0, 1, 30, 150),
    shares: fc.constantFrom(1, 3),
  })

  it('have the same pairs in the kernel as by the rules in TypeScript', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const one = randomCase(shape)
        const inKernel = listAll(one)
        expect(inKernel.pairs).toEqual(listByHost(one).pairs)
        expect(inKernel.left).toEqual([])
      }),
      { numRuns: cases(200) },
    )
  })

  const LONG = {
    ...{ seed: 1, threshold: 0.8, records: 900, distinctElements: 6, hasBits: false, hasMarks: false },
    ...{ boundary: undefined, shares: 1 },
  }

  it('have most pairs once, even if more are found than are held', () => {
    const one = randomCase({ ...LONG, records: 2200 })
    const { pairs, stored } = listAll(one)
    expect(pairs.length).toBeGreaterThan(2 ** 15)
    expect(stored).toBeLessThan(1.5 * pairs.length)
    expect(pairs).toEqual(listByHost(one).pairs)
  })

  it('contain each wanted element that is repeated, with its documents in order', () => {
    const one = randomCase({ ...LONG, distinctElements: 3000 })
    const { left } = listAll({ ...one, listing: { ...one.listing, minShare: undefined } })
    const { distinct } = one.listing
    const expected = new Map<number, number[]>()
    for (const { elements, first } of one.units) {
      for (let i = 0; i < elements.length; i += 4) {
        const position = first + (elements[i + 1]! >>> INDEX_BITS)
        if (((distinct[position >>> 5]! >>> (position & 31)) & 1) === 0) continue
        expected.set(elements[i]!, [...(expected.get(elements[i]!) ?? []), position])
      }
    }
    const found = new Map(left.map((list) => [list[0]!, [...positionsIn(list)]]))
    expect(found).toEqual(new Map([...expected].filter(([, positions]) => positions.length > 1)))
    for (const list of left) for (let i = 0; i < list.length; i += MEMBER_WORDS) expect(list[i]).toBe(list[0])
  })

  it('end at once if only one side is in them, however long they are', () => {
    const count = 2 ** 20
    const list = new Uint32Array(MEMBER_WORDS * count)
    for (let i = 0; i < count; i++) list[MEMBER_WORDS * i + 3] = i
    const positions = positionsIn(list)
    const task = { similarity: 'containment', threshold: 0.9, bits: NONE, oversizedOf: NONE } as const
    const visited: number[] = []
    const visit = (one: number, other: number) => void visited.push(one, other)
    for (const boundary of [0, count])
      hostLists({ ...task, sizes: new Uint32Array(count).fill(100), boundary }, visit)(list, positions)
    expect(visited).toEqual([])
  })

  it('are left to the host if they have too many pairs or a long document', () => {
    const one = randomCase(LONG)
    const { left } = listAll({ ...one, listing: { ...one.listing, maxPairs: 1000 } })
    expect(left).toHaveLength(6)
    const sizes = one.listing.sizes.map((size, i) => (i === 5 ? 2 ** 14 : size))
    const withLong = listAll({ ...one, listing: { ...one.listing, sizes } }).left
    expect(withLong.length).toBeLessThan(6)
    expect(withLong.every((list) => positionsIn(list).includes(5))).toBe(true)
  })
})
