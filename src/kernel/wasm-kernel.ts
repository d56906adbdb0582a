import { normalize } from '../text/normalize.js'
import { type CheckedShingleOptions, checkShingleOptions } from '../text/shingle-options.js'
import { ignoredShingles, shingleSequence } from '../text/shingles.js'
import { makeIgnoredTable } from './ignored-table.js'
import { type JsonRecord, readJsonRecord, writeIdHash } from './json-record.js'
import type { Kernel, KernelOptions, RecordBatch } from './kernel.js'
import { type KernelLayout, layOut, maxRecords } from './layout.js'
import { ScalarKernel } from './scalar-kernel.js'
import { UnicodeTable } from './unicode-table.js'
import { WasmArena } from './wasm-arena.js'
import { wasmModule } from './wasm-module.js'
import { COLUMN, readSets, STATUS } from './wasm-records.js'
import { UNICODE_KNOWN, writeSettings } from './wasm-settings.js'

/** What kernel/index.ts exports. */
interface KernelExports {
  readJsonLines(settings: number, start: number, end: number, final: number): number
  readShingles(settings: number, index: number, count: number): number
  readText(settings: number, index: number, length: number): number
  readTextHash(settings: number, index: number, length: number): void
  readTexts(settings: number, texts: number, offsets: number, count: number): number
  readonly consumed: { readonly value: number }
  readonly needsTable: { readonly value: number }
  readonly unfinished: { readonly value: number }
}

/** The input size for which memory is first laid out; it grows when needed. */
const FIRST_BYTES = 64 * 1024
/** Beyond this size, 4 GB of memory would not be enough, so the TypeScript counterpart takes over. */
const MAX_BYTES = 128 * 2 ** 20

/**
 * Used as the name of the text field to match no key, because the kernel accepts no key that contains a quote. Every line is left to the
 * host.
 */
const NO_KEY = '"'

const encoder = new TextEncoder()
/** A byte order mark at the start of a text is part of it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

let unicodeTable: UnicodeTable | undefined

/** Prepares what the kernels of a thread share, which otherwise the first one does. */
export function prepareKernel(): void {
  wasmModule()
  unicodeTable ??= new UnicodeTable()
}

/** The kernel in WebAssembly, with SIMD. */
export class WasmKernel implements Kernel {
  readonly kind = 'wasm'
  readonly #options: KernelOptions
  readonly #shingle: CheckedShingleOptions
  readonly #ignored: Uint32Array
  readonly #twin: ScalarKernel
  readonly #arena = new WasmArena<KernelExports>()
  #capacity = 0
  #tableSteps = 0
  #layout!: KernelLayout
  #bytes!: Uint8Array
  #words!: Uint32Array

  constructor(options: KernelOptions) {
    this.#options = options
    this.#shingle = checkShingleOptions(options.shingle ?? {})
    this.#ignored = makeIgnoredTable(ignoredShingles(this.#shingle))
    this.#twin = new ScalarKernel(options)
    this.#layOut(FIRST_BYTES)
  }

  buffer(bytes: number): Uint8Array {
    // Not kept, because it is rarely needed.
    if (bytes > MAX_BYTES) return new Uint8Array(bytes)
    this.#reserve(bytes)
    const { input } = this.#layout
    return this.#bytes.subarray(input, input + bytes)
  }

  readJsonLines(bytes: Uint8Array, final: boolean): RecordBatch {
    if (bytes.length > MAX_BYTES) return this.#twin.readJsonLines(bytes, final)
    this.#reserve(bytes.length)
    const { settings, input } = this.#layout
    const lines = this.#bytes.subarray(input, input + bytes.length)
    const isInPlace = bytes.buffer === lines.buffer && bytes.byteOffset === input
    if (!isInPlace) lines.set(bytes)
    const count = this.#withTable((kernel) =>
      kernel.readJsonLines(settings, input, input + lines.length, final ? 1 : 0),
    )
    const { textFields, idField, isIdOptional } = this.#options
    const host = this.#finishByHost(lines, count, (line) =>
      readJsonRecord(line, textFields, idField, isIdOptional),
    )
    if (host === undefined) return this.#twin.readJsonLines(lines, final)
    return this.#batch(count, this.#arena.exports.consumed.value, host)
  }

  readTexts(bytes: Uint8Array, offsets: Uint32Array): RecordBatch {
    const first = offsets[0] ?? 0
    const size = (offsets.at(-1) ?? 0) - first
    if (size > MAX_BYTES) return this.#twin.readTexts(bytes, offsets)
    this.#reserve(size)
    const texts = Math.min(Math.max(0, offsets.length - 1), maxRecords(this.#capacity))
    const { settings, input, offsets: at } = this.#layout
    this.#bytes.set(bytes.subarray(first, first + size), input)
    this.#words.set(offsets.subarray(0, texts + 1), at >> 2)
    // The first text is at `input`: offsets are relative to where `bytes` would begin.
    const count = this.#withTable((kernel) => kernel.readTexts(settings, input - first, at, texts))
    const host = this.#finishByHost(bytes, count, (text) => ({ text: decoder.decode(text), id: undefined }))
    if (host === undefined) return this.#twin.readTexts(bytes, offsets)
    return this.#batch(count, offsets[count] ?? 0, host)
  }

  /** Calls the kernel, and again with more of the Unicode table while it asks for that. */
  #withTable(call: (kernel: KernelExports) => number): number {
    let result = call(this.#arena.exports)
    while (this.#arena.exports.needsTable.value) {
      // Another kernel of this thread may have asked for it before.
      if (this.#tableSteps === unicodeTable!.steps && !unicodeTable!.fillMore()) break
      this.#writeTable()
      result = call(this.#arena.exports)
    }
    return result
  }

  /** Handles what the kernel left to JavaScript; undefined if that does not fit into its memory. */
  #finishByHost(
    bytes: Uint8Array,
    count: number,
    readRecord: (record: Uint8Array) => JsonRecord,
  ): HostWork | undefined {
    const bad: { record: number; problem: string }[] = []
    let unicodeFallbacks = 0
    if (this.#arena.exports.unfinished.value === 0) return { bad, unicodeFallbacks }
    const statuses = this.#column(COLUMN.status, count)
    for (let record = 0; record < count; record++) {
      const status = statuses[record]!
      if (status === STATUS.done) continue
      const [start, end] = [
        this.#column(COLUMN.start, count)[record]!,
        this.#column(COLUMN.end, count)[record]!,
      ]
      const read = readRecord(bytes.subarray(start, end))
      if ('problem' in read) {
        bad.push({ record, problem: read.problem })
        this.#writeBad(record)
        continue
      }
      const idHashes = this.#column(COLUMN.id, count, 2)
      if (read.id === undefined) idHashes.fill(0, 2 * record, 2 * record + 2)
      else writeIdHash(read.id, idHashes, 2 * record)
      if (status === STATUS.hostLine && !this.#readText(record, read.text)) return undefined
      const left = statuses[record]!
      if (left === STATUS.done) continue
      const isDone =
        (left === STATUS.hostNormal && this.#readNormalized(record, read.text)) ||
        this.#readShingles(record, read.text)
      if (!isDone) return undefined
      unicodeFallbacks++
    }
    return { bad, unicodeFallbacks }
  }

  /** Passes a text to the kernel that it did not find in its line; false if there is no room for it. */
  #readText(record: number, text: string): boolean {
    const length = this.#writeText(text)
    if (length === undefined) return false
    const { settings } = this.#layout
    this.#arena.exports.readTextHash(settings, record, length)
    return this.#withTable((kernel) => kernel.readText(settings, record, length)) === 1
  }

  /** Writes a text for the kernel and returns its number of bytes; undefined if there is no room for it. */
  #writeText(text: string): number | undefined {
    const at = this.#layout.text
    const { read, written } = encoder.encodeInto(text, this.#bytes.subarray(at, at + this.#capacity))
    return read === text.length ? written : undefined
  }

  /** Normalizes a text and leaves the rest to the kernel; false if that is not possible. */
  #readNormalized(record: number, text: string): boolean {
    // White space does not affect words, and for characters the kernel handles it.
    const length = this.#writeText(normalize(text, { ...this.#shingle.normalize, whitespace: 'keep' }))
    if (length === undefined) return false
    const { settings } = this.#layout
    if (this.#withTable((kernel) => kernel.readText(settings, record, length)) === 0) return false
    return this.#column(COLUMN.status, record + 1)[record] === STATUS.done
  }

  /** Computes the shingles of a text without the kernel; false if they do not fit into its memory. */
  #readShingles(record: number, text: string): boolean {
    const { settings, shingles: at } = this.#layout
    const shingles = shingleSequence(text, this.#shingle)
    if (shingles.length > this.#capacity) return false
    this.#words.set(shingles, at >> 2)
    return this.#arena.exports.readShingles(settings, record, shingles.length) === 1
  }

  #writeBad(record: number): void {
    for (const [column, width] of [
      [COLUMN.id, 2],
      [COLUMN.size, 1],
      [COLUMN.content, 4],
      [COLUMN.text, 2],
    ] as const)
      this.#column(column, record + 1, width).fill(0, width * record)
    const keyWords = 2 * (this.#options.bands?.bands ?? 0)
    this.#view(this.#layout.keys, (record + 1) * keyWords).fill(0, record * keyWords)
    if (!this.#options.keepSignatures) return
    const { slots = 0 } = this.#options.bands?.scheme ?? {}
    this.#view(this.#layout.signatures, (record + 1) * slots).fill(0, record * slots)
  }

  #batch(count: number, consumed: number, { bad, unicodeFallbacks }: HostWork): RecordBatch {
    const { bands, idField, keepIds, keepSets = false, keepSignatures } = this.#options
    const { keys, signatures, sets, ids } = this.#layout
    const idEnds = this.#column(COLUMN.idEnd, count)
    const sizes = this.#column(COLUMN.size, count)
    return {
      count,
      consumed,
      starts: this.#column(COLUMN.start, count),
      ends: this.#column(COLUMN.end, count),
      idHashes: this.#column(COLUMN.id, count, 2),
      ...(idField !== undefined &&
        keepIds && { ids: { ends: idEnds, bytes: this.#bytes.subarray(ids, ids + (idEnds.at(-1) ?? 0)) } }),
      sizes,
      contents: this.#column(COLUMN.content, count, 4),
      texts: this.#column(COLUMN.text, count, 2),
      keys: this.#view(keys, 2 * count * (bands?.bands ?? 0)),
      signatures: keepSignatures ? this.#view(signatures, count * (bands?.scheme.slots ?? 0)) : undefined,
      sets: keepSets
        ? readSets(sizes, this.#column(COLUMN.setStart, count), this.#view(sets), keepSets === 'views')
        : undefined,
      bad,
      unicodeFallbacks,
    }
  }

  /** A column of so many records, with this many words for each. */
  #column(column: number, count: number, width = 1): Uint32Array {
    return this.#view(this.#layout.columns + 4 * column * maxRecords(this.#capacity), width * count)
  }

  /** So many words at a location; default: all. */
  #view(location: number, words?: number): Uint32Array {
    const start = location >> 2
    return this.#words.subarray(start, words === undefined ? undefined : start + words)
  }

  #reserve(bytes: number): void {
    if (bytes > this.#capacity) this.#layOut(Math.min(MAX_BYTES, 2 ** Math.ceil(Math.log2(bytes))))
  }

  /** Lays out the memory for inputs of this many bytes, and fills the tables. */
  #layOut(bytes: number): void {
    const { bands, textFields, idField = '', keepSignatures = false, keepIds = false } = this.#options
    const { slots = 0 } = bands?.scheme ?? {}
    const textName = encoder.encode(textFields.length === 1 ? textFields[0] : NO_KEY)
    const idName = encoder.encode(idField)
    const layout = layOut(this.#arena.start, {
      bytes,
      slots,
      bands: bands?.bands ?? 0,
      keepSignatures,
      keepIds,
      nameBytes: Math.max(textName.length, idName.length),
      ignoredSlots: this.#ignored.length,
    })
    const memory = this.#arena.reach(layout.end)
    // Growing detaches every view.
    this.#bytes = new Uint8Array(memory)
    this.#words = new Uint32Array(memory)
    this.#layout = layout
    this.#capacity = bytes
    this.#bytes.set(textName, layout.textName)
    this.#bytes.set(idName, layout.idName)
    writeSettings(this.#words, layout, {
      options: this.#options,
      shingle: this.#shingle,
      ignored: this.#ignored,
      bytes,
      nameBytes: { text: textName.length, id: idName.length },
    })
    this.#writeTable()
  }

  /** Writes the part of the Unicode table that is filled in. */
  #writeTable(): void {
    unicodeTable ??= new UnicodeTable()
    const { entries, steps } = unicodeTable
    this.#tableSteps = steps
    this.#words.set(entries, this.#layout.unicodeTable >> 2)
    this.#words.set(unicodeTable.pairs, this.#layout.compositionPairs >> 2)
    this.#words[(this.#layout.settings >> 2) + UNICODE_KNOWN] = entries.length
  }
}

interface HostWork {
  readonly bad: readonly { readonly record: number; readonly problem: string }[]
  readonly unicodeFallbacks: number
}
