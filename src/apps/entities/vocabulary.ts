import { hasWords, type ValueColumn } from './column.js'

/** The words of a column, by number. */
export interface Vocabulary {
  readonly words: readonly string[]
  /** How many records have each word. */
  readonly frequencies: Uint32Array
  /** The weight of a letter in each word: log(n / f) / log(n), at least 0.1, so lower in frequent words. */
  readonly weights: Float64Array
  /** The numbers of the words of each distinct value, in order. */
  readonly lists: readonly Uint32Array[]
}

const MIN_WEIGHT = 0.1

/** The vocabulary of each column that holds words. */
export function vocabulariesOf(columns: readonly ValueColumn[]): (Vocabulary | undefined)[] {
  return columns.map((column) => (hasWords(column.kind) ? makeVocabulary(column) : undefined))
}

export function makeVocabulary({ values, counts, filled }: ValueColumn): Vocabulary {
  const numbers = new Map<string, number>()
  const lists = values.map((value) =>
    Uint32Array.from(value.split(' '), (word) => {
      const number = numbers.get(word) ?? numbers.size
      if (number === numbers.size) numbers.set(word, number)
      return number
    }),
  )
  const frequencies = new Uint32Array(numbers.size)
  lists.forEach((list, code) => {
    for (const word of new Set(list)) frequencies[word]! += counts[code]!
  })
  const scale = Math.log(filled + 1)
  const weights = Float64Array.from(frequencies, (frequency) =>
    Math.max(MIN_WEIGHT, Math.log((filled + 1) / frequency) / scale),
  )
  return { words: [...numbers.keys()], frequencies, weights, lists }
}
