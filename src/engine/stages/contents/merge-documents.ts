import type { BlockReader } from '../../ports.js'
import { findSegment, numbersOf, readWords } from '../blocks/segments.js'
import { CONTENTS, charactersOf, DOCUMENT_WORDS, PIECE } from './contents-block.js'

type Use = <Result>(use: (reader: BlockReader) => Result) => Result

const NO_BYTES: Uint8Array = new Uint8Array(0)

/** A document in the order of ids. */
export interface SortedDocument {
  /** Its id in JSON and UTF-8, one character per byte. */
  readonly id: string
  readonly shingles: number
  /** Three words; meaningless without shingles. */
  readonly content: Uint32Array
  readonly text: Uint8Array | undefined
}

/** Reads the documents of a unit in order, one piece at a time. */
export class DocumentCursor {
  readonly #use: Use
  readonly #first: number
  readonly #hasIds: boolean
  readonly #keepTexts: boolean
  #piece = 0
  #rows: Uint32Array = new Uint32Array(0)
  #ids = NO_BYTES
  #textEnds: Float64Array = new Float64Array(0)
  #texts = NO_BYTES
  /** The current document of the piece, and where its id ends. */
  #at = -1
  #idEnd = 0
  id = ''

  constructor(use: Use, first: number, hasIds: boolean, keepTexts: boolean) {
    this.#use = use
    this.#first = first
    this.#hasIds = hasIds
    this.#keepTexts = keepTexts
  }

  /** Moves to the next document. Returns false if there is none. */
  next(): boolean {
    if (DOCUMENT_WORDS * ++this.#at >= this.#rows.length && !this.#nextPiece()) return false
    if (!this.#hasIds) this.id = String(this.position)
    else {
      const start = this.#idEnd
      this.#idEnd += this.#rows[DOCUMENT_WORDS * this.#at + 5]!
      this.id = charactersOf(this.#ids.subarray(start, this.#idEnd))
    }
    return true
  }

  get position(): number {
    return this.#first + this.#rows[DOCUMENT_WORDS * this.#at]!
  }

  get shingles(): number {
    return this.#rows[DOCUMENT_WORDS * this.#at + 1]!
  }

  /** The current document. */
  document(): SortedDocument {
    const at = DOCUMENT_WORDS * this.#at
    const start = this.#at === 0 ? 0 : this.#textEnds[this.#at - 1]
    return {
      id: this.id,
      shingles: this.shingles,
      content: this.#rows.subarray(at + 2, at + 5),
      text: this.#keepTexts ? this.#texts.subarray(start, this.#textEnds[this.#at]) : undefined,
    }
  }

  #nextPiece(): boolean {
    const tag = CONTENTS.documents + PIECE.kinds * this.#piece++
    this.#use((reader) => {
      const bytesOf = (kind: number) => {
        const location = findSegment(reader, tag + kind)
        return location === undefined ? NO_BYTES : reader.read(location)
      }
      this.#rows = readWords(reader, tag + PIECE.rows)
      this.#ids = bytesOf(PIECE.ids)
      if (!this.#keepTexts) return
      this.#textEnds = numbersOf(bytesOf(PIECE.textEnds))
      this.#texts = bytesOf(PIECE.texts)
    })
    this.#at = 0
    this.#idEnd = 0
    return this.#rows.length > 0
  }
}

/** Moves cursors so that their documents are ascending by id, then by position, and yields the one that has moved. */
export function* mergeCursors(cursors: readonly DocumentCursor[]): Generator<DocumentCursor> {
  const heap: DocumentCursor[] = []
  for (const cursor of cursors) if (cursor.next()) push(heap, cursor)
  while (heap.length > 0) {
    const top = heap[0]!
    yield top
    if (!top.next()) {
      const last = heap.pop()!
      if (heap.length === 0) return
      heap[0] = last
    }
    sink(heap)
  }
}

function isBefore(one: DocumentCursor, other: DocumentCursor): boolean {
  return one.id < other.id || (one.id === other.id && one.position < other.position)
}

function push(heap: DocumentCursor[], cursor: DocumentCursor): void {
  let at = heap.push(cursor) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(heap[at]!, heap[parent]!)) return
    swap(heap, at, parent)
    at = parent
  }
}

/** Restores the order after the first has moved. */
function sink(heap: DocumentCursor[]): void {
  for (let at = 0; ; ) {
    let smallest = at
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isBefore(heap[child]!, heap[smallest]!)) smallest = child
    if (smallest === at) return
    swap(heap, at, smallest)
    at = smallest
  }
}

function swap(heap: DocumentCursor[], one: number, other: number): void {
  const held = heap[one]!
  heap[one] = heap[other]!
  heap[other] = held
}
