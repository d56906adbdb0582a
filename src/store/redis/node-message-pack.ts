/// <reference types="node" />
// The part of MessagePack that scripts and this program exchange: lists of strings of bytes, whole numbers and lists. One argument instead
// of thousands is encoded, sent and parsed many times as fast.

import { InvalidArtifact } from '../../model/errors.js'
import type { ByteString } from '../storage.js'

/** A list that grows, as one message. */
export class PackedList {
  #bytes = Buffer.allocUnsafe(2 ** 12)
  /** The number of items comes first. */
  #end = 5
  #count = 0

  add(item: ByteString | Uint8Array | number): void {
    this.#count++
    if (typeof item === 'number') this.#addNumber(item)
    else this.#addBytes(item)
  }

  /** Adds a list as one item. */
  addList(list: PackedList): void {
    const bytes = list.finish()
    this.#count++
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** The number of items. */
  get count(): number {
    return this.#count
  }

  /** The message; nothing can be added any more. */
  finish(): Buffer {
    this.#bytes[0] = 0xdd
    this.#bytes.writeUInt32BE(this.#count, 1)
    return this.#bytes.subarray(0, this.#end)
  }

  #addNumber(value: number): void {
    this.#reserve(9)
    if (value >= 0 && value < 128) this.#bytes[this.#end++] = value
    else {
      this.#bytes[this.#end] = 0xd2
      this.#end = this.#bytes.writeInt32BE(value, this.#end + 1)
    }
  }

  #addBytes(item: ByteString | Uint8Array): void {
    const { length } = item
    this.#reserve(5 + length)
    if (length < 32) this.#bytes[this.#end++] = 0xa0 | length
    else {
      this.#bytes[this.#end] = 0xdb
      this.#end = this.#bytes.writeUInt32BE(length, this.#end + 1)
    }
    if (typeof item === 'string') this.#bytes.write(item, this.#end, 'latin1')
    else this.#bytes.set(item, this.#end)
    this.#end += length
  }

  #reserve(size: number): void {
    if (this.#end + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + size))
    larger.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = larger
  }
}

/** A list of lists of strings, as the server packs them. */
export function unpackLists(message: Uint8Array): ByteString[][] {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length)
  let at = 0
  const header = (fixed: number, mask: number, sizes: readonly (readonly [number, number])[]): number => {
    const first = bytes[at++]!
    if ((first & ~mask) === fixed) return first & mask
    const width = sizes.find(([code]) => code === first)?.[1]
    if (width === undefined || at + width > bytes.length)
      throw new InvalidArtifact(
        'an index in Redis',
        'the server sent a malformed response',
        'check the server',
      )
    const value = bytes.readUIntBE(at, width)
    at += width
    return value
  }
  const count = () => header(0x90, 0x0f, LIST_SIZES)
  return Array.from({ length: count() }, () =>
    Array.from({ length: count() }, () => {
      const length = header(0xa0, 0x1f, STRING_SIZES)
      at += length
      return bytes.toString('latin1', at - length, at)
    }),
  )
}

const LIST_SIZES = [
  [0xdc, 2],
  [0xdd, 4],
] as const
const STRING_SIZES = [
  [0xd9, 1],
  [0xda, 2],
  [0xdb, 4],
] as const
