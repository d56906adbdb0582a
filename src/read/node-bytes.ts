/// <reference types="node" />
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { UnreadableInput } from '../model/errors.js'
import { bytes as quantity } from '../model/quantities.js'
import type { Compression } from './format.js'
import { readFault } from './node-fault.js'
import type { Input } from './node-inputs.js'
import { unpackZstd, ZstdFault } from './zstd.js'

export type Chunks = AsyncGenerator<Uint8Array, void>

/** An input's bytes, unpacked, with a look at the first of them. */
export interface OpenedBytes {
  /** The first bytes: as many as were asked for, or all. */
  readonly head: Uint8Array
  /** Whether these are the bytes of the file as it is: neither unpacked nor freed of a byte order mark. */
  readonly isAsStored: boolean
  /** All bytes, without a byte order mark. */
  readonly chunks: Chunks
  /** Lets go of the input, read or not. */
  close(): Promise<void>
}

const CHUNK_BYTES = 1 << 20

/** How many of the first bytes are looked at. */
const HEAD_BYTES = 4096

/** The largest file that is read as a whole: a text cannot have more characters. */
const MAX_WHOLE_BYTES = 2 ** 29 - 24

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** Opens an input. Packed data are known by the ending or by their first bytes, which no text has. */
export async function openBytes(input: Omit<Input, 'modified'>): Promise<OpenedBytes> {
  const raw = await look(rawChunks(input))
  const compression = input.compression ?? compressionOf(raw.head)
  const plain =
    compression === undefined ? raw : await look(faultsOf(input.name, unpack(raw.chunks, compression)))
  checkEncoding(input.name, plain.head)
  const { head, chunks, close } = plain
  return hasByteOrderMark(head)
    ? { head: head.subarray(3), isAsStored: false, chunks: skip(chunks, 3), close }
    : { head, isAsStored: compression === undefined, chunks, close }
}

/** Whether the bytes begin with the mark that some programs put before UTF-8. */
function hasByteOrderMark(head: Uint8Array): boolean {
  return BYTE_ORDER_MARK.every((byte, i) => head[i] === byte)
}

function checkEncoding(name: string, head: Uint8Array): void {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    throw new UnreadableInput(name, 'it is UTF-16', 'turn it into UTF-8 (iconv -f UTF-16 -t UTF-8)')
  }
}

function compressionOf(head: Uint8Array): Compression | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return 'zstd'
  return undefined
}

function rawChunks(input: Omit<Input, 'modified'>): Chunks {
  const stream =
    input.path === undefined ? process.stdin : createReadStream(input.path, { highWaterMark: CHUNK_BYTES })
  return faultsOf(input.name, stream)
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

/** Reads the first chunks until there is enough to look at. */
async function look(chunks: Chunks): Promise<Pick<OpenedBytes, 'head' | 'chunks' | 'close'>> {
  const read: Uint8Array[] = []
  let bytes = 0
  while (bytes < HEAD_BYTES) {
    const { value, done } = await chunks.next()
    if (done === true) break
    read.push(value)
    bytes += value.length
  }
  async function* all(): Chunks {
    yield* read.splice(0)
    yield* chunks
  }
  return {
    head: Buffer.concat(read).subarray(0, HEAD_BYTES),
    chunks: all(),
    async close() {
      await chunks.return()
    },
  }
}

/** A file that is read as one text: its bytes, unpacked, at most as many as a text may have. */
export async function readWhole(input: Omit<Input, 'modified'>): Promise<Buffer> {
  const { chunks, close } = await openBytes(input)
  const bytes = await collectBytes(chunks, MAX_WHOLE_BYTES)
  if (bytes !== undefined) return bytes
  await close()
  throw new UnreadableInput(
    input.name,
    `it has more than ${quantity(MAX_WHOLE_BYTES)}, and is read into memory as a whole`,
    'split it',
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
    // A decoder may write to its memory again.
    parts.push(chunk.slice())
  }
  return Buffer.concat(parts)
}

async function* skip(chunks: Chunks, bytes: number): Chunks {
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
  // What fails here comes out of the loop below, too.
  pipeline(chunks, stream).catch(() => {})
  yield* stream
}
