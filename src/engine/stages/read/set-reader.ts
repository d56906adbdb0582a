import { overlapOfSorted } from '../../../distance/sorted-sets.js'
import type { KernelOptions } from '../../../kernel/kernel.js'
import { type Plan, similarityIn } from '../../../model/plan.js'
import { type DocumentSimilarity, similarityOf } from '../../../model/similarity.js'
import type { RecordFields } from '../../../read/sides.js'
import type { Source } from '../../../read/source.js'
import { WIDE_FROM, wideOverlap } from '../../../text/wide-shingles.js'
import type { Thread } from '../threads/thread.js'
import { kernelOptions } from './kernel-options.js'
import type { RecordLocations } from './record-locations.js'
import { RecordReader } from './record-reader.js'
import { wideSetOf } from './wide-set.js'

/** The number of sets held at a time. */
const MAX_SETS = 4096
/** Fewer, because wide sets belong to long documents. */
const MAX_WIDE_SETS = 16

/** What sets are made from: the files of a source, and their fields. Can be sent to another thread. */
export type SetSource = Pick<Source, 'files' | 'against'> & RecordFields

export function setSourceOf({ files, textFields, idField, isIdDetected, against }: Source): SetSource {
  return {
    files,
    textFields,
    idField,
    ...(isIdDetected !== undefined && { isIdDetected }),
    ...(against && { against }),
  }
}

/** Makes single sets from their lines, for the few that are needed out of order, unless they are known. */
export class SetReader {
  readonly #thread: Thread
  readonly #locations: RecordLocations
  readonly #kernelOf: (file: number) => KernelOptions
  readonly #similarity: DocumentSimilarity
  readonly #reader: RecordReader
  #known: ReadonlyMap<number, Uint32Array> = new Map()
  readonly #sets = new Map<number, Uint32Array>()
  readonly #wide = new Map<number, Float64Array>()

  constructor(thread: Thread, source: SetSource, locations: RecordLocations, plan: Plan) {
    const similarity = similarityIn(plan)
    this.#similarity = similarity
    this.#thread = thread
    this.#locations = locations
    this.#kernelOf = kernelOptions({ plan, source }, true)
    this.#reader = new RecordReader(thread.inputs, source)
  }

  /** Sets by position that need not be made. */
  set known(sets: ReadonlyMap<number, Uint32Array>) {
    this.#known = sets
  }

  /** The similarity of the first to the second; neither may be empty. */
  similarity(one: number, other: number): number {
    const [left, right] = [this.set(one), this.set(other)]
    if (!this.#hasWideSet(one, left) || !this.#hasWideSet(other, right))
      return similarityOf(this.#similarity, overlapOfSorted(left, right), left.length, right.length)
    const [wide, otherWide] = [this.#wideSet(one), this.#wideSet(other)]
    return similarityOf(this.#similarity, wideOverlap(wide, otherWide), wide.length, otherWide.length)
  }

  set(position: number): Uint32Array {
    let set = this.#known.get(position) ?? this.#sets.get(position)
    if (set === undefined) {
      const kernel = this.#thread.kernel(this.#kernelOf(this.#locations.file(position)))
      const { sets } = kernel.readJsonLines(this.#line(position), true)
      set = sets!.elements.slice(sets!.offsets[0], sets!.offsets[1])
      if (this.#sets.size >= MAX_SETS) this.#sets.clear()
      this.#sets.set(position, set)
    }
    return set
  }

  close(): void {
    this.#reader.close()
  }

  /** A document without a text has no wider hashes. */
  #hasWideSet(position: number, { length }: Uint32Array): boolean {
    return length >= WIDE_FROM && this.#kernelOf(this.#locations.file(position)).lines !== 'sets'
  }

  #wideSet(position: number): Float64Array {
    let set = this.#wide.get(position)
    if (set === undefined) {
      set = wideSetOf(this.#line(position), this.#kernelOf(this.#locations.file(position)))
      if (this.#wide.size >= MAX_WIDE_SETS) this.#wide.clear()
      this.#wide.set(position, set)
    }
    return set
  }

  #line(position: number): Uint8Array {
    const locations = this.#locations
    return this.#reader.read(locations.file(position), locations.start(position), locations.length(position))
  }
}
