import { writeBandKeys } from '../band/keys.js'
import { InvalidValue } from '../model/errors.js'
import { ReusedBytes } from '../model/reused-bytes.js'
import { collectSortedSets } from '../model/set-collection.js'
import { sketcherOf } from '../sketch/sketch.js'
import { writeIdHash } from './json-record.js'
import type { Kernel, KernelOptions, RecordBatch } from './kernel.js'
import { makeColumns, splitLines } from './lines.js'
import { readSetLine } from './set-lines.js'

/** Reads lines that contain sets instead of texts. The results are the same as those of another kernel for the texts. */
export class SetLineKernel implements Kernel {
  readonly kind = 'scalar'
  readonly #options: KernelOptions
  readonly #input = new ReusedBytes()

  constructor(options: KernelOptions) {
    this.#options = options
  }

  buffer(bytes: number): Uint8Array {
    return this.#input.ofSize(bytes)
  }

  readJsonLines(bytes: Uint8Array, final: boolean): RecordBatch {
    const { bands, idField, keepSets = false } = this.#options
    const { lines, consumed } = splitLines(bytes, final)
    const count = lines.length
    const keyWords = 2 * (bands?.bands ?? 0)
    const sketcher = bands && sketcherOf(bands.scheme)
    const signature = new Uint32Array(bands?.scheme.slots ?? 0)
    const batch = makeColumns(lines, keyWords)
    const sets: Uint32Array[] = []
    lines.forEach(([start, end], record) => {
      const { id, content, set } = readSetLine(bytes.subarray(start, end))
      // The texts are unknown; a hash of the id makes each different from all others.
      writeIdHash(id, batch.texts, 2 * record)
      if (idField !== undefined) writeIdHash(id, batch.idHashes, 2 * record)
      batch.contents.set(content, 4 * record)
      batch.sizes[record] = set.length
      if (bands !== undefined) {
        sketcher!.sketchInto(set, signature, 0)
        writeBandKeys(batch.keys, keyWords * record, signature, 0, bands)
      }
      if (keepSets) sets.push(set)
    })
    return {
      ...batch,
      count,
      consumed,
      signatures: undefined,
      sets: keepSets ? collectSortedSets(sets) : undefined,
      bad: [],
      unicodeFallbacks: 0,
    }
  }

  readTexts(): RecordBatch {
    throw new InvalidValue('texts', 'given', undefined, 'lines of sets')
  }
}
