import { overlapOfSorted } from '../distance/sorted-sets.js'
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { nodeInputs } from '../engine/node/node-input-bytes.js'
import { RecordReader } from '../engine/stages/read/record-reader.js'
import { similarityIn } from '../model/plan.js'
import { similarityOf } from '../model/similarity.js'
import { textReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'
import { shingle } from '../text/shingles.js'

/** The number of survivors' sets kept in memory. */
const MAX_SETS = 1000

/**
 * The true similarity of a removed document to its survivor: as verified or, if only a chain of pairs connects the two, computed from
 * their texts.
 */
export class SimilarityToSurvivor {
  readonly #result: NodeFindResult
  readonly #reader: RecordReader
  readonly #textOf: (line: Uint8Array, file: number) => string
  readonly #verified: Float64Array
  readonly #sets = new Map<number, Uint32Array>()

  /** @param verified for each position, the verified similarity to its survivor; NaN if there is none */
  constructor(source: Source, result: NodeFindResult, verified: Float64Array) {
    this.#result = result
    this.#verified = verified
    this.#reader = new RecordReader(nodeInputs, source)
    const readers = [source, source.against].map((side) => textReader(side?.textFields ?? []))
    const firstOther = source.against?.firstFile ?? Number.POSITIVE_INFINITY
    this.#textOf = (line, file) => readers[file < firstOther ? 0 : 1]!(line)
  }

  of(position: number, survivor: number, line: Uint8Array): number {
    const verified = this.#verified[position]!
    if (!Number.isNaN(verified)) return verified
    const [set, kept] = [this.#setOf(line, 0), this.#survivorSet(survivor)]
    return similarityOf(similarityIn(this.#result.plan), overlapOfSorted(set, kept), set.length, kept.length)
  }

  close(): void {
    this.#reader.close()
  }

  #survivorSet(survivor: number): Uint32Array {
    let set = this.#sets.get(survivor)
    if (set === undefined) {
      const { locations } = this.#result
      const line = this.#reader.read(
        locations.file(survivor),
        locations.start(survivor),
        locations.length(survivor),
      )
      set = this.#setOf(line, locations.file(survivor))
      if (this.#sets.size >= MAX_SETS) this.#sets.clear()
      this.#sets.set(survivor, set)
    }
    return set
  }

  #setOf(line: Uint8Array, file: number): Uint32Array {
    return shingle(this.#textOf(line, file), this.#result.plan.shingle)
  }
}
