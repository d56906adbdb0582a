import { jaccardSimilarity } from 'likewise/distance'
import { makeSetCollection } from 'likewise/join'
import {
  EMPTY_SLOT,
  FastSimilaritySketcher,
  MinhashSketcher,
  mergeMinhash,
  type Sketcher,
  signatureAt,
  signatureSimilarity,
  sketchCollection,
} from 'likewise/sketch'
import {
  firstInOrder,
  PermutationSketcher,
  scanRows,
  signatureByOrders,
  signaturesByRowScan,
} from 'likewise/textbook'
import { describe, expect, it } from 'vitest'

describe('minhash by explicit orders', () => {
  it('ex-3.7: in the order b, e, a, d, c the four sets hash to a, c, b, a', () => {
    const sets = [['a', 'd'], ['c'], ['b', 'd', 'e'], ['a', 'c', 'd']].map((rows) => new Set(rows))
    const order = ['b', 'e', 'a', 'd', 'c']
    expect(sets.map((set) => firstInOrder(order, set))).toEqual(['a', 'c', 'b', 'a'])
  })

  it('note-7-signature: in the second order, S2 hashes to Y4, although the note prints Y3', () => {
    const [s1, s2] = [new Set(['Y1', 'Y3', 'Y5']), new Set(['Y1', 'Y4', 'Y5', 'Y6'])]
    // The note leaves the ends of the last two orders open; they don't matter, both sets are met before.
    const orders = [
      ['Y2', 'Y1', 'Y7', 'Y4', 'Y6', 'Y3', 'Y5'],
      ['Y2', 'Y3', 'Y7', 'Y4', 'Y5', 'Y6', 'Y1'],
      ['Y7', 'Y5', 'Y3'],
      ['Y6', 'Y1'],
    ]
    expect(signatureByOrders(orders, s1)).toEqual(['Y1', 'Y3', 'Y5', 'Y1'])
    expect(signatureByOrders(orders, s2)).toEqual(['Y1', 'Y4', 'Y5', 'Y6'])
    // The note prints Y3 for S2 under σ2, but a set can only hash to an element that it has.
    expect(signatureByOrders(orders, s2)).not.toEqual(['Y1', 'Y3', 'Y5', 'Y6'])
    expect(s2.has('Y3')).toBe(false)
  })

  it('cyclic: over only the cyclic orders of 3 rows, {0, 1} and {0} agree in 2/3, but have similarity 1/2', () => {
    const [left, right] = [new Set([0, 1]), new Set([0])]
    const cyclic = [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]
    const mirrored = cyclic.map((order) => order.toReversed())
    const agreement = (orders: readonly (readonly number[])[]) => {
      const [a, b] = [signatureByOrders(orders, left), signatureByOrders(orders, right)]
      return a.filter((row, slot) => row === b[slot]).length / orders.length
    }
    expect(jaccardSimilarity(left, right)).toBe(1 / 2)
    // Row 2 is in neither set, so the start there moves on to row 0, and row 0 counts twice.
    expect(agreement(cyclic)).toBe(2 / 3)
    // The other three orders make up for it: over all six the average is right.
    expect(agreement(mirrored)).toBe(1 / 3)
    expect(agreement([...cyclic, ...mirrored])).toBe(1 / 2)
  })
})

describe('minhash by a scan of the rows', () => {
  it('slide-signature: three permutations of 7 rows give the slide’s signatures', () => {
    const matrix = ['1010', '1001', '0101', '0101', '0101', '1010', '1010']
    const permutations = [
      [3, 4, 7, 6, 1, 2, 5],
      [4, 2, 1, 3, 6, 7, 5],
      [1, 3, 7, 6, 2, 5, 4],
    ]
    const sets = [0, 1, 2, 3].map(
      (column) => new Set(matrix.flatMap((bits, row) => (bits[column] === '1' ? [row] : []))),
    )
    const hashes = permutations.map((numbers) => (row: number) => numbers[row]!)
    const signatures = signaturesByRowScan({ rows: 7, sets, hashes })
    expect(signatures).toEqual([
      [2, 1, 2, 1],
      [2, 1, 4, 1],
      [1, 2, 1, 2],
    ])

    const column = (number: number) => signatures.map((line) => line[number - 1]!)
    const similarities = (one: number, other: number) => [
      jaccardSimilarity(sets[one - 1]!, sets[other - 1]!),
      signatureSimilarity(column(one), column(other)),
    ]
    expect(similarities(1, 3)).toEqual([3 / 4, 2 / 3])
    expect(similarities(2, 4)).toEqual([3 / 4, 1])
    expect(similarities(1, 2)).toEqual([0, 0])
    expect(similarities(3, 4)).toEqual([0, 0])
  })

  const example38 = {
    rows: 5,
    sets: [new Set([0, 3]), new Set([2]), new Set([1, 3, 4]), new Set([0, 2, 3])],
    hashes: [(x: number) => (x + 1) % 5, (x: number) => (3 * x + 1) % 5],
  }

  it('ex-3.8: the two hash functions give the signatures 1 3 0 1 and 0 2 0 0', () => {
    expect(signaturesByRowScan(example38)).toEqual([
      [1, 3, 0, 1],
      [0, 2, 0, 0],
    ])
  })

  it('ex-3.8: each row lowers the signatures of the columns that have it, and no others', () => {
    const { POSITIVE_INFINITY: none } = Number
    const step = (row: number, hashed: number[], h1: number[], h2: number[]) => {
      return { row, hashed, signatures: [h1, h2] }
    }
    expect([...scanRows(example38)]).toEqual([
      step(0, [1, 1], [1, none, none, 1], [1, none, none, 1]),
      step(1, [2, 4], [1, none, 2, 1], [1, none, 4, 1]),
      step(2, [3, 2], [1, 3, 2, 1], [1, 2, 4, 1]),
      step(3, [4, 0], [1, 3, 2, 1], [0, 2, 0, 0]),
      step(4, [0, 3], [1, 3, 0, 1], [0, 2, 0, 0]),
    ])
  })
})

describe('the estimate for sets with nothing in common', () => {
  const sets = makeSetCollection([[0], [1, 2, 3, 4, 5], range(6, 50), range(50, 200)])
  const seeds = range(0, 300)
  const estimates = (sketcher: Sketcher<Uint32Array>) => {
    const signatures = sketchCollection(sets, sketcher)
    const numbers = range(0, sets.count)
    return numbers.flatMap((i) =>
      range(i + 1, sets.count).map((j) =>
        signatureSimilarity(signatureAt(signatures, i), signatureAt(signatures, j)),
      ),
    )
  }
  const allZero = [0, 0, 0, 0, 0, 0]

  it('zero: minhash estimates exactly 0, whatever the seed', () => {
    for (const seed of seeds) expect(estimates(new MinhashSketcher({ slots: 100, seed }))).toEqual(allZero)
  })

  it('zero: minhash by whole permutations estimates exactly 0, whatever the seed', () => {
    for (const seed of seeds) {
      expect(estimates(new PermutationSketcher({ rows: 200, slots: 100, seed }))).toEqual(allZero)
    }
  })

  it('zero: the fast similarity sketch estimates exactly 0, whatever the seed', () => {
    for (const seed of seeds) {
      expect(estimates(new FastSimilaritySketcher({ slots: 100, seed }))).toEqual(allZero)
    }
  })

  it('zero: the fast similarity sketch also estimates exactly 0 for few elements in many slots', () => {
    // Then the slots of the two sets are filled in different rounds, each with a hash of its own.
    const [few, many] = [makeSetCollection([range(1, 4), range(4, 7)]), { slots: 1024, seed: 1339 }]
    const signatures = sketchCollection(few, new FastSimilaritySketcher(many))
    expect(signatureSimilarity(signatureAt(signatures, 0), signatureAt(signatures, 1))).toBe(0)
  })
})

describe('minhash of a matrix in chunks', () => {
  it('map-reduce: signatures of chunks of rows, merged by the minimum, are those of the whole matrix', () => {
    // Chunks of 10 rows. Column 1 is empty in the first, column 2 in all but the last, column 3 everywhere.
    const columns = [
      range(0, 40).filter((row) => row % 3 === 0),
      range(10, 40).filter((row) => row % 2 === 1),
      [33, 35],
      [],
    ]
    const sketcher = new MinhashSketcher({ slots: 64, seed: 7 })
    const chunks = [0, 10, 20, 30].map((start) =>
      columns.map((rows) => rows.filter((row) => row >= start && row < start + 10)),
    )
    expect(chunks.map((chunk) => chunk.map((rows) => rows.length > 0))).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [true, true, false, false],
      [true, true, true, false],
    ])

    const whole = sketchCollection(makeSetCollection(columns), sketcher)
    const parts = chunks.map((chunk) => sketchCollection(makeSetCollection(chunk), sketcher))
    expect(parts.reduce(mergeMinhash)).toEqual(whole)
    expect(parts.toReversed().reduce(mergeMinhash)).toEqual(whole)

    expect(signatureAt(parts[0]!, 1)).toEqual(new Uint32Array(64).fill(EMPTY_SLOT))
    expect(signatureAt(whole, 1)).not.toContain(EMPTY_SLOT)
    expect(signatureAt(whole, 3)).toEqual(new Uint32Array(64).fill(EMPTY_SLOT))
  })
})

/** The whole numbers from `start` up to, but not including, `end`. */
function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
}
