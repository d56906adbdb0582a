import { keptFrom, similarityIn } from '../../../model/plan.js'
import type { OmittedPairs } from '../../../model/report.js'
import { isJaccardOpen } from '../../../model/similarity.js'
import type { Progress } from '../../engine.js'
import { countOmitted, type OversizedSample } from '../../oversized/omitted-pairs.js'
import type { Blocks } from '../../ports.js'
import { type Block, UNKNOWN_BYTES } from '../blocks/block.js'
import { continuationBlocks } from '../blocks/continuation-blocks.js'
import { readMetadata, withBlock } from '../blocks/segments.js'
import { cutCandidates } from '../candidates/candidates.js'
import { ClusterTable } from '../cluster/cluster-table.js'
import type { Groups } from '../groups/groups.js'
import { makeSets } from '../groups/make-sets.js'
import { positionsWhere } from '../groups/positions-where.js'
import { visitSetSizes } from '../groups/stored-sets.js'
import { CopiesOfDocuments } from '../identical/copies.js'
import { candidateTasks, maxHeld } from '../memory-budget.js'
import type { RecordLocations } from '../read/record-locations.js'
import { SetReader, setSourceOf } from '../read/set-reader.js'
import type { Sketched } from '../read/sketched.js'
import type { Unit } from '../read/units.js'
import type { Distinct, RunParts } from '../run-parts.js'
import { sampleOversized } from './oversized-sample.js'
import { mergeRuns, type PairStream } from './pair-stream.js'
import type { ResolvedMetadata } from './resolve.js'

/** The number of documents with copies that are resolved at a time: few enough to make several tasks per worker of a large collection. */
const COPIES_AT_ONCE = 2 ** 14

/** The result of verifying the candidates. */
export interface Resolved {
  /** As in `FindSummary`. */
  readonly candidates: number
  readonly compared: number
  readonly pairs: PairStream
  readonly pairsOmitted: OmittedPairs
  /** A sample of the pairs of oversized documents, if there are any. */
  readonly oversizedSample: OversizedSample | undefined
  /** The groups of oversized documents; empty if there are none. */
  readonly oversizedOf: Uint32Array
  readonly clusters: ClusterTable
  /** The set size of each document that is in a pair, by position, if the Jaccard similarity of a pair depends on it; empty otherwise. */
  readonly setSizes: Uint32Array
  /** The blocks with the verified pairs of distinct documents, if these are kept: each first block, followed by its continuation blocks. */
  readonly resolved: readonly Block[]
}

/** Turns candidates into verified pairs, and these into clusters, group by group. */
export class VerifyStage {
  readonly #parts: RunParts
  readonly #units: readonly Unit[]
  readonly #sketched: Sketched
  readonly #distinct: Distinct
  readonly #oversizedOf: Uint32Array
  readonly #report: (stage: Progress['stage'], done: number, total: number) => void
  readonly #boundary: number | undefined

  /** @param boundary the first position of the second side, if candidates are pairs across two sides */
  constructor(
    parts: RunParts,
    units: readonly Unit[],
    sketched: Sketched,
    distinct: Distinct,
    oversizedOf: Uint32Array,
    report: (stage: Progress['stage'], done: number, total: number) => void,
    boundary?: number,
  ) {
    this.#boundary = boundary
    this.#parts = parts
    this.#units = units
    this.#sketched = sketched
    this.#distinct = distinct
    this.#oversizedOf = oversizedOf
    this.#report = report
  }

  /** @param known for each unit, the sets that were made earlier, if any; they are overwritten */
  async run(
    groups: Groups,
    candidates: readonly Block[],
    locations: RecordLocations,
    known: readonly (Block | undefined)[],
  ): Promise<Resolved> {
    const sets = await makeSets(
      this.#parts,
      this.#units,
      this.#sketched,
      groups.groupOf,
      groups.name,
      (done, total) => this.#report('sets', done, total),
      known,
    )
    const tiles = await this.#verifyTiles(groups, candidates, sets)
    const copies = this.#boundary === undefined ? await this.#resolveCopies(groups) : []
    this.#report('cluster', 0, 1)
    const spread = await this.#resolveSpread(groups, tiles.slice(groups.whole))
    const whole = [...tiles.slice(0, groups.whole), ...copies]
    const resolved = [...whole, ...spread.pairs]
    const { store } = this.#parts.thread
    const metadata = resolved.map(([block]) => resolvedMetadata(store, block!))
    const clusters = ClusterTable.merge(
      [...whole, ...spread.clusters].map(([block]) =>
        withBlock(store, block!, (blockReader) => ClusterTable.read(blockReader)),
      ),
    )
    const oversizedSample = this.#sampleOversized(clusters, sets, locations)
    const compared = tiles.reduce((sum, [block]) => sum + resolvedMetadata(store, block!).compared, 0)
    return {
      // What an exact search compares is up to the engine, so only the similar pairs count as candidates.
      candidates: this.#parts.plan.method === 'exact' ? sumOf(metadata, 'similar') : compared,
      compared,
      pairs: mergeRuns(store, resolved.flat(), sumOf(metadata, 'pairs')),
      pairsOmitted: countOmitted(
        sumOf(metadata, 'omitted'),
        oversizedSample === undefined ? [] : [oversizedSample.inClusters],
        sumOf(metadata, 'betweenOversized'),
        this.#parts.plan.threshold,
      ),
      oversizedSample,
      oversizedOf: this.#oversizedOf,
      setSizes: this.#setSizes(sets),
      resolved: resolved.flat(),
      clusters,
    }
  }

  async #verifyTiles(
    groups: Groups,
    candidates: readonly Block[],
    sets: readonly Block[],
  ): Promise<Block[][]> {
    const { blocks, memory, thread } = this.#parts
    let done = 0
    this.#report('verify', 0, groups.tiles.length)
    const sorted = await this.#sortByTile(groups, candidates)
    const tasks = groups.tiles.map((tile, number) => ({
      kind: 'verify' as const,
      tile,
      number,
      isWhole: number < groups.whole,
      sets,
      candidates: sorted,
      maxHeld: maxHeld(memory),
      ...this.#request(),
      location: blocks.locate(`verified-${tile.one}-${tile.other}-of-${groups.name}`, UNKNOWN_BYTES),
    }))
    return blocks.makeLists(tasks, continuationBlocks(blocks, thread.store), () =>
      this.#report('verify', ++done, groups.tiles.length),
    )
  }

  /** Sorts the candidates by the tiles that compare them. */
  async #sortByTile(
    { groupOf, count, whole, tiles, name }: Groups,
    candidates: readonly Block[],
  ): Promise<Block[]> {
    const { blocks, memory, thread } = this.#parts
    const parts = cutCandidates(thread.store, candidates, candidateTasks(memory))
    const tasks = parts.map((part, number) => ({
      kind: 'tiles' as const,
      candidates: part,
      groupOf,
      count,
      whole,
      tiles,
      maxHeld: maxHeld(memory),
      location: blocks.locate(`tiles-${number}-${parts.length}-of-${name}`, UNKNOWN_BYTES),
    }))
    const lists = await blocks.makeLists(tasks, continuationBlocks(blocks, thread.store))
    return lists.flat()
  }

  async #resolveCopies({ groupOf }: Groups): Promise<Block[][]> {
    const { blocks, thread } = this.#parts
    const { firsts } = this.#distinct.copies
    const parts = Math.ceil(firsts.length / COPIES_AT_ONCE)
    const tasks = Array.from({ length: parts }, (_, i) => ({
      kind: 'copies' as const,
      from: i * COPIES_AT_ONCE,
      to: Math.min(firsts.length, (i + 1) * COPIES_AT_ONCE),
      groupOf,
      ...this.#request(),
      location: blocks.locate(`copies-${i}-of-${parts}`, UNKNOWN_BYTES),
    }))
    return blocks.makeLists(tasks, continuationBlocks(blocks, thread.store))
  }

  /**
   * Clusters the documents of components that are too large for any group to hold, and lists their pairs: at the same time, unless memory is
   * limited. Returns no list of blocks if there are no such components, and no clusters for pairs across two sides.
   */
  async #resolveSpread(
    groups: Groups,
    tiles: readonly Block[][],
  ): Promise<{ clusters: Block[][]; pairs: Block[][] }> {
    if (groups.count === groups.whole) return { clusters: [], pairs: [] }
    const { blocks, memory, source, plan, thread } = this.#parts
    const task = {
      kind: 'spread' as const,
      groupOf: groups.groupOf,
      whole: groups.whole,
      verified: tiles.flat(),
      pairs: sumOf(
        tiles.map(([block]) => resolvedMetadata(thread.store, block!)),
        'pairs',
      ),
      maxHeld: maxHeld(memory),
      ...this.#request(),
      sorted: blocks.locate(`sorted-spread-of-${groups.name}`, UNKNOWN_BYTES),
      source: setSourceOf(source),
      plan,
      units: this.#units,
      sketched: this.#sketched,
    }
    const makeTask = (makes: 'clusters' | 'pairs', name: string) => ({
      ...task,
      makes,
      location: blocks.locate(`${name}-spread-of-${groups.name}`, UNKNOWN_BYTES),
    })
    const clustering = this.#boundary === undefined ? [makeTask('clusters', 'clustered')] : []
    const listing = makeTask('pairs', 'verified')
    const find = continuationBlocks(blocks, thread.store)
    if (memory.blocks === Number.POSITIVE_INFINITY) {
      const made = await blocks.makeLists([...clustering, listing], find)
      return { clusters: made.slice(0, clustering.length), pairs: made.slice(clustering.length) }
    }
    const clusters = await blocks.makeLists(clustering, find)
    return { clusters, pairs: await blocks.makeLists([listing], find) }
  }

  #setSizes(sets: readonly Block[]): Uint32Array {
    const { plan, thread } = this.#parts
    if (plan.method === 'exact' || !isJaccardOpen(similarityIn(plan))) return new Uint32Array(0)
    const sizes = new Uint32Array(this.#sketched.firsts.at(-1)!)
    visitSetSizes(thread.store, sets, (position, size) => {
      sizes[position] = size
    })
    const { firsts, offsets, members } = this.#distinct.copies
    firsts.forEach((first, group) => {
      for (let i = offsets[group]!; i < offsets[group + 1]!; i++) sizes[members[i]!] = sizes[first]!
    })
    return sizes
  }

  #sampleOversized(clusters: ClusterTable, sets: readonly Block[], locations: RecordLocations) {
    const positions = positionsWhere(this.#oversizedOf, (group) => group !== 0)
    if (positions.length === 0) return undefined
    const oversized = new CopiesOfDocuments(positions, this.#distinct.copies)
    const { thread, source, plan } = this.#parts
    const reader = new SetReader(thread, source, locations, plan)
    try {
      return sampleOversized(thread.store, oversized, clusters, sets, reader, this.#boundary)
    } finally {
      reader.close()
    }
  }

  #request() {
    const { plan, options } = this.#parts
    return {
      threshold: plan.threshold,
      similarity: similarityIn(plan),
      keepFrom: keptFrom(plan),
      method: options.clusters ?? 'components',
      copies: this.#distinct.copies,
      maxGroup: plan.maxGroup,
      oversizedOf: this.#oversizedOf,
      keepVerified: options.keepVerified === true || keptFrom(plan) < plan.threshold,
      boundary: this.#boundary,
    } as const
  }
}

function resolvedMetadata(store: Blocks, block: Block): ResolvedMetadata {
  return withBlock(store, block, (reader) => readMetadata<ResolvedMetadata>(reader))
}

function sumOf(metadata: readonly ResolvedMetadata[], name: keyof ResolvedMetadata): number {
  return metadata.reduce((sum, one) => sum + one[name], 0)
}
