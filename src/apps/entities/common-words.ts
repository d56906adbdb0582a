import { words } from '../../text/tokens.js'
import { plainText } from './normalize-value.js'
import { fieldText, type RecordFields } from './record.js'

/** The number of values of a column that are examined. */
const SAMPLE = 2000
/** The minimum Jaccard similarity of the words of two columns that hold the same data. */
export const MIN_COMMON = 0.1
/** Columns with this many times more words in common than others are far more likely to hold the same data. */
export const FAR_MORE = 4

/** The Jaccard similarity of the words of two columns, the first of the first table and the second of the second. */
export type CommonWords = (one: string, other: string) => number

/** Compares columns of two tables by their words. The words of each column are collected once. */
export function commonWords(a: readonly RecordFields[], b: readonly RecordFields[]): CommonWords {
  const [wordsOfA, wordsOfB] = [a, b].map((records) => {
    const known = new Map<string, ReadonlySet<string>>()
    return (column: string) => {
      const found =
        known.get(column) ?? new Set(sampleOf(records, column).flatMap((value) => words(plainText(value))))
      known.set(column, found)
      return found
    }
  }) as [(column: string) => ReadonlySet<string>, (column: string) => ReadonlySet<string>]
  return (one, other) => jaccardOf(wordsOfA(one), wordsOfB(other))
}

/** Values of a column, evenly spaced if there are many. */
export function sampleOf(records: readonly RecordFields[], column: string): string[] {
  const step = Math.max(1, Math.floor(records.length / SAMPLE))
  const values: string[] = []
  for (let i = 0; i < records.length; i += step) {
    const text = fieldText(records[i]!, column, i)
    if (text !== undefined) values.push(text)
  }
  return values
}

function jaccardOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common++
  const union = one.size + other.size - common
  return union === 0 ? 0 : common / union
}
