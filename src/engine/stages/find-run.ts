import { enoughSets, frequentElements } from '../../join/prefix-order.js'
import type { BadRecord } from '../../model/errors.js'
import { keptComparison } from '../../model/plan.js'
import { rejectId, type Source } from '../../read/source.js'
import type { Progress } from '../engine.js'
import { readAbout, withBlock } from './blocks/segments.js'
import { CandidateStage, type FoundCandidates } from './candidates/candidate-stage.js'
import { makeGroups } from './groups/groups.js'
import { type Copies, collectCopies, repeatsOf } from './identical/copies.js'
import { emptyPositions } from './identical/equal-task.js'
import { equalShares, groupCapacity } from './memory-budget.js'
import type { PrefixWishes } from './prefixes/prefix-keys.js'
import { namePlaces, nameRepeatedIds, type Problem } from './read/bad-records.js'
import { estimateDocuments } from './read/estimate-documents.js'
import { kernelOptions } from './read/kernel-options.js'
import { readSample } from './read/read-sample.js'
import { RecordLocations } from './read/record-locations.js'
import { SKETCH, type Sketched, type UnitMetadata } from './read/sketched.js'
import { cutUnits, type Unit } from './read/units.js'
import type { Distinct, RunParts } from './run-parts.js'
import {
  clearBit,
  concatenateWords,
  hasBit,
  mergeRising,
  setBit,
  sharedBits,
  sharedWords,
} from './threads/shared-words.js'
import { type Resolved, VerifyStage } from './verify/verify-stage.js'

/** Blocks in which frequent elements are counted: small, because neighbors may have much in common that others have not. */
const FREQUENT_BLOCK = 4096
/** Bytes of a line for each shingle, about. */
const SHINGLE_BYTES = 7

/** What a run found, before it is put into words. */
export interface Found extends Resolved {
  /** The source, without its id where that was detected and is none. */
  readonly source: Source
  readonly documents: number
  readonly empty: number
  readonly identical: number
  readonly equal: number
  readonly slowWay: number
  readonly skipped: readonly BadRecord[]
  readonly places: RecordLocations
  /** The position of the first record of each unit, and behind the last the number of all. */
  readonly firsts: Float64Array
  readonly copies: Copies
  readonly identicalTexts: Copies
  /** Whether all pairs of a document with others of which the same is true were searched for exactly, although bands were used. */
  readonly searchedExactly: (position: number) => boolean
  /** Positions of bad records and of documents without a shingle, rising. */
  readonly leftOut: Uint32Array
}

/** One run: stages one after the other, each spread over the pool; what they make lies in blocks. */
export class FindRun {
  readonly #parts: RunParts
  readonly #units: readonly Unit[]
  #documentsRead = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#units = cutUnits(parts.source)
  }

  async run(): Promise<Found> {
    const { sketched, abouts } = await this.#sketch()
    const places = new RecordLocations(this.#parts.thread.store, this.#units, sketched)
    const bad = await this.#judge(sketched, abouts, places)
    const { distinct, empty, leftOut, identicalTexts } = await this.#collapse(sketched, bad.positions)
    const found = await new CandidateStage(
      this.#parts,
      this.#units,
      sketched,
      distinct,
      places,
      (stage, done, total) => this.#report(stage, done, total),
    ).run()
    const resolved = await this.#verify(sketched, distinct, found, places)
    return {
      ...resolved,
      source: bad.source,
      documents: places.count - bad.records.length,
      empty,
      identical: repeatsOf(identicalTexts),
      equal: repeatsOf(distinct.copies) - repeatsOf(identicalTexts),
      slowWay: abouts.reduce((sum, { slowWay }) => sum + slowWay, 0),
      skipped: [...this.#parts.source.skipped, ...bad.records],
      places,
      firsts: sketched.firsts,
      copies: distinct.copies,
      identicalTexts,
      searchedExactly: withCopies(found.exactly, distinct.copies),
      leftOut,
    }
  }

  /** Reads everything once: places, hashes, and band keys or prefixes of all records. */
  async #sketch(): Promise<{ sketched: Sketched; abouts: UnitMetadata[] }> {
    const { blocks, memory, plan, options, thread } = this.#parts
    const isExact = plan.method === 'exact'
    const kernel = kernelOptions(this.#parts, isExact)
    const prefixes = isExact ? this.#prefixWishes() : undefined
    // An exact search keeps about as much of a document as twenty bands would.
    const keyBytes = isExact ? 160 : 8 * plan.bands
    const total = this.#units.reduce((sum, { from, to }) => sum + to - from, 0)
    let done = 0
    this.#report('sketch', 0, total)
    const tasks = this.#units.map((unit, number) => ({
      kind: 'sketch' as const,
      unit,
      kernel,
      mostLineBytes: memory.mostLineBytes,
      onError: options.onError ?? 'stop',
      prefixes,
      place: blocks.place(`sketch-${number}`, ((unit.to - unit.from) / 1000) * (40 + keyBytes)),
    }))
    const abouts: UnitMetadata[] = []
    const made = await blocks.make(tasks, (number, block) => {
      const about = withBlock(thread.store, block, (reader) => readAbout<UnitMetadata>(reader))
      abouts[number] = about
      this.#documentsRead += about.count
      done += this.#units[number]!.to - this.#units[number]!.from
      this.#report('sketch', done, total)
    })
    const firsts = new Float64Array(made.length + 1)
    abouts.forEach(({ count }, unit) => {
      firsts[unit + 1] = firsts[unit]! + count
    })
    return { sketched: { blocks: made, firsts }, abouts }
  }

  #prefixWishes(): PrefixWishes {
    const { source, plan, memory, options, thread } = this.#parts
    const bytes = source.files.reduce((sum, { bytes }) => sum + bytes, 0)
    const meanSize = bytes / SHINGLE_BYTES / Math.max(1, estimateDocuments(thread.inputs, source))
    const sample = readSample(thread, source, plan, memory.mostLineBytes, {
      onError: options.onError ?? 'stop',
      documents: enoughSets(meanSize),
      blockBytes: FREQUENT_BLOCK,
    })
    const frequent = frequentElements(sample.sets)
    const shared = sharedWords(frequent.length)
    shared.set(frequent)
    return { ...keptComparison(plan), frequent: shared }
  }

  /**
   * Stops at the first bad record, or names them all. Records that repeat an id are bad too; an id that was detected is
   * dropped instead.
   */
  async #judge(sketched: Sketched, abouts: readonly UnitMetadata[], places: RecordLocations) {
    const { source, options } = this.#parts
    const { inputs } = this.#parts.thread
    let problems: Problem[] = abouts.flatMap(({ bad }, unit) =>
      bad.map(({ record, problem }) => ({ position: sketched.firsts[unit]! + record, problem })),
    )
    let used = source
    if (abouts.some(({ withoutId }) => withoutId > 0)) used = rejectId(source, 'missing')
    else if (source.idField !== undefined) {
      const leftOut = Uint32Array.from(problems, ({ position }) => position)
      const repeated = concatenateWords(await this.#equal(sketched, SKETCH.ids, leftOut))
      if (!source.isIdDetected) problems = problems.concat(nameRepeatedIds(inputs, source, places, repeated))
      else if (repeated.length > 0) used = rejectId(source, 'repeated')
    }
    problems.sort((x, y) => x.position - y.position)
    if (problems.length > 0 && (options.onError ?? 'stop') === 'stop') {
      throw namePlaces(inputs, source, places, problems.slice(0, 1))[0]!
    }
    return {
      source: used,
      positions: Uint32Array.from(problems, ({ position }) => position),
      records: namePlaces(inputs, source, places, problems),
    }
  }

  /** Finds documents that are equal after normalization; the first of each stands for all. */
  async #collapse(
    sketched: Sketched,
    bad: Uint32Array,
  ): Promise<{ distinct: Distinct; empty: number; leftOut: Uint32Array; identicalTexts: Copies }> {
    const count = sketched.firsts.at(-1)!
    const withoutShingles = emptyPositions(this.#parts.thread.store, sketched)
    const leftOut = mergeRising(withoutShingles, bad)
    const copies = collectCopies(await this.#equal(sketched, SKETCH.contents, leftOut), count)
    const bits = sharedBits(count).fill(0xffffffff)
    for (let position = count; position < 32 * bits.length; position++) clearBit(bits, position)
    for (const position of leftOut) clearBit(bits, position)
    for (const position of copies.members) clearBit(bits, position)
    for (const position of copies.firsts) setBit(bits, position)
    return {
      distinct: { bits, count: count - leftOut.length - repeatsOf(copies), copies },
      empty: leftOut.length - bad.length,
      leftOut,
      identicalTexts: collectCopies(await this.#equal(sketched, SKETCH.texts, leftOut), count),
    }
  }

  /** For each record that equals an earlier one two words: the earlier one's position, and its own. */
  async #equal(sketched: Sketched, tag: number, leftOut: Uint32Array): Promise<Uint32Array[]> {
    const shares = equalShares(sketched.firsts.at(-1)!, this.#parts.memory)
    const found: Uint32Array[] = []
    await this.#parts.workers.run(
      Array.from({ length: shares }, (_, share) => ({
        kind: 'equal' as const,
        sketched,
        tag,
        share,
        shares,
        leftOut,
      })),
      (result, share) => {
        found[share] = result
      },
    )
    return found
  }

  async #verify(
    sketched: Sketched,
    distinct: Distinct,
    { candidates, oversized, sets }: FoundCandidates,
    places: RecordLocations,
  ): Promise<Resolved> {
    const groups = makeGroups(
      this.#parts.thread.store,
      sketched,
      candidates,
      groupCapacity(this.#parts.memory),
    )
    const stage = new VerifyStage(
      this.#parts,
      this.#units,
      sketched,
      distinct,
      oversized.groupOf,
      (name, done, total) => this.#report(name, done, total),
    )
    return stage.run(groups, candidates, places, sets)
  }

  #report(stage: Progress['stage'], done: number, total: number): void {
    this.#parts.options.onProgress?.({ stage, done, total, documents: this.#documentsRead })
  }
}

/** Tells of any position whether its document, or the one that it is a copy of, is marked. */
function withCopies(marks: Uint32Array, { firsts, offsets, members }: Copies): (position: number) => boolean {
  if (marks.length === 0) return () => false
  const all = new Uint32Array((marks.length + 31) >>> 5)
  marks.forEach((mark, position) => {
    if (mark !== 0) setBit(all, position)
  })
  firsts.forEach((first, group) => {
    if (marks[first] === 0) return
    for (let i = offsets[group]!; i < offsets[group + 1]!; i++) setBit(all, members[i]!)
  })
  return (position) => hasBit(all, position)
}
