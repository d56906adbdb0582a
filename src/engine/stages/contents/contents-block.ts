// What one task reads of a unit for an index: its documents in the order of their ids, and their contents and postings in partitions by
// key, so that each can be sorted in memory and written to the index in order.

import type { Segment } from '../blocks/block-layout.js'

/** Tags of segments. Those of a partition, and those of a piece of documents, are counted from these. */
export const CONTENTS = { contents: 1024, bands: 2048, samples: 3072, documents: 4096 } as const

/** The kinds of segments that a piece of documents has: rows, ids, and, if texts are kept, where each ends, and the texts. */
export const PIECE = { rows: 0, ids: 1, textEnds: 2, texts: 3, kinds: 4 } as const

/** Documents per piece, and bytes of their texts: one piece of each unit is in memory when all are merged. A longer text is a piece. */
export const PIECE_DOCUMENTS = 512
export const PIECE_TEXT_BYTES = 2 ** 16

/** Words of a document: its record, the size of its set, three words of its content, and the bytes of its id. */
export const DOCUMENT_WORDS = 6
/** Words of a content before its id and its set: its key, its record, the bytes of its id, and the size of its set. */
export const CONTENT_WORDS = 6
/** Words of a posting: two of its key, and three of its content; or one of its key, three of its content, and the size of its sample. */
export const POSTING_WORDS = 5

export const MAX_PARTITIONS = 256

/** The bytes of an id, one character each, so that ids compare as their bytes do. */
export function charactersOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** The partition of a key, by its first word. */
function partitionOf(word: number, partitions: number): number {
  return Math.floor((word * partitions) / 2 ** 32)
}

/** Words in partitions. Space is reserved for all of them before any is written. */
export class PartitionedWords {
  readonly #ends: Uint32Array
  #words: Uint32Array<ArrayBuffer> = new Uint32Array(0)

  constructor(partitions: number) {
    this.#ends = new Uint32Array(partitions)
  }

  /** @param key its first word */
  reserve(key: number, words: number): void {
    this.#ends[partitionOf(key, this.#ends.length)]! += words
  }

  /** Ends the reservations. Returns the words to write to. */
  allocate(): Uint32Array {
    let total = 0
    this.#ends.forEach((size, partition) => {
      this.#ends[partition] = total
      total += size
    })
    this.#words = new Uint32Array(total)
    return this.#words
  }

  /** Returns where to write the words of a key. */
  place(key: number, words: number): number {
    const partition = partitionOf(key, this.#ends.length)
    const at = this.#ends[partition]!
    this.#ends[partition] = at + words
    return at
  }

  /** One segment for each partition that has words. */
  segments(tag: number): Segment[] {
    const segments: Segment[] = []
    let start = 0
    this.#ends.forEach((end, partition) => {
      if (end > start) segments.push({ tag: tag + partition, bytes: this.#words.subarray(start, end) })
      start = end
    })
    return segments
  }
}
