/// <reference types="node" />
import { UnreadableInput } from '../model/errors.js'
import { bytes as quantity } from '../model/quantities.js'
import type { Encoding } from './encoding.js'
import { type AnyFormat, decodingOf } from './format.js'
import type { OpenInput } from './formats/reader.js'
import type { Input } from './input.js'
import { isBlank } from './json-list.js'
import { decode, type OpenedBytes, openUnpacked, type WatchedReading } from './node-bytes.js'
import { Spool, type TemporaryFolder } from './node-spool.js'
import { maxCopyBytes } from './record-limit.js'

interface OpenOptions extends WatchedReading {
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding | undefined
  /** For inputs that must be written to a file before they can be read. */
  readonly folder: TemporaryFolder
}

const NO_BYTES = new Uint8Array(0)
const PARQUET = Buffer.from('PAR1')

/** An open input. If its format is not known, its first bytes may show it. */
export class OpenedInput implements OpenInput {
  readonly name: string
  readonly format: AnyFormat
  readonly text: OpenedBytes
  readonly #input: Input
  readonly #folder: TemporaryFolder

  private constructor(input: Input, format: AnyFormat, text: OpenedBytes, folder: TemporaryFolder) {
    this.name = input.name
    this.format = format
    this.text = text
    this.#input = input
    this.#folder = folder
  }

  static async open(input: Input, { encoding, folder, onRead }: OpenOptions): Promise<OpenedInput> {
    if (input.format === 'parquet' && isPlainFile(input)) {
      return new OpenedInput(input, 'parquet', unread(), folder)
    }
    const unpacked = await openUnpacked({ ...input, onRead })
    const isParquet = !input.isFormatKnown && startsAsParquet(unpacked.head)
    const format = isParquet ? 'parquet' : input.format
    const text = await decode({ name: input.name, decoding: decodingOf(format) }, unpacked, encoding)
    const detected = input.isFormatKnown || isParquet ? format : (jsonFormat(text.head) ?? format)
    return new OpenedInput(input, detected, text, folder)
  }

  async path(maxBytes: number = maxCopyBytes(undefined)): Promise<string> {
    if (isPlainFile(this.#input)) return this.#input.path!
    if (this.format === 'parquet' && !startsAsParquet(this.text.head)) throw notParquet(this.name)
    const spool = new Spool(this.#folder.newPath(this.format))
    try {
      for await (const chunk of this.text.chunks) {
        if (spool.bytes + chunk.length > maxBytes) throw copyTooLarge(this.name, maxBytes)
        spool.write(chunk)
      }
      return spool.finish(this.name).path
    } catch (error) {
      spool.abandon()
      throw error
    }
  }

  close(): Promise<void> {
    return this.text.close()
  }
}

function startsAsParquet(head: Uint8Array): boolean {
  return PARQUET.equals(head.subarray(0, PARQUET.length))
}

function notParquet(name: string): UnreadableInput {
  return new UnreadableInput(
    name,
    `it is not a Parquet file, or it is damaged (it does not begin with ${PARQUET})`,
    'copy or write it again',
  )
}

function copyTooLarge(name: string, limit: number): UnreadableInput {
  return new UnreadableInput(
    name,
    `uncompressed, it is larger than ${quantity(limit)}, the limit for a temporary copy`,
    'store it as an uncompressed file, or use more `memory`',
  )
}

/** Whether an input can be read at any offset as it is. */
function isPlainFile({ isRegular, compression }: Input): boolean {
  return isRegular && compression === undefined
}

/** A text begins with a bracket only if it is JSON, or close to it. */
function jsonFormat(head: Uint8Array): 'json' | 'jsonl' | undefined {
  const first = head.find((byte) => !isBlank(byte))
  if (first === 0x5b) return 'json'
  return first === 0x7b ? 'jsonl' : undefined
}

/** A file that is not read sequentially. */
function unread(): OpenedBytes {
  async function* none(): AsyncGenerator<Uint8Array, void> {}
  return {
    head: NO_BYTES,
    isWhole: false,
    encoding: 'utf-8',
    compression: undefined,
    isAsStored: true,
    chunks: none(),
    async close() {},
  }
}
