import { Bytes } from './bytes.js'
import { bitsFor, writeRuns } from './levels.js'
import type { Page } from './page.js'
import { ENCODINGS, PAGES } from './page-header.js'
import { type PlainValues, sliceOf } from './plain.js'
import { type Leaf, TYPES } from './schema.js'
import { i32, struct } from './struct.js'
import { type ThriftStruct, writeThrift } from './thrift.js'

/** Compresses the bytes of a page. */
export type PackPage = (bytes: Uint8Array) => Uint8Array

/**
 * Collects rows of decoded pages in a new page. Levels and physical values are copied unchanged, so that no type is ever converted.
 * Dictionary indexes are kept for the same dictionary; every other encoding becomes PLAIN, which every reader supports.
 */
export class PageBuilder {
  readonly #leaf: Leaf
  readonly #repetition = new Bytes()
  readonly #definition = new Bytes()
  readonly #plain = new Bytes()
  readonly #indexes = new Bytes()
  #count = 0
  #dictionary: PlainValues | undefined

  constructor(leaf: Leaf) {
    this.#leaf = leaf
  }

  /** The number of values, including nulls. */
  get count(): number {
    return this.#count
  }

  /** The approximate size of the page in bytes. */
  get size(): number {
    return this.#plain.length + this.#indexes.length + this.#definition.length
  }

  /** Whether a page has the same kind of values as this one: plain ones, or those of the same dictionary. */
  fits(page: Page): boolean {
    return this.#count === 0 || this.#dictionary === dictionaryOf(page)
  }

  /** Adds the values of a page from `from` up to, but not including, `to`. */
  add(page: Page, from: number, to: number): void {
    this.#dictionary = dictionaryOf(page)
    if (page.repetition !== undefined) this.#repetition.append(page.repetition.subarray(from, to))
    if (page.definition !== undefined) this.#definition.append(page.definition.subarray(from, to))
    const first = page.presentBefore(from)
    const end = page.presentBefore(to)
    const { values } = page
    if ('indexes' in values) {
      const { buffer, byteOffset } = values.indexes
      this.#indexes.append(new Uint8Array(buffer, byteOffset + 4 * first, 4 * (end - first)))
    } else this.#plain.append(sliceOf(values, first, end, this.#leaf.width))
    this.#count += to - from
  }

  /** Returns the page with its header, and starts a new one. */
  finish(pack: PackPage): { readonly bytes: Uint8Array; readonly uncompressed: number } {
    const { maxRepetition, maxDefinition, type } = this.#leaf
    const body = new Bytes()
    const levels = (of: Bytes, max: number) => {
      if (max === 0) return
      const runs = writeRuns(of.take(), bitsFor(max))
      body.append(new Uint8Array(Uint32Array.of(runs.length).buffer))
      body.append(runs)
    }
    levels(this.#repetition, maxRepetition)
    levels(this.#definition, maxDefinition)
    if (this.#dictionary === undefined) {
      const plain = this.#plain.take()
      body.append(type === TYPES.BOOLEAN ? packBooleans(plain) : plain)
    } else {
      const bytes = this.#indexes.take()
      const bits = bitsFor(Math.max(1, this.#dictionary.count - 1))
      body.append(Uint8Array.of(bits))
      body.append(writeRuns(new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), bits))
    }
    const encoding = this.#dictionary === undefined ? ENCODINGS.PLAIN : ENCODINGS.RLE_DICTIONARY
    const data = [i32(1, this.#count), i32(2, encoding), i32(3, ENCODINGS.RLE), i32(4, ENCODINGS.RLE)]
    this.#count = 0
    this.#dictionary = undefined
    return withHeader(body.take(), pack, [i32(1, PAGES.DATA)], [struct(5, data)])
  }
}

/** The page of a dictionary, with its header. */
export function dictionaryPage(
  { bytes, count }: PlainValues,
  pack: PackPage,
): { readonly bytes: Uint8Array; readonly uncompressed: number } {
  const data = [i32(1, count), i32(2, ENCODINGS.PLAIN)]
  return withHeader(bytes, pack, [i32(1, PAGES.DICTIONARY)], [struct(7, data)])
}

function withHeader(body: Uint8Array, pack: PackPage, kind: ThriftStruct, data: ThriftStruct) {
  const packed = pack(body)
  const header = writeThrift([...kind, i32(2, body.length), i32(3, packed.length), ...data])
  const bytes = new Bytes()
  bytes.append(header)
  bytes.append(packed)
  return { bytes: bytes.take(), uncompressed: header.length + body.length }
}

function dictionaryOf({ values, dictionary }: Page): PlainValues | undefined {
  return 'indexes' in values ? dictionary : undefined
}

function packBooleans(values: Uint8Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(values.length / 8))
  for (let i = 0; i < values.length; i++) packed[i >> 3]! |= values[i]! << (i & 7)
  return packed
}
