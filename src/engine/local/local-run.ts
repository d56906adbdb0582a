import { DEFAULT_SEED } from '../../hash/mix.js'
import { enoughSets, frequentElements } from '../../join/prefix-order.js'
import type { BadRecord } from '../../model/errors.js'
import { namePlaces, nameRepeatedIds, type Problem } from './bad-records.js'
import type { Block } from './blocks/block.js'
import { withBlock } from './blocks/node-block-file.js'
import { UNKNOWN_BYTES } from './blocks/node-block-store.js'
import { readAbout } from './blocks/segments.js'
import { type Copies, collectCopies, repeatsOf } from './copies.js'
import { type CrowdSample, joinCrowds, sampleCrowds } from './crowds.js'
import { emptyPositions } from './equal-task.js'
import { furtherBlocks } from './further-blocks.js'
import { makeGroups } from './groups.js'
import type { Progress } from './local-engine.js'
import { bandShares, equalShares, groupCapacity, mostHeld, prefixShares } from './memory-budget.js'
import { estimateDocuments } from './node-estimate-documents.js'
import { readSample } from './node-read-sample.js'
import { RecordPlaces } from './places.js'
import { PORTIONS, type PrefixWishes } from './prefix-keys.js'
import { type Distinct, keptFrom, kernelOptions, type RunParts } from './run-parts.js'
import { type Settled, SettleStage } from './settle-stage.js'
import { clearBit, concatenateWords, mergeRising, setBit, sharedBits, sharedWords } from './shared.js'
import { type AboutUnit, SKETCH, type Sketched, visitUnits } from './sketched.js'
import { cutUnits, type Unit } from './units.js'

/** Blocks in which frequent elements are counted: small, because neighbours may have much in common that others have not. */
const FREQUENT_BLOCK = 4096
/** Bytes of a line for each shingle, about. */
const SHINGLE_BYTES = 7

/** Exact searches of this process so far. */
let exactRuns = 0

/** What a run found, before it is put into words. */
export interface Found extends Settled {
  readonly documents: number
  readonly empty: number
  readonly identical: number
  readonly equal: number
  readonly slowWay: number
  readonly skipped: readonly BadRecord[]
  readonly places: RecordPlaces
  /** The position of the first record of each unit, and behind the last the number of all. */
  readonly firsts: Float64Array
  readonly copies: Copies
  readonly identicalTexts: Copies
  /** Positions of bad records and of documents without a shingle, rising. */
  readonly leftOut: Uint32Array
}

/** One run: stages one after the other, each spread over the pool; what they make lies in blocks. */
export class LocalRun {
  readonly #parts: RunParts
  readonly #units: readonly Unit[]
  #documentsRead = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    this.#units = cutUnits(parts.source)
  }

  async run(): Promise<Found> {
    const { sketched, abouts } = await this.#sketch()
    const places = new RecordPlaces(this.#units, sketched)
    const bad = await this.#judge(sketched, abouts, places)
    const { distinct, empty, leftOut, identicalTexts } = await this.#collapse(sketched, bad.positions)
    const { candidates, sample } = await this.#candidates(sketched, distinct)
    const settled = await this.#settle(sketched, distinct, candidates, sample, places)
    return {
      ...settled,
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
      leftOut,
    }
  }

  /** Reads everything once: places, hashes, and band keys or prefixes of all records. */
  async #sketch(): Promise<{ sketched: Sketched; abouts: AboutUnit[] }> {
    const { blocks, memory, plan } = this.#parts
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
      prefixes,
      place: blocks.place(`sketch-${number}`, ((unit.to - unit.from) / 1000) * (40 + keyBytes)),
    }))
    const abouts: AboutUnit[] = []
    const made = await blocks.make(tasks, (number, block) => {
      const about = withBlock(block, (reader) => readAbout<AboutUnit>(reader))
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
    const { source, plan, memory } = this.#parts
    const bytes = source.files.reduce((sum, { bytes }) => sum + bytes, 0)
    const meanSize = bytes / SHINGLE_BYTES / Math.max(1, estimateDocuments(source))
    const sample = readSample(source, plan, memory.mostLineBytes, {
      documents: enoughSets(meanSize),
      blockBytes: FREQUENT_BLOCK,
    })
    const frequent = frequentElements(sample.sets)
    const shared = sharedWords(frequent.length)
    shared.set(frequent)
    return { threshold: keptFrom(this.#parts), frequent: shared, run: ++exactRuns }
  }

  /** Stops at the first bad record, or names them all; records that repeat an id are bad too. */
  async #judge(sketched: Sketched, abouts: readonly AboutUnit[], places: RecordPlaces) {
    const { source, options } = this.#parts
    let problems: Problem[] = abouts.flatMap(({ bad }, unit) =>
      bad.map(({ record, problem }) => ({ position: sketched.firsts[unit]! + record, problem })),
    )
    if (source.idField !== undefined) {
      const leftOut = Uint32Array.from(problems, ({ position }) => position)
      const repeated = concatenateWords(await this.#equal(sketched, SKETCH.ids, leftOut))
      problems = problems.concat(nameRepeatedIds(source, places, repeated))
    }
    problems.sort((x, y) => x.position - y.position)
    if (problems.length > 0 && (options.onError ?? 'stop') === 'stop') {
      throw namePlaces(source, places, problems.slice(0, 1))[0]!
    }
    return {
      positions: Uint32Array.from(problems, ({ position }) => position),
      records: namePlaces(source, places, problems),
    }
  }

  /** Finds documents that are equal after normalization; the first of each stands for all. */
  async #collapse(
    sketched: Sketched,
    bad: Uint32Array,
  ): Promise<{ distinct: Distinct; empty: number; leftOut: Uint32Array; identicalTexts: Copies }> {
    const count = sketched.firsts.at(-1)!
    const withoutShingles = emptyPositions(sketched)
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
    await this.#parts.pool.run(
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

  async #candidates(
    sketched: Sketched,
    distinct: Distinct,
  ): Promise<{ candidates: Block[]; sample: CrowdSample }> {
    const { plan, blocks } = this.#parts
    if (plan.method === 'exact') {
      return { candidates: await this.#exactCandidates(sketched, distinct), sample: sampleCrowds([], 0) }
    }
    const shares = bandShares(distinct.count, this.#parts.memory)
    const tasks = Array.from({ length: plan.bands * shares }, (_, number) => ({
      sketched,
      band: Math.floor(number / shares),
      share: number % shares,
      shares,
      distinct: distinct.bits,
      distinctCount: distinct.count,
    }))
    const nameOf = (stage: string, { band, share }: { band: number; share: number }) =>
      `${stage}-${band}-${share}-of-${shares}`
    let done = 0
    const step = () => this.#report('band', ++done, 2 * tasks.length)
    this.#report('band', 0, 2 * tasks.length)
    const crowds = await blocks.make(
      tasks.map((task) => ({
        kind: 'crowd' as const,
        ...task,
        place: blocks.place(nameOf('crowds', task), 1000),
      })),
      step,
    )
    const joined = joinCrowds(crowds, shares, sketched.firsts.at(-1)!)
    const expected = (4 * distinct.count) / shares
    const candidates = await blocks.make(
      tasks.map((task, number) => ({
        kind: 'band' as const,
        ...task,
        bands: plan.bands,
        crowds: crowds[number],
        ...joined,
        place: blocks.place(nameOf('candidates', task), expected),
      })),
      step,
    )
    const byBand = Array.from({ length: plan.bands }, (_, band) =>
      crowds.slice(band * shares, (band + 1) * shares),
    )
    return { candidates, sample: sampleCrowds(byBand, plan.scheme.seed ?? DEFAULT_SEED) }
  }

  /** The pairs that prefixes cannot tell from similar ones: all similar ones are among them. */
  async #exactCandidates(sketched: Sketched, distinct: Distinct): Promise<Block[]> {
    const { blocks, memory } = this.#parts
    const sizes = sharedWords(sketched.firsts.at(-1)!)
    visitUnits(sketched, SKETCH.sizes, (words, first) => sizes.set(words, first))
    const elements = sizes.reduce((sum, size) => sum + size, 0)
    const expected = ((1 - keptFrom(this.#parts)) * elements + sizes.length) / PORTIONS
    const shares = prefixShares(expected, memory)
    const tasks = Array.from({ length: PORTIONS * shares }, (_, number) => ({
      kind: 'prefix' as const,
      sketched,
      portion: Math.floor(number / shares),
      share: number % shares,
      shares,
      expected: expected / shares,
      distinct: distinct.bits,
      sizes,
      threshold: keptFrom(this.#parts),
      mostHeld: mostHeld(memory),
      place: blocks.place(
        `candidates-by-prefix-${Math.floor(number / shares)}-${number % shares}-of-${shares}`,
        UNKNOWN_BYTES,
      ),
    }))
    let done = 0
    this.#report('band', 0, tasks.length)
    const lists = await blocks.makeLists(tasks, furtherBlocks(blocks), () =>
      this.#report('band', ++done, tasks.length),
    )
    return lists.flat()
  }

  async #settle(
    sketched: Sketched,
    distinct: Distinct,
    candidates: readonly Block[],
    sample: CrowdSample,
    places: RecordPlaces,
  ): Promise<Settled> {
    const groups = makeGroups(sketched, candidates, groupCapacity(this.#parts.memory))
    return this.#settleStage(sketched, distinct).run(groups, candidates, sample, places)
  }

  #settleStage(sketched: Sketched, distinct: Distinct): SettleStage {
    return new SettleStage(this.#parts, this.#units, sketched, distinct, (stage, done, total) =>
      this.#report(stage, done, total),
    )
  }

  #report(stage: Progress['stage'], done: number, total: number): void {
    this.#parts.options.onProgress?.({ stage, done, total, documents: this.#documentsRead })
  }
}
