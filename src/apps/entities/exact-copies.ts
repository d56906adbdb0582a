import type { Candidates } from '../../model/pair.js'
import { MISSING, type ValueColumn } from './column.js'

/**
 * For two tables, the evidence that a pair of records with the same value in every field is a match, in bits: log2 of the odds, or −∞ if
 * such pairs are no more frequent between the tables than within them. Equal records within a table are equal by chance, or duplicates, of
 * which only one is counted (`isCounted`).
 */
export function exactCopyBits(rows: Uint32Array, split: number, isCounted?: Uint8Array): number {
  const counts = new Map<number, [number, number]>()
  rows.forEach((row, record) => {
    if (row === NO_ROW || isCounted?.[record] === 0) return
    const count = counts.get(row) ?? [0, 0]
    count[record < split ? 0 : 1]!++
    counts.set(row, count)
  })
  let [between, within] = [0, 0]
  for (const [left, right] of counts.values()) {
    between += left * right
    within += (left * (left - 1) + right * (right - 1)) / 2
  }
  const [left, right] = [split, rows.length - split]
  const pairsWithin = Math.max(1, (left * (left - 1) + right * (right - 1)) / 2)
  const chance = (within * left * right) / pairsWithin
  return Math.log2(Math.max(0, between - chance) / (chance + 1))
}

/** Stands for a record with fewer than two values: a single shared value has its own rule (evidence.ts). */
const NO_ROW = 0xffff_ffff

/** Numbers the records so that those with the same values in all fields have the same number. */
export function rowNumbers(columns: readonly ValueColumn[]): Uint32Array {
  const numbers = new Map<string, number>()
  return Uint32Array.from(columns[0]?.codes ?? [], (_, record) => {
    const codes = columns.map((column) => column.codes[record]!)
    if (codes.filter((code) => code !== MISSING).length < 2) return NO_ROW
    const key = codes.join(' ')
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}

/** Raises the strengths of pairs of equal records to a minimum, unless a label decides. */
export function withExactCopies(
  { count, a, b }: Candidates,
  strengths: Float64Array,
  rows: Uint32Array,
  { minBits, judged }: { readonly minBits: number; readonly judged: number },
): Float64Array {
  return strengths.map((bits, i) => {
    const isCopy = i < count && rows[a[i]!] !== NO_ROW && rows[a[i]!] === rows[b[i]!]
    return isCopy && bits > judged ? Math.max(bits, minBits) : bits
  })
}
