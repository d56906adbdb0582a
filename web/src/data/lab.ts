import { type RowScanStep, scanRows } from '../../../src/sketch/row-scan.js'
import { shingleStrings } from '../../../src/text/shingles.js'

/** A small collection for the lab: columns of a characteristic matrix. */
export interface LabSets {
  readonly names: readonly string[]
  /** What the rows stand for. */
  readonly elements: readonly string[]
  /** For each column the rows in which it has a 1. */
  readonly sets: readonly ReadonlySet<number>[]
}

/** A hash function h(x) = factor · x + term modulo the number of rows (or a prime above it). */
export interface LabHash {
  readonly factor: number
  readonly term: number
}

export interface Preset {
  readonly name: string
  readonly source: string
  readonly sets: LabSets
  readonly hashes: readonly LabHash[]
  readonly modulus: number
  readonly rowsPerBand: number
}

/** Figure 3.4 of Mining of Massive Datasets, 3.3.5: four sets of five elements, two hash functions. */
export const FIGURE_3_4: Preset = {
  name: 'Four sets of five elements',
  source: 'Mining of Massive Datasets, figure 3.4',
  sets: {
    names: ['S1', 'S2', 'S3', 'S4'],
    elements: ['0', '1', '2', '3', '4'],
    sets: [new Set([0, 3]), new Set([2]), new Set([1, 3, 4]), new Set([0, 2, 3])],
  },
  hashes: [
    { factor: 1, term: 1 },
    { factor: 3, term: 1 },
  ],
  modulus: 5,
  rowsPerBand: 1,
}

const MAX_ELEMENTS = 200

/** The shingles of a few texts as sets. */
export function setsOfTexts(texts: readonly string[], kind: 'words' | 'chars', k: number): LabSets {
  const rowOf = new Map<string, number>()
  const sets = texts.map((text) => {
    const rows = new Set<number>()
    for (const shingle of shingleStrings(text, { kind, k })) {
      if (!rowOf.has(shingle) && rowOf.size < MAX_ELEMENTS) rowOf.set(shingle, rowOf.size)
      const row = rowOf.get(shingle)
      if (row !== undefined) rows.add(row)
    }
    return rows
  })
  return { names: texts.map((_, i) => `D${i + 1}`), elements: [...rowOf.keys()], sets }
}

export function hashRow({ factor, term }: LabHash, row: number, modulus: number): number {
  return (factor * row + term) % modulus
}

/** The states of the signature matrix, row by row. */
export function signatureSteps(
  { elements, sets }: LabSets,
  hashes: readonly LabHash[],
  modulus: number,
): readonly RowScanStep[] {
  return [
    ...scanRows({
      rows: elements.length,
      sets,
      hashes: hashes.map((hash) => (row: number) => hashRow(hash, row, modulus)),
    }),
  ]
}

/** The smallest prime that is at least `from`. */
export function nextPrime(from: number): number {
  let candidate = Math.max(from, 2)
  while (!isPrime(candidate)) candidate++
  return candidate
}

function isPrime(value: number): boolean {
  for (let divisor = 2; divisor * divisor <= value; divisor++) if (value % divisor === 0) return false
  return true
}

/** Hash functions with factors and terms below the modulus, the same every time. */
export function makeHashes(count: number, modulus: number): LabHash[] {
  return Array.from({ length: count }, (_, i) => ({
    factor: 1 + ((i * 7 + 2) % Math.max(modulus - 1, 1)),
    term: (i * 5 + 1) % modulus,
  }))
}

/** Columns that share a bucket in a band: those with equal values in all its rows. */
export function bucketsOf(signatures: readonly (readonly number[])[], from: number, to: number): number[][] {
  const buckets = new Map<string, number[]>()
  const columns = signatures[0]?.length ?? 0
  for (let column = 0; column < columns; column++) {
    const key = signatures
      .slice(from, to)
      .map((row) => row[column])
      .join(' ')
    const bucket = buckets.get(key) ?? []
    bucket.push(column)
    buckets.set(key, bucket)
  }
  return [...buckets.values()]
}

export function jaccard(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const shared = [...a].filter((row) => b.has(row)).length
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
