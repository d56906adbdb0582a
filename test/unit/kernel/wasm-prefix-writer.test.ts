import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/hash/random.js'
import { PrefixOrder } from '../../../src/join/prefix-order.js'
import { type PrefixWriting, WasmPrefixWriter } from '../../../src/kernel/wasm-prefix-writer.js'
import { collectSortedSets, setAt, sortedSet } from '../../../src/model/set-collection.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const INDEX_BITS = 10
const BIT_WORDS = 8

/** The words of each portion, and the bits of each record, in plain TypeScript. */
function writePlainly(sets: readonly Uint32Array[], { frequent, lengthOf, portions }: PrefixWriting) {
  const order = new PrefixOrder(frequent)
  const words = Array.from({ length: portions }, () => [] as number[])
  const bits = new Uint32Array(BIT_WORDS * sets.length)
  sets.forEach((set, record) => {
    for (const element of set) bits[BIT_WORDS * record + (element >>> 29)]! ^= 1 << ((element >>> 24) & 31)
    const prefix = new Uint32Array(set.length === 0 ? 0 : lengthOf(set.length))
    order.writePrefix(set, prefix.length, prefix)
    prefix.forEach((element, index) => {
      const place = ((record << INDEX_BITS) | Math.min(index, 2 ** INDEX_BITS - 1)) >>> 0
      const before = [prefix[Math.max(0, index - 1)]!, prefix[Math.max(0, index - 2)]!]
      words[element % portions]!.push(element, place, ...before)
    })
  })
  return { words, bits: [...bits] }
}

function write(writer: WasmPrefixWriter, portions: number) {
  const runs = writer.runs()
  const words = Array.from({ length: portions }, (_, portion) => runs.flatMap((run) => [...run[portion]!]))
  return { words, bits: [...writer.bits()] }
}

describe('the kernel that writes prefixes', () => {
  const elements = fc.oneof(fc.nat({ max: 60 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  const sets = fc.array(fc.array(elements, { maxLength: 50 }).map(sortedSet), { maxLength: 12 })

  it('writes the same as plain TypeScript, unit after unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(sets, { maxLength: 3 }), { maxLength: 3 }),
        fc.uniqueArray(fc.nat({ max: 60 })),
        fc.constantFrom(0.2, 0.5, 1),
        (units, frequent, share) => {
          const writing = {
            frequent: Uint32Array.from(frequent),
            lengthOf: (size: number) => Math.ceil(share * size),
            ...{ portions: 8, hasBits: true },
          }
          const writer = new WasmPrefixWriter(writing)
          for (const batches of units) {
            writer.reset()
            for (const batch of batches) writer.add(collectSortedSets(batch))
            expect(write(writer, 8)).toEqual(writePlainly(batches.flat(), writing))
          }
        },
      ),
      { numRuns: cases(200) },
    )
  })

  it('makes room for large sets and for many', () => {
    const random = new Random(3)
    const some = () => Array.from({ length: 3000 }, () => random.below(60))
    const sizes = [3, 100_000, ...some(), 200_000, 5, ...some(), 150_000, 9]
    const all = sizes.map((size) => sortedSet(Array.from({ length: size }, () => random.bits())))
    const collection = collectSortedSets(all)
    const frequent = setAt(collection, 1).filter((_, i) => i % 3 === 0)
    const lengthOf = (size: number) => Math.ceil(0.9 * size)
    const writing = { frequent, lengthOf, portions: 64, hasBits: true, maxUnsorted: 2 ** 17 }
    const writer = new WasmPrefixWriter(writing)
    writer.add(collection)
    expect(writer.runs().length).toBeGreaterThan(2)
    const [found, expected] = [write(writer, 64), writePlainly(all, writing)]
    // Comparing so many numbers in arrays takes long.
    const bytes = (words: readonly number[]) => Buffer.from(Uint32Array.from(words).buffer)
    const differ = found.words.filter((words, i) => !bytes(words).equals(bytes(expected.words[i]!)))
    expect(differ).toEqual([])
    expect(found.bits).toEqual(expected.bits)
  })

  it('writes bits only if they are requested', () => {
    const writer = new WasmPrefixWriter({
      frequent: new Uint32Array(0),
      lengthOf: (size) => size,
      ...{ portions: 1, hasBits: false },
    })
    writer.add(collectSortedSets([Uint32Array.of(7, 9)]))
    expect(write(writer, 1)).toEqual({ words: [[7, 0, 7, 7, 9, 1, 7, 7]], bits: [] })
  })
})
