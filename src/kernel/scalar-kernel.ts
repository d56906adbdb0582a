// The kernel's TypeScript counterpart: applies the definitions of text, sketch and band to one line after another. The WASM kernel is
// tested against it, and leaves to it what is too large for its memory.

import { writeBandKeys } from '../band/keys.js'
import { ReusedBytes } from '../model/reused-bytes.js'
import { collectSortedSets, sortInPlace } from '../model/set-collection.js'
import { sketcherOf } from '../sketch/sketch.js'
import { type CheckedShingleOptions, checkShingleOptions } from '../text/shingle-options.js'
import { shingleSequence } from '../text/shingles.js'
import { writeContentHash, writeTextHash } from './content-hash.js'
import { type JsonRecord, readJsonRecord, writeIdHash } from './json-record.js'
import type { Kernel, KernelOptions, RecordBatch } from './kernel.js'
import { makeColumns, splitLines } from './lines.js'

/** A byte order mark at the start of a text is part of it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The definitions as a kernel. */
export class ScalarKernel implements Kernel {
  readonly kind = 'scalar'
  readonly #options: KernelOptions
  readonly #shingle: CheckedShingleOptions
  readonly #input = new ReusedBytes()

  constructor(options: KernelOptions) {
    this.#options = options
    this.#shingle = checkShingleOptions(options.shingle ?? {})
  }

  buffer(bytes: number): Uint8Array {
    return this.#input.ofSize(bytes)
  }

  readJsonLines(bytes: Uint8Array, final: boolean): RecordBatch {
    const { textFields, idField, isIdOptional } = this.#options
    const { lines, consumed } = splitLines(bytes, final)
    return this.#read(lines, consumed, ([start, end]) =>
      readJsonRecord(bytes.subarray(start, end), textFields, idField, isIdOptional),
    )
  }

  readTexts(bytes: Uint8Array, offsets: Uint32Array): RecordBatch {
    const texts = Array.from(offsets.subarray(1), (end, i) => [offsets[i]!, end] as const)
    return this.#read(texts, offsets.at(-1) ?? 0, ([start, end]) => ({
      text: decoder.decode(bytes.subarray(start, end)),
      id: undefined,
    }))
  }

  #read(
    lines: readonly (readonly [start: number, end: number])[],
    consumed: number,
    readRecord: (line: readonly [start: number, end: number]) => JsonRecord,
  ): RecordBatch {
    const { bands, keepSets = false, keepSignatures = false } = this.#options
    const count = lines.length
    const keyWords = bands === undefined ? 0 : 2 * bands.bands
    const sketcher = bands && sketcherOf(bands.scheme)
    const signature = new Uint32Array(bands?.scheme.slots ?? 0)
    const batch = makeColumns(lines, keyWords)
    const sets: Uint32Array[] = []
    const bad: { record: number; problem: string }[] = []
    const { slots = 0 } = bands?.scheme ?? {}
    const signatures = keepSignatures ? new Uint32Array(slots * count) : undefined
    lines.forEach((line, record) => {
      const read = readRecord(line)
      if ('problem' in read) {
        bad.push({ record, problem: read.problem })
        sets.push(new Uint32Array(0))
        return
      }
      if (read.id !== undefined) writeIdHash(read.id, batch.idHashes, 2 * record)
      const shingles = shingleSequence(read.text, this.#shingle)
      writeContentHash(shingles, batch.contents, 4 * record)
      writeTextHash(read.text, batch.texts, 2 * record)
      if (bands !== undefined) {
        sketcher!.sketchInto(shingles, signature, 0)
        signatures?.set(signature, slots * record)
        writeBandKeys(batch.keys, keyWords * record, signature, 0, bands)
      }
      if (keepSets) sets.push(sortInPlace(shingles))
      batch.sizes[record] = keepSets ? sets[record]!.length : shingles.length
    })
    return {
      ...batch,
      count,
      consumed,
      signatures,
      sets: keepSets ? collectSortedSets(sets) : undefined,
      bad,
      unicodeFallbacks: count,
    }
  }
}
