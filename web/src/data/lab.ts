import { type RowScanStep, scanRows } from '../../../src/sketch/row-scan.js'
import { shingleStrings } from '../../../src/text/shingles.js'

/** A small collection for the lab: columns of a characteristic matrix. */
export interface LabSets {
  readonly names: readonly string[]
  /** The names of the rows. */
  readonly elements: readonly string[]
  /** For each column, the rows in which it has a 1. */
  readonly sets: readonly ReadonlySet<number>[]
  /** The number of different shingles beyond the limit. Default: 0. */
  readonly omitted?: number
}

/** A hash function, or a permutation: a value for each row. */
export interface LabHash {
  readonly name: string
  readonly values: readonly number[]
}

/** h(x) = factor · x + term modulo a number, for this many rows. */
export function formula(factor: number, term: number, modulus: number, rows: number): LabHash {
  return {
    name: `${factor}x + ${term} mod ${modulus}`,
    values: Array.from({ length: rows }, (_, row) => (factor * row + term) % modulus),
  }
}

/** The maximum number of different shingles. */
export const MAX_ELEMENTS = 200

/** The shingles of a few texts as sets. */
export function setsOfTexts(
  texts: readonly string[],
  kind: 'words' | 'chars' | 'stopwords',
  k: number,
): LabSets {
  const rowOf = new Map<string, number>()
  const omitted = new Set<string>()
  const sets = texts.map((text) => {
    const rows = new Set<number>()
    for (const shingle of shingleStrings(text, { kind, k })) {
      if (!rowOf.has(shingle) && rowOf.size < MAX_ELEMENTS) rowOf.set(shingle, rowOf.size)
      const row = rowOf.get(shingle)
      if (row !== undefined) rows.add(row)
      else omitted.add(shingle)
    }
    return rows
  })
  return { names: texts.map((_, i) => `D${i + 1}`), elements: [...rowOf.keys()], sets, omitted: omitted.size }
}

/** The states of the signature matrix, row by row. */
export function signatureSteps(
  { elements, sets }: LabSets,
  hashes: readonly LabHash[],
): readonly RowScanStep[] {
  return [
    ...scanRows({
      rows: elements.length,
      sets,
      hashes: hashes.map(
        ({ values }) =>
          (row: number) =>
            values[row]!,
      ),
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

/** Hash functions for this many rows with factors and terms below the modulus, the same every time. */
export function makeHashes(count: number, modulus: number, rows: number): LabHash[] {
  return Array.from({ length: count }, (_, i) =>
    formula(1 + ((i * 7 + 2) % Math.max(modulus - 1, 1)), (i * 5 + 1) % modulus, modulus, rows),
  )
}

/** Columns that share a bucket in a band: those with equal values in all its rows. An empty set shares none. */
export function bucketsOf(signatures: readonly (readonly number[])[], from: number, to: number): number[][] {
  const buckets = new Map<string, number[]>()
  const columns = signatures[0]?.length ?? 0
  for (let column = 0; column < columns; column++) {
    const values = signatures.slice(from, to).map((row) => row[column]!)
    const key = values.every(Number.isFinite) ? values.join(' ') : `empty ${column}`
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
