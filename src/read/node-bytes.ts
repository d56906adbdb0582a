/// <reference types="node" preserve="true" />
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { UnreadableInput } from '../model/errors.js'
import { bytes as quantity } from '../model/quantities.js'
import type { Compression } from './compression.js'
import type { Decoding, Encoding } from './encoding.js'
import { decodeChunks, detectEncoding, unknownEncoding } from './node-encoding.js'
import { readFault } from './node-fault.js'
import { unpackZstd, ZstdFault } from './zstd.js'

export type Chunks = AsyncGenerator<Uint8Array, void>

/** What is needed to open an input. */
export interface BytesInput extends WatchedReading {
  /** As the user named it. */
  readonly name: string
  /** Undefined: stdin. */
  readonly path: string | undefined
  readonly compression: Compression | undefined
  /** Default: `detected`. */
  readonly decoding?: Decoding
}

/** A hook for reporting progress. */
export interface WatchedReading {
  /** Called with the number of bytes of each piece, as they are stored. */
  readonly onRead?: ((bytes: number) => void) | undefined
}

/** The bytes of an input, uncompressed and in UTF-8, and the first of them for inspection. */
export interface OpenedBytes {
  /** The first bytes: as many as are inspected, or all. */
  readonly head: Uint8Array
  /** Whether the head is the whole input. */
  readonly isWhole: boolean
  /** The encoding of the bytes before they were converted to UTF-8. */
  readonly encoding: Encoding
  /** The compression, by the extension of the file or by the bytes themselves. */
  readonly compression: Compression | undefined
  /** Whether these are the bytes of the file, unchanged: not decompressed, decoded or stripped of a byte order mark. */
  readonly isAsStored: boolean
  /** All bytes, without a byte order mark. */
  readonly chunks: Chunks
  /** Releases the input, whether it was read or not. */
  close(): Promise<void>
}

const CHUNK_BYTES = 1 << 20

/** The number of bytes that are inspected. */
const HEAD_BYTES = 1 << 16

/** The largest file that is read as a whole, unless a memory budget sets a lower limit: a string cannot be longer. */
const MAX_WHOLE_BYTES = 2 ** 29 - 24

/** Some programs write this before UTF-8. */
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf]

/**
 * Opens an input. Compression is detected by the extension or by the first bytes, which no text has.
 *
 * @param requested the encoding of a text. Default: by `decoding`
 */
export async function openBytes(input: BytesInput, requested?: Encoding): Promise<OpenedBytes> {
  return decode(input, await openUnpacked(input), requested)
}

/** Uncompressed bytes of an input, and how they were compressed. */
export type Unpacked = Look & { readonly compression: Compression | undefined }

/** Converts the bytes of an open input to UTF-8. */
export async function decode(
  input: Pick<BytesInput, 'name' | 'decoding'>,
  { compression, ...plain }: Unpacked,
  requested?: Encoding,
): Promise<OpenedBytes> {
  const encoding = input.decoding === 'binary' ? 'utf-8' : (requested ?? encodingOf(input, plain))
  if (encoding !== 'utf-8') {
    const decoded = await look(decodeChunks(input.name, plain.chunks, encoding))
    return { ...decoded, encoding, compression, isAsStored: false, close: plain.close }
  }
  const { head, chunks } = plain
  return hasByteOrderMark(head)
    ? {
        ...plain,
        head: head.subarray(3),
        encoding,
        compression,
        isAsStored: false,
        chunks: skipBytes(chunks, 3),
      }
    : { ...plain, encoding, compression, isAsStored: compression === undefined }
}

/** Opens an input whose original bytes are needed, apart from decompression: in its own encoding, with a byte order mark. */
export async function openUnpacked(
  input: Pick<BytesInput, 'name' | 'path' | 'compression' | 'onRead'>,
): Promise<Unpacked> {
  const raw = await look(rawChunks(input))
  const compression = raw.head.length === 0 ? undefined : (input.compression ?? compressionOf(raw.head))
  if (compression === undefined) return { ...raw, compression }
  return { ...(await look(faultsOf(input.name, unpack(raw.chunks, compression)))), compression }
}

function encodingOf(
  { name, decoding }: Pick<BytesInput, 'name' | 'decoding'>,
  { head, isWhole }: Look,
): Encoding {
  const isWide = head[0] === 0xff || head[0] === 0xfe || head.subarray(0, 100).includes(0)
  if (decoding === 'unicode' && !isWide) return 'utf-8'
  const encoding = detectEncoding(head, isWhole)
  if (encoding !== undefined) return encoding
  if (decoding === 'document') return 'utf-8'
  throw unknownEncoding(name)
}

/** Whether the bytes begin with a byte order mark of UTF-8. */
export function hasByteOrderMark(head: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, i) => head[i] === byte)
}

/** By the first bytes, which no text has. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return 'zstd'
  return undefined
}

function rawChunks(input: Pick<BytesInput, 'name' | 'path' | 'onRead'>): Chunks {
  const stream =
    input.path === undefined ? process.stdin : createReadStream(input.path, { highWaterMark: CHUNK_BYTES })
  return faultsOf(input.name, input.onRead === undefined ? stream : watched(stream, input.onRead))
}

async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onRead(chunk.length)
    yield chunk
  }
}

async function* faultsOf(name: string, chunks: AsyncIterable<Uint8Array>): Chunks {
  try {
    yield* chunks
  } catch (error) {
    throw error instanceof ZstdFault
      ? new UnreadableInput(name, error.message, 'copy or download it again')
      : readFault(name, error)
  }
}

type Look = Pick<OpenedBytes, 'head' | 'isWhole' | 'chunks' | 'close'>

/** Reads the first chunks until there is enough to inspect. */
async function look(chunks: Chunks): Promise<Look> {
  const read: Uint8Array[] = []
  let bytes = 0
  let isDone = false
  while (bytes < HEAD_BYTES && !isDone) {
    const { value, done } = await chunks.next()
    if (done === true) isDone = true
    else {
      read.push(value)
      bytes += value.length
    }
  }
  async function* all(): Chunks {
    yield* read.splice(0)
    yield* chunks
  }
  const [first] = read
  return {
    head: (read.length === 1 ? first! : Buffer.concat(read)).subarray(0, HEAD_BYTES),
    isWhole: isDone && bytes <= HEAD_BYTES,
    chunks: all(),
    async close() {
      await chunks.return()
    },
  }
}

/** Reads an open input as a whole: its uncompressed bytes, limited to the maximum length of a string by default. */
export async function readWhole(
  name: string,
  { chunks, close }: Pick<OpenedBytes, 'chunks' | 'close'>,
  limit = MAX_WHOLE_BYTES,
): Promise<Buffer> {
  const bytes = await collectBytes(chunks, limit)
  if (bytes !== undefined) return bytes
  await close()
  throw new UnreadableInput(
    name,
    `it is larger than ${quantity(limit)}, the limit for input that is read into memory at once`,
    limit < MAX_WHOLE_BYTES ? 'split it, or use more `memory`' : 'split it',
  )
}

/** All bytes in one piece; undefined as soon as there are more than `limit`. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limit) return undefined
    // A decoder may reuse its memory.
    parts.push(chunk.slice())
  }
  return Buffer.concat(parts)
}

export async function* skipBytes(chunks: Chunks, bytes: number): Chunks {
  for await (const chunk of chunks) {
    const rest = chunk.subarray(Math.min(bytes, chunk.length))
    bytes -= chunk.length - rest.length
    if (rest.length > 0) yield rest
  }
}

function unpack(chunks: Chunks, compression: Compression): AsyncIterable<Uint8Array> {
  return compression === 'gzip' ? gunzip(chunks) : unpackZstd(chunks)
}

async function* gunzip(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: 1 << 18 })
  // An error here also surfaces in the loop below.
  pipeline(chunks, stream).catch(() => {})
  yield* stream
}
