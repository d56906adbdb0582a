import { KNOWN_CONTENT_WORDS } from '../../kernel/set-lines.js'
import { countBelow } from '../../model/count-below.js'
import type { BadRecord } from '../../model/errors.js'
import type { AgainstSummary } from '../../model/report.js'
import type { Source } from '../../read/source.js'
import type { Progress } from '../engine.js'
import { addOmitted } from '../oversized/omitted-pairs.js'
import { type FoundPairs, findPairs } from './find-pairs.js'
import { type Copies, collectCopies, type EqualRecords, repeatsOf } from './identical/copies.js'
import { emptyPositions } from './identical/equal-task.js'
import { countCopiedAcross, splitCopies } from './identical/split-copies.js'
import { judgeRecords, type ReadSide } from './judge-records.js'
import { equalShares } from './memory-budget.js'
import { boundaryOf } from './read/ids.js'
import { RecordLocations } from './read/record-locations.js'
import { type SketchedUnits, sketchUnits } from './read/sketch-units.js'
import { SKETCH, type Sketched, splitSketched, type UnitMetadata } from './read/sketched.js'
import { type CutUnit, cutUnits } from './read/units.js'
import type { Distinct, ReadDocuments, RunParts } from './run-parts.js'
import { bitsExcept, clearBit, mergeRising, setBit } from './threads/shared-words.js'
import { mergeRuns } from './verify/pair-stream.js'
import type { Resolved } from './verify/verify-stage.js'

/** The raw results of a run, before they are summarized. */
export interface Found extends Omit<Resolved, 'setSizes'> {
  /** The source, without its id field if that was detected automatically and turned out not to be an id. */
  readonly source: Source
  readonly documents: number
  readonly empty: number
  readonly identical: number
  readonly equal: number
  readonly unicodeFallbacks: number
  readonly skipped: readonly BadRecord[]
  readonly locations: RecordLocations
  /** The position of the first record of each unit, followed by the total number of records. */
  readonly firsts: Float64Array
  /** Equal documents, on both sides if there are two. */
  readonly copies: Copies
  readonly identicalTexts: Copies
  /** Whether a pair was searched for exactly, although bands were used. */
  readonly searchedExactly: (a: number, b: number) => boolean
  /** The set sizes of the two documents of a pair, if its Jaccard similarity depends on them. */
  readonly setSizesOf: (a: number, b: number) => readonly [number, number] | undefined
  /** The second side, if there is one, and the position at which it begins. */
  readonly against?: AgainstSummary & { readonly boundary: number }
  /** Positions of bad records and of documents without a shingle, ascending. */
  readonly excluded: Uint32Array
}

/** The pairs that a run found, and how they were found. */
type SearchedPairs = Omit<Resolved, 'setSizes'> & Pick<Found, 'searchedExactly' | 'setSizesOf'>

/** One run: a sequence of stages, each distributed over the pool, whose output is stored in blocks. */
export class FindRun {
  #parts: RunParts
  #units: readonly CutUnit[]
  #documentsRead = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#units = cutUnits(parts.thread.inputs, parts.source)
  }

  async run(): Promise<Found> {
    const { sketched, metadata, keptSets } = await this.#sketchSides()
    const { source, thread } = this.#parts
    const locations = new RecordLocations(thread.store, this.#units, sketched)
    const boundary = boundaryOf(source, locations)
    const [own, others] = splitSketched(sketched, boundary)
    const sides: ReadSide[] = [{ side: 'own', sketched: own, metadata: metadata.slice(0, own.blocks.length) }]
    if (source.against !== undefined)
      sides.push({ side: 'other', sketched: others, metadata: metadata.slice(own.blocks.length) })
    const bad = await judgeRecords(this.#parts, sides, locations, async (side, excluded) =>
      (await this.#equal(side, SKETCH.ids, excluded)).map(({ found }) => found),
    )
    const { distinct, excluded, copies, identicalTexts } = await this.#collapse(
      sketched,
      metadata,
      bad.positions,
      boundary,
    )
    const documents = {
      units: this.#units,
      sketched,
      keptSets,
      distinct: distinct.all,
      locations,
      report: (stage: Progress['stage'], done: number, total: number) => this.#report(stage, done, total),
    }
    const within = {
      ...documents,
      units: this.#units.slice(0, own.blocks.length),
      sketched: own,
      // The search across the two sides uses them.
      keptSets: [],
      distinct: distinct.own,
    }
    const found =
      source.against === undefined
        ? await this.#findWithin(documents)
        : await this.#findAgainst(documents, within, boundary)
    const before = (positions: Uint32Array) => positions.filter((position) => position < boundary).length
    const counts = (isOwn: boolean) => {
      const inSide = (positions: Uint32Array) =>
        isOwn ? before(positions) : positions.length - before(positions)
      const records = isOwn ? boundary : locations.count - boundary
      const badOnes = inSide(bad.positions)
      return { documents: records - badOnes, empty: inSide(excluded) - badOnes }
    }
    const isOneSided = source.against === undefined
    const texts = isOneSided ? identicalTexts : splitCopies(identicalTexts, boundary).own
    const equalTexts = isOneSided ? 0 : countCopiedAcross(identicalTexts, boundary)
    return {
      ...found,
      source: bad.source,
      ...counts(true),
      identical: repeatsOf(texts),
      equal: repeatsOf(distinct.own.copies) - repeatsOf(texts),
      unicodeFallbacks: metadata.reduce((sum, { unicodeFallbacks }) => sum + unicodeFallbacks, 0),
      skipped: [...source.skipped, ...bad.records],
      locations,
      firsts: sketched.firsts,
      copies,
      identicalTexts,
      excluded,
      ...(source.against && {
        against: {
          boundary,
          ...counts(false),
          identical: equalTexts,
          equal: countCopiedAcross(copies, boundary) - equalTexts,
        },
      }),
    }
  }

  async #findWithin(documents: ReadDocuments): Promise<SearchedPairs> {
    const { searchedExactly, setSizes, ...found } = await findPairs(this.#parts, documents)
    return {
      ...found,
      searchedExactly: (a, b) => searchedExactly(a) && searchedExactly(b),
      setSizesOf: (a, b) => sizesOf(setSizes, a, b),
    }
  }

  /** Finds the pairs across the two sides and, if requested, those within the first. Each search ignores the other. */
  async #findAgainst(
    documents: ReadDocuments,
    within: ReadDocuments,
    boundary: number,
  ): Promise<SearchedPairs> {
    const { blocks, options, thread } = this.#parts
    const parts = { ...this.#parts, blocks: blocks.named('between') }
    const inside = options.alsoWithin ? await findPairs(this.#parts, within) : undefined
    const between = await findPairs(parts, { ...documents, boundary })
    const all = inside === undefined ? [between] : [inside, between]
    const resolved = all.flatMap((one) => one.resolved)
    const pairs = all.reduce((sum, one) => sum + one.pairs.count, 0)
    const relationOf = (b: number): FoundPairs => (b < boundary ? inside! : between)
    const { setSizes: _, ...found } = between
    return {
      ...found,
      candidates: all.reduce((sum, one) => sum + one.candidates, 0),
      compared: all.reduce((sum, one) => sum + one.compared, 0),
      pairs: mergeRuns(thread.store, resolved, pairs),
      pairsOmitted: addOmitted(all.map(({ pairsOmitted }) => pairsOmitted)),
      clusters: (inside ?? between).clusters,
      resolved,
      searchedExactly: (a, b) => {
        const { searchedExactly } = relationOf(Math.max(a, b))
        return searchedExactly(a) && searchedExactly(b)
      },
      setSizesOf: (a, b) => sizesOf(relationOf(Math.max(a, b)).setSizes, a, b),
    }
  }

  /** Reads both sides. From an index, only the documents that share a key with the source are read. */
  async #sketchSides(): Promise<SketchedUnits> {
    const own = await this.#sketch()
    const { findOthers } = this.#parts.options
    if (findOthers === undefined) return own
    const source = await findOthers(own.sketched)
    this.#parts = { ...this.#parts, source }
    this.#units = cutUnits(this.#parts.thread.inputs, source)
    return this.#sketch(own)
  }

  #sketch(done?: SketchedUnits): Promise<SketchedUnits> {
    const report = (bytes: number, total: number, records: number) => {
      this.#documentsRead = records
      this.#report('sketch', bytes, total)
    }
    return sketchUnits(this.#parts, this.#units, report, done)
  }

  /** Finds documents that are equal after normalization; the first of each side represents the others of that side. */
  async #collapse(sketched: Sketched, metadata: readonly UnitMetadata[], bad: Uint32Array, boundary: number) {
    const count = sketched.firsts.at(-1)!
    const withoutShingles = emptyPositions(this.#parts.thread.store, sketched, metadata)
    const excluded = mergeRising(withoutShingles, bad)
    const equal = await this.#equal(sketched, SKETCH.contents, excluded)
    const copies = collectCopies(
      equal.map(({ found }) => found),
      count,
    )
    const bySide = boundary === count ? { own: copies, all: copies } : splitCopies(copies, boundary)
    const all = distinctOf(count, excluded, bySide.all)
    return {
      distinct: { all, own: boundary === count ? all : distinctOf(boundary, excluded, bySide.own) },
      excluded,
      copies,
      identicalTexts: equal.every(({ texts }) => texts === undefined)
        ? copies
        : collectCopies(
            equal.map(({ found, texts = found }) => texts),
            count,
          ),
    }
  }

  /** The records that equal an earlier one. */
  async #equal(sketched: Sketched, tag: number, excluded: Uint32Array): Promise<EqualRecords[]> {
    const isKnownInPart = tag === SKETCH.contents && this.#parts.source.against?.holdsSets === true
    const words = isKnownInPart ? KNOWN_CONTENT_WORDS : tag === SKETCH.contents ? 4 : 2
    const count = sketched.firsts.at(-1)!
    const shares = equalShares(count, this.#parts.memory)
    const wanted = bitsExcept(count, excluded)
    const found: EqualRecords[] = []
    await this.#parts.workers.run(
      Array.from({ length: shares }, (_, share) => ({
        kind: 'equal' as const,
        sketched,
        tag,
        words,
        share,
        shares,
        wanted,
      })),
      (result, share) => {
        found[share] = result
      },
    )
    return found
  }

  #report(stage: Progress['stage'], done: number, total: number): void {
    this.#parts.options.onProgress?.({ stage, done, total, documents: this.#documentsRead })
  }
}

function sizesOf(setSizes: Uint32Array, a: number, b: number): readonly [number, number] | undefined {
  // Copies of a document that is similar to no other were never compared, and have no size here.
  if (setSizes.length === 0 || setSizes[a] === 0 || setSizes[b] === 0) return undefined
  return [setSizes[a]!, setSizes[b]!]
}

/** The documents before a position that are neither left out nor equal to an earlier one. */
function distinctOf(count: number, excluded: Uint32Array, copies: Copies): Distinct {
  const bits = bitsExcept(count, excluded)
  const { firsts, members } = copies
  // Plain loops: there can be millions, and this code runs once and is not compiled by then.
  for (let i = 0; i < members.length; i++) clearBit(bits, members[i]!)
  for (let i = 0; i < firsts.length; i++) setBit(bits, firsts[i]!)
  return { bits, count: count - countBelow(excluded, count) - repeatsOf(copies), copies }
}
