import type { BlockReader, Blocks } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { readWords } from '../blocks/segments.js'
import { concatenateWords, doubled, hasBit, setBit } from '../threads/shared-words.js'
import { CONTENT_WORDS, CONTENTS, charactersOf } from './contents-block.js'
import { DocumentCursor, mergeCursors, type SortedDocument } from './merge-documents.js'
import { compareWords, filterPostings, sortByWord, sortPostings } from './sort-words.js'

/** The blocks of all units that were read for an index. */
export interface ContentsBlocks {
  readonly blocks: readonly Block[]
  /** The position of the first record of each unit, followed by the number of all records. */
  readonly firsts: Float64Array
  readonly partitions: number
  /** Whether records have ids. Otherwise their positions are used. */
  readonly hasIds: boolean
  readonly keepTexts: boolean
}

/** What another thread needs to read the same. */
export interface SharedContents {
  readonly read: ContentsBlocks
  readonly replaced: { readonly bits: Uint32Array; readonly count: number }
}

/** A content in the order of contents, and the documents that have it. */
export interface SortedContent {
  readonly content: Uint32Array
  readonly set: Uint32Array
  /** Ascending. */
  readonly ids: readonly string[]
}

/** Blocks that stay open, because they are read once for each partition. */
const MAX_OPEN = 400

/** What was read for an index, in the order in which it is written. If several records have the same id, the last one counts. */
export class SortedContents {
  readonly #store: Blocks
  readonly #read: ContentsBlocks
  readonly #open: BlockReader[] = []
  /** One bit for each position whose id a later record repeats. */
  readonly #replaced: Uint32Array
  replaced: number
  #isMerged: boolean
  /** Contents of replaced documents that no other document has, ascending, three words each; of the first partitions. */
  #withdrawn: Uint32Array<ArrayBuffer> = new Uint32Array(3)
  #withdrawnCount = 0
  #partitionsRead = 0

  /** @param replaced which documents are replaced, if another thread has found out */
  constructor(store: Blocks, read: ContentsBlocks, replaced?: SharedContents['replaced']) {
    this.#store = store
    this.#read = read
    this.#replaced = replaced?.bits ?? new Uint32Array((read.firsts.at(-1)! + 31) >>> 5)
    this.replaced = replaced?.count ?? 0
    this.#isMerged = replaced !== undefined
  }

  share(): SharedContents {
    this.#findReplaced()
    return { read: this.#read, replaced: { bits: this.#replaced, count: this.replaced } }
  }

  get partitions(): number {
    return this.#read.partitions
  }

  /** Whether `documents` is in the order of ids. */
  get isSorted(): boolean {
    return this.#read.hasIds
  }

  /**
   * All documents, ascending by id; by position if they have no ids.
   *
   * @param withTexts whether to read their texts, if they are kept
   */
  *documents(withTexts = false): Generator<SortedDocument> {
    const cursors = this.#cursors(withTexts && this.#read.keepTexts)
    if (!this.#read.hasIds) {
      for (const cursor of cursors) while (cursor.next()) yield cursor.document()
      return
    }
    let last: { readonly document: SortedDocument; readonly position: number } | undefined
    for (const cursor of mergeCursors(cursors)) {
      if (last?.document.id === cursor.id) this.#replace(last.position)
      else if (last !== undefined) yield last.document
      last = { document: cursor.document(), position: cursor.position }
    }
    if (last !== undefined) yield last.document
    this.#isMerged = true
  }

  /** The contents of a partition, ascending by their keys. */
  *contents(partition: number): Generator<SortedContent> {
    for (const content of this.#contents(partition)) {
      if (content.ids.length > 0) yield content
      else if (partition === this.#partitionsRead) this.#withdraw(content.content)
    }
    if (partition === this.#partitionsRead) this.#partitionsRead++
  }

  /** The documents with shingles of a partition in the order of their records, each with its content. */
  *unsorted(partition: number): Generator<SortedContent> {
    this.#findReplaced()
    const { firsts, hasIds } = this.#read
    for (const [unit, words] of this.#words(CONTENTS.contents + partition).entries()) {
      for (let at = 0; at < words.length; ) {
        const end = at + wordsOfContent(words, at)
        const position = firsts[unit]! + words[at + 3]!
        if (!hasBit(this.#replaced, position)) {
          yield {
            content: words.subarray(at, at + 3),
            set: words.subarray(end - words[at + 5]!, end),
            ids: [hasIds ? idAt(words, at) : String(position)],
          }
        }
        at = end
      }
    }
  }

  /** The ids of documents without shingles, in any order. */
  *emptyIds(): Generator<string> {
    this.#findReplaced()
    for (const cursor of this.#cursors(false)) {
      while (cursor.next())
        if (cursor.shingles === 0 && !hasBit(this.#replaced, cursor.position)) yield cursor.id
    }
  }

  /** The same as `contents`, with those that only replaced documents have. */
  *#contents(partition: number): Generator<SortedContent> {
    this.#findReplaced()
    const { firsts, hasIds } = this.#read
    const found: { readonly words: Uint32Array; readonly at: number; readonly first: number }[] = []
    this.#words(CONTENTS.contents + partition).forEach((own, unit) => {
      for (let at = 0; at < own.length; at += wordsOfContent(own, at)) {
        found.push({ words: own, at, first: firsts[unit]! })
      }
    })
    const order = sortByWord(
      found.length,
      (i) => found[i]!.words[found[i]!.at]!,
      (one, other) =>
        compareWords(found[one]!.words, found[one]!.at, found[other]!.words, found[other]!.at, 1, 3),
    )
    for (let i = 0; i < order.length; ) {
      const { words, at } = found[order[i]!]!
      const ids: string[] = []
      let next = i
      for (; next < order.length; next++) {
        const { words: own, at: from, first } = found[order[next]!]!
        if (compareWords(words, at, own, from, 0, 3) !== 0) break
        const position = first + own[from + 3]!
        if (hasBit(this.#replaced, position)) continue
        ids.push(hasIds ? idAt(own, from) : String(position))
      }
      if (ids.length > 1) ids.sort((one, other) => (one < other ? -1 : 1))
      const end = at + wordsOfContent(words, at)
      yield {
        content: words.subarray(at, at + 3),
        set: words.subarray(end - words[at + 5]!, end),
        ids,
      }
      i = next
    }
  }

  /** The postings of a partition, ascending and without repeats: five words each. */
  postings(kind: 'bands' | 'samples', partition: number): Uint32Array {
    const all = concatenateWords(this.#words(CONTENTS[kind] + partition))
    this.#findReplaced()
    // Contents of replaced documents may be withdrawn, which is known when all have been read.
    while (this.replaced > 0 && this.#partitionsRead < this.partitions)
      for (const _ of this.contents(this.#partitionsRead));
    const sorted = sortPostings(all)
    if (this.#withdrawnCount === 0) return sorted
    const from = kind === 'bands' ? 2 : 1
    return filterPostings(sorted, (at) => !this.#isWithdrawn(sorted, at + from))
  }

  close(): void {
    for (const reader of this.#open.splice(0)) reader?.close()
  }

  #cursors(withTexts: boolean): DocumentCursor[] {
    const { blocks, firsts, hasIds } = this.#read
    return blocks.map(
      (_, unit) => new DocumentCursor((use) => this.#use(unit, use), firsts[unit]!, hasIds, withTexts),
    )
  }

  #findReplaced(): void {
    if (this.#isMerged || !this.#read.hasIds) return
    for (const _ of this.documents());
  }

  #withdraw(content: Uint32Array): void {
    if (3 * this.#withdrawnCount === this.#withdrawn.length) this.#withdrawn = doubled(this.#withdrawn)
    this.#withdrawn.set(content, 3 * this.#withdrawnCount++)
  }

  #isWithdrawn(words: Uint32Array, at: number): boolean {
    let [low, high] = [0, this.#withdrawnCount]
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = compareWords(this.#withdrawn, 3 * middle, words, at, 0, 3)
      if (order === 0) return true
      if (order < 0) low = middle + 1
      else high = middle
    }
    return false
  }

  #replace(position: number): void {
    if (this.#isMerged) return
    setBit(this.#replaced, position)
    this.replaced++
  }

  /** A segment of each unit. */
  #words(tag: number): Uint32Array[] {
    return this.#read.blocks.map((_, unit) => this.#use(unit, (reader) => readWords(reader, tag)))
  }

  #use<Result>(unit: number, use: (reader: BlockReader) => Result): Result {
    const block = this.#read.blocks[unit]!
    if (unit < MAX_OPEN) {
      this.#open[unit] ??= this.#store.open(block)
      return use(this.#open[unit])
    }
    const reader = this.#store.open(block)
    try {
      return use(reader)
    } finally {
      reader.close()
    }
  }
}

function wordsOfContent(words: Uint32Array, at: number): number {
  return CONTENT_WORDS + Math.ceil(words[at + 4]! / 4) + words[at + 5]!
}

/** The id of a content, one character per byte. */
function idAt(words: Uint32Array, at: number): string {
  const start = words.byteOffset + 4 * (at + CONTENT_WORDS)
  return charactersOf(new Uint8Array(words.buffer, start, words[at + 4]!))
}
