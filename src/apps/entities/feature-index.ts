import { hasWords, MISSING, type ValueColumn } from './column.js'
import { spellingModel } from './spelling-model.js'
import type { Vocabulary } from './vocabulary.js'

/**
 * The exact features that two records can share: the words of fields that hold words, two adjacent words written as one (PS
 * LX350H, PSLX350H), and the values of other fields. Features are numbered across all fields.
 */
export class FeatureIndex {
  /** The field of each feature. */
  readonly fields: Uint16Array
  /** The counted records that have each feature, in ascending order. */
  readonly postings: readonly Uint32Array[]
  /** The number of counted records that have each feature. */
  readonly sizes: Uint32Array
  /** For each feature, the probability that a record has it although no other record is known to have it. */
  readonly unseen: Float64Array
  /** The number of each feature's text, which is the same in every field. */
  readonly texts: Uint32Array
  /** For each field, the number of counted records that have a value. */
  readonly filled: readonly number[]
  readonly #columns: readonly ValueColumn[]
  /** The features of each value of each field, in ascending order. */
  readonly #lists: readonly (readonly Uint32Array[])[]
  /** The pairs of features whose counts are known, in slots. */
  readonly #keys = new Float64Array(KNOWN).fill(-1)
  readonly #counts = new Float64Array(KNOWN)

  /** @param isCounted 1 for each record that counts when frequencies are counted; default: all do */
  constructor(
    columns: readonly ValueColumn[],
    vocabularies: readonly (Vocabulary | undefined)[],
    isCounted?: Uint8Array,
  ) {
    this.#columns = columns
    const counts = (record: number) => isCounted === undefined || isCounted[record] === 1
    this.filled = columns.map(({ codes, filled }) =>
      isCounted === undefined
        ? filled
        : codes.reduce((sum, code, record) => sum + Number(code !== MISSING && counts(record)), 0),
    )
    const fields: number[] = []
    const unseen: number[] = []
    const texts: number[] = []
    const textNumbers = new Map<string, number>()
    const postings: Uint32Array[] = []
    this.#lists = columns.map((column, field) => {
      const vocabulary = vocabularies[field]
      const first = fields.length
      const names = vocabulary?.words ?? column.values
      const lists = featureLists(column, vocabulary).map((list) => list.map((number) => number + first))
      const members = names.map((): number[] => [])
      column.codes.forEach((code, record) => {
        if (code === MISSING || !counts(record)) return
        for (const feature of lists[code]!) members[feature - first]!.push(record)
      })
      // Good–Turing: the next record is as likely to contain something new as something that was seen exactly once.
      const once = Math.max(1, members.filter((records) => records.length === 1).length)
      const spelling = spellingModel(names)
      names.forEach((name, number) => {
        fields.push(field)
        const text = textNumbers.get(name) ?? textNumbers.size
        textNumbers.set(name, text)
        texts.push(text)
        postings.push(Uint32Array.from(members[number]!))
        unseen.push(Math.min(1, (once / Math.max(1, this.filled[field]!)) * 2 ** spelling(name)))
      })
      return lists
    })
    this.fields = Uint16Array.from(fields)
    this.postings = postings
    this.sizes = Uint32Array.from(postings, ({ length }) => length)
    this.texts = Uint32Array.from(texts)
    this.unseen = Float64Array.from(unseen)
  }

  /** The features that two records share. */
  shared(a: number, b: number): number[] {
    const shared: number[] = []
    this.#columns.forEach(({ codes, kind }, field) => {
      const [x, y] = [codes[a]!, codes[b]!]
      if (x === MISSING || y === MISSING) return
      if (x === y) shared.push(...this.#lists[field]![x]!)
      else if (hasWords(kind)) addCommon(this.#lists[field]![x]!, this.#lists[field]![y]!, shared)
    })
    return shared
  }

  /** The approximate number of counted records that have both features. */
  together(one: number, other: number): number {
    const [first, second] = one < other ? [one, other] : [other, one]
    const key = first * this.fields.length + second
    const slot = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
    const at = (slot ^ (slot >>> 15)) & (KNOWN - 1)
    if (this.#keys[at] === key) return this.#counts[at]!
    const [p, q] = [this.postings[first]!, this.postings[second]!]
    const count = p.length < q.length ? commonRecords(p, q) : commonRecords(q, p)
    this.#keys[at] = key
    this.#counts[at] = count
    return count
  }
}

/** The number of counts that are kept; a new one replaces the old one in its slot. */
const KNOWN = 2 ** 18
/** Longer lists are sampled: about this many of their records are looked up. */
const SAMPLED = 256

function commonRecords(short: Uint32Array, long: Uint32Array): number {
  const step = Math.max(1, Math.floor(short.length / SAMPLED))
  let [seen, found] = [0, 0]
  for (let i = 0; i < short.length; i += step) {
    seen++
    if (includes(long, short[i]!)) found++
  }
  return seen === 0 ? 0 : (found / seen) * short.length
}

function includes(rising: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return rising[low] === wanted
}

function featureLists({ values }: ValueColumn, vocabulary: Vocabulary | undefined): Uint32Array[] {
  if (vocabulary === undefined) return values.map((_, code) => Uint32Array.of(code))
  const { words, lists } = vocabulary
  const numbers = new Map(words.map((word, number) => [word, number]))
  return lists.map((list) => {
    const features = new Set(list)
    for (let i = 0; i + 1 < list.length; i++) {
      const joined = numbers.get(words[list[i]!]! + words[list[i + 1]!]!)
      if (joined !== undefined) features.add(joined)
    }
    return Uint32Array.from(features).sort()
  })
}

function addCommon(x: Uint32Array, y: Uint32Array, into: number[]): void {
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    if (x[i] === y[j]) into.push(x[i]!)
    if (x[i]! <= y[j]!) i++
    else j++
  }
}
