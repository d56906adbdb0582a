import type { PairBatch } from '../../model/pair.js'
import type { Block } from './blocks/block.js'
import { withBlock } from './blocks/node-block-file.js'
import { UNKNOWN_BYTES } from './blocks/node-block-store.js'
import { readAbout } from './blocks/segments.js'
import { sortOutCandidates } from './candidates-by-tile.js'
import { ClusterTable } from './cluster-table.js'
import { type CrowdSample, togetherIn } from './crowds.js'
import { DocumentNumbers } from './document-numbers.js'
import { furtherBlocks } from './further-blocks.js'
import type { Groups } from './groups.js'
import type { Progress } from './local-engine.js'
import { mostHeld } from './memory-budget.js'
import { sortInRuns } from './pair-sort.js'
import { keepFew, mergeRuns, type PairStream } from './pair-stream.js'
import type { RecordPlaces } from './places.js'
import { type Distinct, keptFrom, kernelOptions, type RunParts } from './run-parts.js'
import { SetReader } from './set-reader.js'
import { type AboutSettled, settle } from './settle.js'
import { SKETCH, type Sketched, visitUnits } from './sketched.js'
import type { Unit } from './units.js'

/** Documents with copies that are settled at once. */
const COPIES_AT_ONCE = 50_000
/** Words that a set takes in a block besides its elements: its position and its size. */
const SET_WORDS = 2

/** What comes of the candidates. */
export interface Settled {
  readonly candidates: number
  readonly pairs: PairStream
  readonly pairsOmitted: number
  readonly clusters: ClusterTable
  /** The blocks that have the verified pairs of distinct documents, if these are kept: each first one before its further ones. */
  readonly settled: readonly Block[]
}

/** Candidates become verified pairs, and these clusters: group by group. */
export class SettleStage {
  readonly #parts: RunParts
  readonly #units: readonly Unit[]
  readonly #sketched: Sketched
  readonly #distinct: Distinct
  readonly #report: (stage: Progress['stage'], done: number, total: number) => void

  constructor(
    parts: RunParts,
    units: readonly Unit[],
    sketched: Sketched,
    distinct: Distinct,
    report: (stage: Progress['stage'], done: number, total: number) => void,
  ) {
    this.#parts = parts
    this.#units = units
    this.#sketched = sketched
    this.#distinct = distinct
    this.#report = report
  }

  async run(
    groups: Groups,
    candidates: readonly Block[],
    sample: CrowdSample,
    places: RecordPlaces,
  ): Promise<Settled> {
    const sets = await this.#makeSets(groups)
    const tiles = await this.#settleTiles(groups, candidates, sets)
    const copies = await this.#settleCopies(groups)
    const reader = new SetReader(this.#parts.source, places, kernelOptions(this.#parts, true))
    try {
      this.#report('cluster', 0, 1)
      const spread = this.#settleSpread(groups, tiles.slice(groups.whole), reader)
      const settled = [...tiles.slice(0, groups.whole), ...copies, spread]
      const abouts = settled.map(([block]) => aboutSettled(block!))
      const unlisted = this.#estimateUnlisted(sample, reader, settled.flat())
      return {
        candidates: tiles.reduce((sum, [block]) => sum + aboutSettled(block!).candidates, 0),
        pairs: mergeRuns(settled.flat(), sumOf(abouts, 'pairs')),
        pairsOmitted: unlisted + sumOf(abouts, 'omitted'),
        settled: settled.flat(),
        clusters: ClusterTable.merge(
          settled.map(([block]) => withBlock(block!, (blockReader) => ClusterTable.read(blockReader))),
        ),
      }
    } finally {
      reader.close()
    }
  }

  /** Reads the documents that have a group again and makes their sets: a block for each unit. */
  async #makeSets({ groupOf, name }: Groups): Promise<Block[]> {
    const { blocks } = this.#parts
    const kernel = kernelOptions(this.#parts, true)
    const { firsts } = this.#sketched
    const bytes = setBytes(this.#sketched, groupOf)
    const tasks = this.#units.map((unit, number) => ({
      kind: 'sets' as const,
      unit,
      kernel,
      sketch: this.#sketched.blocks[number]!,
      first: firsts[number]!,
      count: firsts[number + 1]! - firsts[number]!,
      groupOf,
      place: blocks.place(`sets-of-${name}-${number}`, bytes.get(firsts[number]!) ?? 0),
    }))
    let done = 0
    return blocks.make(tasks, () => this.#report('sets', ++done, tasks.length))
  }

  async #settleTiles(
    groups: Groups,
    candidates: readonly Block[],
    sets: readonly Block[],
  ): Promise<Block[][]> {
    const { blocks, memory } = this.#parts
    let done = 0
    this.#report('verify', 0, groups.tiles.length)
    const sorted = this.#sortOut(groups, candidates)
    const tasks = groups.tiles.map((tile, number) => ({
      kind: 'settle' as const,
      tile,
      number,
      isWhole: number < groups.whole,
      sets,
      candidates: sorted,
      mostHeld: mostHeld(memory),
      ...this.#wishes(),
      place: blocks.place(`settled-${tile.one}-${tile.other}-of-${groups.name}`, UNKNOWN_BYTES),
    }))
    return blocks.makeLists(tasks, furtherBlocks(blocks), () =>
      this.#report('verify', ++done, groups.tiles.length),
    )
  }

  #sortOut(groups: Groups, candidates: readonly Block[]): Block[] {
    const { blocks } = this.#parts
    const place = blocks.place(`tiles-of-${groups.name}`, UNKNOWN_BYTES)
    const first = blocks.find(place)
    const found = first && furtherBlocks(blocks)(first, place)
    if (found !== undefined) return found
    const made = sortOutCandidates(groups, candidates, place)
    blocks.add(made)
    return made
  }

  async #settleCopies({ groupOf }: Groups): Promise<Block[][]> {
    const { blocks } = this.#parts
    const { firsts } = this.#distinct.copies
    const tasks = Array.from({ length: Math.ceil(firsts.length / COPIES_AT_ONCE) }, (_, i) => ({
      kind: 'copies' as const,
      from: i * COPIES_AT_ONCE,
      to: Math.min(firsts.length, (i + 1) * COPIES_AT_ONCE),
      groupOf,
      ...this.#wishes(),
      place: blocks.place(`copies-${i}`, UNKNOWN_BYTES),
    }))
    return blocks.makeLists(tasks, furtherBlocks(blocks))
  }

  /** What is tied in such numbers that no group has it whole. Of its pairs few are in memory at a time. */
  #settleSpread(groups: Groups, tiles: readonly Block[][], reader: SetReader): Block[] {
    const { blocks, memory } = this.#parts
    const place = blocks.place(`settled-spread-of-${groups.name}`, UNKNOWN_BYTES)
    const first = blocks.find(place)
    const found = first && furtherBlocks(blocks)(first, place)
    if (found !== undefined) return found
    const documents = spreadDocuments(groups)
    const numbers = new DocumentNumbers(documents)
    const abouts = tiles.map(([block]) => aboutSettled(block!))
    const verified = mergeRuns(tiles.flat(), sumOf(abouts, 'pairs'))
    const sorted = blocks.place(`sorted-spread-of-${groups.name}`, UNKNOWN_BYTES)
    const wishes = {
      ...this.#wishes(),
      similarity: (x: number, y: number) => reader.similarity(documents[x]!, documents[y]!),
      sort: (pairs: Iterable<PairBatch>) => sortInRuns(sorted, pairs),
    }
    const byNumber = keepFew(() => numbers.ofBatches(verified.batches()), verified.count, mostHeld(memory))
    const made = settle(documents, byNumber, wishes, { ...wishes, place }, 0)
    blocks.add(made)
    return made
  }

  #wishes() {
    const { plan, options } = this.#parts
    return {
      threshold: plan.threshold,
      keepFrom: keptFrom(this.#parts),
      method: options.clusters ?? 'components',
      copies: this.#distinct.copies,
      keepVerified: options.runDir !== undefined,
    } as const
  }

  /** How many true pairs of crowds are not listed, by the sample of them. */
  #estimateUnlisted(sample: CrowdSample, reader: SetReader, settled: readonly Block[]): number {
    if (sample.pairs.length === 0) return 0
    const { threshold } = this.#parts.plan
    const together = togetherIn(sample, this.#sketched.firsts.at(-1)!)
    const isTrue = sample.pairs.filter(([a, b]) => reader.similarity(a, b) >= threshold)
    let inside = 0
    for (const { a, b, count } of mergeRuns(settled, 0).unordered()) {
      for (let i = 0; i < count; i++) if (together(a[i]!, b[i]!)) inside++
    }
    return Math.max(0, Math.round((sample.outOf * isTrue.length) / sample.pairs.length) - inside)
  }
}

function aboutSettled(block: Block): AboutSettled {
  return withBlock(block, (reader) => readAbout<AboutSettled>(reader))
}

function sumOf(abouts: readonly AboutSettled[], name: keyof AboutSettled): number {
  return abouts.reduce((sum, about) => sum + about[name], 0)
}

/** Bytes of the sets of each unit that is not empty, by the position of its first record. */
function setBytes(sketched: Sketched, groupOf: Uint32Array): Map<number, number> {
  const bytes = new Map<number, number>()
  visitUnits(sketched, SKETCH.sizes, (sizes, first, count) => {
    let words = 0
    for (let i = 0; i < count; i++) if (groupOf[first + i] !== 0) words += sizes[i]! + SET_WORDS
    bytes.set(first, 4 * words)
  })
  return bytes
}

/** The documents of all groups behind the whole ones, rising. */
function spreadDocuments({ groupOf, whole, count }: Groups): Uint32Array {
  if (count === whole) return new Uint32Array(0)
  let spread = 0
  for (let i = 0; i < groupOf.length; i++) if (groupOf[i]! > whole) spread++
  const positions = new Uint32Array(spread)
  let end = 0
  for (let i = 0; i < groupOf.length; i++) if (groupOf[i]! > whole) positions[end++] = i
  return positions
}
