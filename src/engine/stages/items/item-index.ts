import { ITEM_DEFAULTS, type ItemIndexOptions, MAX_RUN_WORDS } from '../../../model/benchmark-item.js'
import { checkNames, checkShare, checkWhole } from '../../../model/check.js'
import { normalize } from '../../../text/normalize.js'
import { eachWordSpan } from '../../../text/tokens.js'
import { bestWindows } from './best-windows.js'
import { compatibleText } from './compatible-text.js'
import { GramNames, UNKNOWN } from './gram-names.js'

/** An item found in a document. */
export interface ItemMatch {
  /** The number of the item: 0 is the first that was added. */
  readonly item: number
  /** The share of the item's runs of k words that are in the span. */
  readonly overlap: number
  /** The first UTF-16 code unit of the span in the text, and one past its last. */
  readonly start: number
  readonly end: number
}

/** A window is longer than the item by this share, and by at least k words, to allow for insertions. */
const MARGIN = 0.25
/** The maximum number of spellings cached with their token number; beyond it the cache is cleared. */
const MAX_SPELLINGS = 2 ** 20
const ASCII = /^[\0-\x7f]*$/

interface StoredItem {
  readonly item: number
  /** The number of tokens. */
  readonly length: number
  /** The number of distinct runs. */
  readonly runs: number
}

/** Short items that begin with the same words. */
interface ShortItems {
  /** Those that have no further words. */
  readonly items: number[]
  readonly next: Map<number, ShortItems>
}

/**
 * An in-memory index of benchmark items that finds which of them a document contains. Only words count; line breaks, case, punctuation and
 * Unicode form do not. An item of n words is contained if some window of the document has at least `minOverlap` of the item's distinct runs
 * of k words; a window is a quarter longer than the item, and at least k words longer. Nothing is hashed, so the answer is exact.
 */
export class ItemIndex {
  readonly #minOverlap: number
  readonly #k: number
  readonly #matchShortItems: boolean
  readonly #words = new Map<string, number>()
  readonly #spellings = new Map<string, number>()
  readonly #grams: GramNames
  /** The items that contain each run. */
  readonly #itemsOf: StoredItem[][] = []
  /** Items of fewer than k words. */
  readonly #short: ShortItems = { items: [], next: new Map() }
  #count = 0

  constructor(options: ItemIndexOptions = {}) {
    checkNames(options, ['minOverlap', 'k', 'matchShortItems'])
    const {
      minOverlap = ITEM_DEFAULTS.minOverlap,
      k = ITEM_DEFAULTS.k,
      matchShortItems = ITEM_DEFAULTS.matchShortItems,
    } = options
    this.#minOverlap = checkShare('minOverlap', minOverlap)
    this.#k = checkWhole('k', k, 1, MAX_RUN_WORDS)
    this.#matchShortItems = matchShortItems
    this.#grams = new GramNames(k)
  }

  /** Adds an item. Returns whether it has enough words: at least k, or one if short items are matched. */
  add(text: string): boolean {
    const item = this.#count++
    const { words } = this.#read(text, true)
    if (words.length >= this.#k) {
      const runs = new Set(this.#grams.add(words))
      const stored = { item, length: words.length, runs: runs.size }
      for (const run of runs) {
        const items = this.#itemsOf[run]
        if (items === undefined) this.#itemsOf[run] = [stored]
        else items.push(stored)
      }
      return true
    }
    if (words.length === 0 || !this.#matchShortItems) return false
    this.#addShort(item, words)
    return true
  }

  /** The items that a text contains, ordered by number, then by position. */
  find(text: string): ItemMatch[] {
    const { words, starts, ends } = this.#read(text, false)
    const found: ItemMatch[] = []
    const spanOf = (from: number, to: number) => ({ start: starts[from]!, end: ends[to - 1]! })
    for (const [stored, hits] of this.#hits(this.#grams.find(words))) {
      const required = Math.max(1, Math.ceil(this.#minOverlap * stored.runs - 1e-9))
      if (hits.positions.length < required) continue
      const margin = Math.max(this.#k, Math.ceil(MARGIN * stored.length))
      for (const { runs, from, to } of bestWindows(hits, stored.length + margin, this.#k, required))
        found.push({ item: stored.item, overlap: runs / stored.runs, ...spanOf(from, to) })
    }
    if (this.#short.next.size > 0) {
      for (const { item, from, to } of this.#findShort(words))
        found.push({ item, overlap: 1, ...spanOf(from, to) })
    }
    return found.sort((x, y) => x.item - y.item || x.start - y.start)
  }

  /** For each item, its runs that are in a document. */
  #hits(names: Int32Array) {
    const hits = new Map<StoredItem, { positions: number[]; names: number[] }>()
    for (let position = 0; position < names.length; position++) {
      const name = names[position]!
      if (name === UNKNOWN) continue
      for (const item of this.#itemsOf[name]!) {
        let list = hits.get(item)
        if (list === undefined) {
          list = { positions: [], names: [] }
          hits.set(item, list)
        }
        list.positions.push(position)
        list.names.push(name)
      }
    }
    return hits
  }

  #addShort(item: number, words: Int32Array): void {
    let node = this.#short
    for (const word of words) {
      let next = node.next.get(word)
      if (next === undefined) {
        next = { items: [], next: new Map() }
        node.next.set(word, next)
      }
      node = next
    }
    node.items.push(item)
  }

  *#findShort(words: Int32Array) {
    for (let from = 0; from < words.length; from++) {
      let node = this.#short.next.get(words[from]!)
      for (let to = from + 1; node !== undefined; node = node.next.get(words[to++]!))
        for (const item of node.items) yield { item, from, to }
    }
  }

  /** The numbers and positions of the words of a text; `UNKNOWN` for words that are in no item. */
  #read(text: string, isItem: boolean) {
    const words: number[] = []
    const starts: number[] = []
    const ends: number[] = []
    const { text: compatible, spanOf } = compatibleText(text)
    for (const span of eachWordSpan(compatible)) {
      words.push(this.#wordOf(compatible.slice(...span), isItem))
      const [start, end] = spanOf(...span)
      starts.push(start)
      ends.push(end)
    }
    return { words: Int32Array.from(words), starts, ends }
  }

  #wordOf(spelling: string, isItem: boolean): number {
    if (!isItem) {
      const known = this.#spellings.get(spelling)
      if (known !== undefined) return known
    }
    // Letters such as ß have upper case of two letters, which lower case does not reverse.
    const folded = ASCII.test(spelling) ? spelling.toLowerCase() : normalize(spelling.toUpperCase())
    let word = this.#words.get(folded)
    if (word === undefined && isItem) {
      word = this.#words.size
      this.#words.set(folded, word)
    }
    if (!isItem) {
      if (this.#spellings.size >= MAX_SPELLINGS) this.#spellings.clear()
      this.#spellings.set(spelling, word ?? UNKNOWN)
    }
    return word ?? UNKNOWN
  }
}
