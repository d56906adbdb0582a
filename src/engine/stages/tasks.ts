// The tasks of workers. Large arrays are shared or stored in blocks; only the sample of a plan is copied.

import type { BandLayout } from '../../band/s-curve.js'
import type { RangePairs } from '../../join/fast/join-range.js'
import type { KernelOptions } from '../../kernel/kernel.js'
import type { MaxGroup, Plan } from '../../model/plan.js'
import type { SetCollection } from '../../model/set-collection.js'
import type { DocumentSimilarity } from '../../model/similarity.js'
import type { LargeLevels } from '../../plan/large-buckets.js'
import type { PrefixStatistics } from '../../plan/prefix-statistics.js'
import type { DistinctSample } from '../../plan/sample.js'
import type { OnError } from '../../read/bad-records.js'
import type { ComparedWithHubs } from '../oversized/hub-comparison.js'
import type { Hub } from '../oversized/hubs.js'
import type { Workers } from '../ports.js'
import type { BandKeys } from './bands/band-keys.js'
import type { Block, BlockLocation } from './blocks/block.js'
import type { ContentsTask } from './contents/contents-task.js'
import type { AddedWords, Components } from './groups/components.js'
import type { Groups, Tile } from './groups/groups.js'
import type { Copies, EqualRecords } from './identical/copies.js'
import type { FoundInRecord, ItemsTask } from './items/items-task.js'
import type { SetTask } from './join/join-task.js'
import type { PrefixRequest, PrefixShare } from './prefixes/prefix-keys.js'
import type { SamplePart, SampleTask } from './read/sample-task.js'
import type { SetSource } from './read/set-reader.js'
import type { Sketched } from './read/sketched.js'
import type { Unit } from './read/units.js'

/** Which pairs a task searches for. */
interface SideBoundary {
  /** The first position of the second side: only pairs across it are listed. Undefined: all pairs. */
  readonly boundary?: number | undefined
}

/** Read a unit: records with their band keys or prefixes. */
export interface SketchTask {
  readonly kind: 'sketch'
  readonly unit: Unit
  readonly kernel: KernelOptions
  /** The longest line that fits into memory, in bytes. */
  readonly maxLineBytes: number
  /** What happens at a longer line. */
  readonly onError: OnError
  /** How prefixes are made, if an exact search needs them instead of band keys. */
  readonly prefixes: PrefixRequest | undefined
  /** Whether the ids are kept as well, so that no line has to be read again for its id. */
  readonly keepsIds: boolean
  /** Where the sets are kept, in a second block, so that few lines have to be read again for their sets. Undefined: they are not kept. */
  readonly setsLocation: BlockLocation | undefined
  readonly location: BlockLocation
}

/** Find the records that equal an earlier one. */
export interface EqualTask {
  readonly kind: 'equal'
  readonly sketched: Sketched
  /** Which hashes are compared: those of contents or those of ids. */
  readonly tag: number
  /** The number of words of each hash that are compared. */
  readonly words: number
  readonly share: number
  readonly shares: number
  /** The records that are compared, one bit per position. Shared. */
  readonly wanted: Uint32Array
}

/** Find the buckets of a band that are too large to compare all their pairs. */
export interface LargeBucketsTask extends BandKeys, SideBoundary {
  readonly kind: 'large-buckets'
  readonly location: BlockLocation
}

/** Compare the documents of a unit with hubs, and find those whose groups exceed the limit. */
export interface HubTask {
  readonly kind: 'hub'
  readonly hubs: readonly Hub[]
  /** The number of draws that produced the hubs. */
  readonly draws: number
  readonly limit: number
  /** The sets of the hubs. Shared: threads keep their index. */
  readonly hubSets: SetCollection
  /** The sets of the unit that are in these chunks. */
  readonly sets: Block
  readonly from: number
  readonly to: number
  /** For each position, whether it is compared. Shared. */
  readonly isWanted: Uint32Array
  readonly threshold: number
  readonly similarity: DocumentSimilarity
}

/** Find the similar pairs between two chunks of the documents in large buckets. */
export interface LargeJoinTask {
  readonly kind: 'large-join'
  readonly one: number
  readonly other: number
  readonly sets: readonly Block[]
  readonly threshold: number
  readonly similarity: DocumentSimilarity
  /** The groups of oversized documents. Shared. */
  readonly oversizedOf: Uint32Array
  /** The number of candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly location: BlockLocation
}

/** Find the candidates of one band. */
export interface BandTask extends BandKeys, SideBoundary {
  readonly kind: 'band'
  /**
   * Nonzero for each position whose document is in a large bucket; two such documents are searched exactly. Shared; empty if there are
   * none.
   */
  readonly largeOf: Uint32Array
  /** The groups of oversized documents. Shared; empty if there are none. */
  readonly oversizedOf: Uint32Array
  /** The number of candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly location: BlockLocation
}

/** Find the pairs that connect oversized documents which share a bucket of one band. */
export interface ConnectTask extends BandKeys, SideBoundary {
  readonly kind: 'connect'
  /** The groups of oversized documents. Shared. */
  readonly oversizedOf: Uint32Array
  /** The number of candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly location: BlockLocation
}

/** Find the pairs whose prefixes share an element of a portion. */
export interface PrefixTask extends PrefixShare, SideBoundary {
  readonly kind: 'prefix'
  /** The set sizes of all documents. Shared. */
  readonly sizes: Uint32Array
  /** The bits of all documents: see difference-bits.ts. Shared; empty if there are none. */
  readonly bits: Uint32Array
  readonly threshold: number
  readonly similarity: DocumentSimilarity
  /** The groups of oversized documents. Shared; empty if there are none. */
  readonly oversizedOf: Uint32Array
  /** The number of candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly location: BlockLocation
}

/** Make the sets of the documents of a unit that are in a group. */
export interface SetsTask {
  readonly kind: 'sets'
  readonly unit: Unit
  readonly kernel: KernelOptions
  /** The sketch of the unit, the position of its first record, and the number of its records. */
  readonly sketch: Block
  readonly first: number
  readonly count: number
  /** The group of each position, or 0. Shared. */
  readonly groupOf: Uint32Array
  /** Sets of the unit that were made earlier. Nothing reads them afterwards. */
  readonly known: Block | undefined
  /** Whether the known sets of documents that are in no group are kept as well, for a later stage. */
  readonly keepsUngrouped: boolean
  readonly location: BlockLocation
}

/** Connect the documents of some candidates. */
export interface UniteTask {
  readonly kind: 'unite'
  readonly candidates: readonly Block[]
  readonly components: Components
}

/** Add the weights of the documents of some units to those of their components. */
export interface WeighTask {
  readonly kind: 'weigh'
  readonly sketched: Sketched
  readonly components: Components
}

/** Sort some candidates by the tiles that compare them. */
export interface TilesTask extends Pick<Groups, 'groupOf' | 'count' | 'whole' | 'tiles'> {
  readonly kind: 'tiles'
  readonly candidates: readonly Block[]
  /** The number of candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly location: BlockLocation
}

/** Where verified pairs are stored. */
export interface VerifyTarget {
  readonly location: BlockLocation
  /** Whether the verified pairs of distinct documents are kept as well, for use with other thresholds. */
  readonly keepVerified: boolean
}

/** How verified pairs become clusters. */
export interface ClusterRequest extends SideBoundary {
  readonly threshold: number
  readonly similarity: DocumentSimilarity
  readonly method: 'components' | 'stars'
  readonly copies: Copies
  /** Groups larger than this list connecting pairs only. */
  readonly maxGroup: MaxGroup
  /** The groups of documents that are known to be oversized. Shared; empty if there are none. */
  readonly oversizedOf: Uint32Array
}

/** Compare the candidates of a tile by their sets, and cluster the pairs. */
export interface VerifyTask extends VerifyTarget, ClusterRequest {
  readonly kind: 'verify'
  readonly tile: Tile
  /** The number of the tile. */
  readonly number: number
  /** Whether everything connected to a document of the tile is in the tile. Only then are clusters made. */
  readonly isWhole: boolean
  readonly sets: readonly Block[]
  /** Sorted by tile. */
  readonly candidates: readonly Block[]
  /** The number of candidates held at a time, if the tile is not whole. */
  readonly maxHeld: number
  /** The minimum similarity of a pair that is kept; at most the threshold. */
  readonly keepFrom: number
}

/** Make clusters of the copies of documents that have no candidates. */
export interface CopiesTask extends VerifyTarget, ClusterRequest {
  readonly kind: 'copies'
  /** The range of the first copies. */
  readonly from: number
  readonly to: number
  readonly groupOf: Uint32Array
}

/** Cluster the documents of components that are spread over several groups, or list their pairs. */
export interface SpreadTask extends VerifyTarget, ClusterRequest, Pick<Groups, 'groupOf' | 'whole'> {
  readonly kind: 'spread'
  readonly makes: 'clusters' | 'pairs'
  /** The verified pairs of the groups that are not whole, in sorted runs, and how many they are. */
  readonly verified: readonly Block[]
  readonly pairs: number
  /** The number of pairs that are kept in memory, if they are not more. */
  readonly maxHeld: number
  /** The minimum similarity of a pair that is kept; at most the threshold. */
  readonly keepFrom: number
  /** Where pairs are sorted if stars need it. */
  readonly sorted: BlockLocation
  /** What sets of single documents are made from. */
  readonly source: SetSource
  readonly plan: Plan
  readonly units: readonly Unit[]
  readonly sketched: Sketched
}

/** Compare the documents of a unit with those sampled for an audit. */
export interface AuditTask {
  readonly kind: 'audit'
  readonly unit: Unit
  readonly kernel: KernelOptions
  /** The position of the first record of the unit. */
  readonly first: number
  /** The sets of the sampled documents. Shared. */
  readonly sampledSets: SetCollection
  readonly threshold: number
  readonly similarity: DocumentSimilarity
  /** The longest line that the run read, in bytes. */
  readonly maxLineBytes: number
  /** Whether the unit belongs to the second side. If the similarity has a direction, sampled documents are contained in its documents. */
  readonly isAgainst: boolean
}

/** Estimate the cost of an exact search. */
interface TryPrefixesTask {
  readonly kind: 'try-prefixes'
  readonly distinct: DistinctSample
  readonly threshold: number
  readonly similarity: DocumentSimilarity
}

/** Find which documents of large buckets are in large buckets of which layouts. */
interface TryLayoutsTask {
  readonly kind: 'try-layouts'
  readonly large: DistinctSample
  readonly layouts: readonly BandLayout[]
}

/** Tasks that write blocks: one each unless documented otherwise. */
export type BlockTask =
  | SketchTask
  | LargeBucketsTask
  | LargeJoinTask
  | BandTask
  | ConnectTask
  | PrefixTask
  | SetsTask
  | TilesTask
  | VerifyTask
  | CopiesTask
  | SpreadTask

/** Tasks of a search of documents. */
export type DocumentTask =
  | BlockTask
  | EqualTask
  | UniteTask
  | WeighTask
  | AuditTask
  | HubTask
  | SampleTask
  | TryPrefixesTask
  | TryLayoutsTask
  | ItemsTask

export type Task = DocumentTask | SetTask | ContentsTask

export type TaskResult<Requested extends Task> = Requested extends AuditTask
  ? Uint32Array
  : Requested extends EqualTask
    ? EqualRecords
    : Requested extends HubTask
      ? ComparedWithHubs
      : Requested extends SetTask
        ? RangePairs
        : Requested extends TryPrefixesTask
          ? PrefixStatistics
          : Requested extends TryLayoutsTask
            ? LargeLevels
            : Requested extends SampleTask
              ? SamplePart
              : Requested extends ItemsTask
                ? readonly FoundInRecord[]
                : Requested extends UniteTask | WeighTask
                  ? AddedWords
                  : Block[]

/** Threads that run the tasks of a run. */
export interface TaskWorkers extends Workers<Task> {
  run<Requested extends Task>(
    tasks: readonly Requested[],
    take: (result: TaskResult<Requested>, number: number) => void,
    shareOf?: (first: number) => number,
  ): Promise<void>
}
