// What a worker is asked. Large arrays are shared or lie in blocks; only the sample of a plan is copied.

import type { RangePairs } from '../../join/fast/join-range.js'
import type { KernelOptions } from '../../kernel/kernel.js'
import type { MaxGroup } from '../../model/plan.js'
import type { SetCollection } from '../../model/set-collection.js'
import type { DocumentSimilarity } from '../../model/similarity.js'
import type { PrefixStatistics } from '../../plan/prefix-statistics.js'
import type { Sample } from '../../plan/sample.js'
import type { OnError } from '../../read/bad-records.js'
import type { Workers } from '../ports.js'
import type { BandKeys } from './bands/band-keys.js'
import type { Block, BlockPlace } from './blocks/block.js'
import type { Groups, Tile } from './groups/groups.js'
import type { KnownSets } from './groups/known-sets.js'
import type { Copies } from './identical/copies.js'
import type { SetTask } from './join/join-task.js'
import type { Hub } from './oversized/hubs.js'
import type { PrefixRequest, PrefixShare } from './prefixes/prefix-keys.js'
import type { Sketched } from './read/sketched.js'
import type { Unit } from './read/units.js'

/** Which pairs a task looks for. */
interface SideBoundary {
  /** The first position of the second side: only pairs across it are made. Undefined: all pairs. */
  readonly boundary?: number | undefined
}

/** Read a unit: records with their band keys or prefixes. */
export interface SketchTask {
  readonly kind: 'sketch'
  readonly unit: Unit
  readonly kernel: KernelOptions
  /** The longest line that memory has room for, in bytes. */
  readonly maxLineBytes: number
  /** What a longer line does. */
  readonly onError: OnError
  /** How prefixes are made, where an exact search asks for them instead of band keys. */
  readonly prefixes: PrefixRequest | undefined
  readonly place: BlockPlace
}

/** Find the records that equal an earlier one. */
export interface EqualTask {
  readonly kind: 'equal'
  readonly sketched: Sketched
  /** Which hashes are compared: of contents, or of ids. */
  readonly tag: number
  /** How many of their words are known of all records. */
  readonly words: number
  readonly share: number
  readonly shares: number
  /** Positions that take no part, rising. */
  readonly leftOut: Uint32Array
}

/** Find the buckets of a band that are too large for all their pairs to be compared. */
export interface LargeBucketsTask extends BandKeys, SideBoundary {
  readonly kind: 'large-buckets'
  readonly place: BlockPlace
}

/** The same for the lists of an exact search: the documents that have an element in their prefixes. */
export interface LargeListsTask extends PrefixShare, SideBoundary {
  readonly kind: 'large-lists'
  /** Elements of the share, about. */
  readonly expected: number
  readonly place: BlockPlace
}

/** Compare the documents of a unit with hubs, and find those whose groups are larger than the limit. */
export interface HubTask {
  readonly kind: 'hub'
  /** The number of the round in this run: threads keep its index. */
  readonly round: number
  readonly hubs: readonly Hub[]
  /** How often hubs were drawn. */
  readonly draws: number
  readonly limit: number
  /** The sets of the hubs. Shared. */
  readonly hubSets: SetCollection
  /** The sets of the unit that are in these chunks. */
  readonly sets: Block
  readonly from: number
  readonly to: number
  /** For each position whether it is compared. Shared. */
  readonly isWanted: Uint32Array
  readonly threshold: number
  readonly similarity: DocumentSimilarity
}

/** What comes of a hub task. */
export interface ComparedWithHubs {
  /** For each oversized document two words: its position, and the first hub that it is similar to, by its number. */
  readonly oversized: Uint32Array
  /** Documents that may be oversized: more hubs would tell. */
  readonly undecided: number
  /**
   * For each hub that is the first of an oversized document, and each other one to which that is similar, three words: their
   * numbers, and the first such document.
   */
  readonly between: Uint32Array
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
  /** Candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly place: BlockPlace
}

/** Find the candidates of one band. */
export interface BandTask extends BandKeys, SideBoundary {
  readonly kind: 'band'
  /** For each position not 0 where the document is in a large bucket: two such are searched for exactly. Shared; empty where none is. */
  readonly largeOf: Uint32Array
  /** The groups of oversized documents. Shared; empty where none is. */
  readonly oversizedOf: Uint32Array
  /** Candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly place: BlockPlace
}

/** Find the pairs that have an element of a portion in both their prefixes. */
export interface PrefixTask extends PrefixShare, SideBoundary {
  readonly kind: 'prefix'
  /** Elements of the share, about. */
  readonly expected: number
  /** The sizes of the sets of all documents. Shared. */
  readonly sizes: Uint32Array
  readonly threshold: number
  readonly similarity: DocumentSimilarity
  /** The groups of oversized documents. Shared; empty where none is. */
  readonly oversizedOf: Uint32Array
  /** Candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly place: BlockPlace
}

/** Make the sets of the documents of a unit that are in a group. */
export interface SetsTask {
  readonly kind: 'sets'
  readonly unit: Unit
  readonly kernel: KernelOptions
  /** The sketch of the unit, the position of its first record, and how many there are. */
  readonly sketch: Block
  readonly first: number
  readonly count: number
  /** For each position its group, or 0. Shared. */
  readonly groupOf: Uint32Array
  /** Sets of the unit that were made before. */
  readonly known: KnownSets | undefined
  readonly place: BlockPlace
}

/** Sort some candidates by the tiles that compare them. */
export interface TilesTask extends Pick<Groups, 'groupOf' | 'count' | 'whole' | 'tiles'> {
  readonly kind: 'tiles'
  readonly candidates: readonly Block[]
  /** Candidates that are held before they are stored. */
  readonly maxHeld: number
  readonly place: BlockPlace
}

/** Where verified pairs go. */
export interface VerifyTarget {
  readonly place: BlockPlace
  /** Whether the verified pairs of distinct documents are kept too, for other thresholds. */
  readonly keepVerified: boolean
}

/** How verified pairs become clusters. */
export interface ClusterRequest extends SideBoundary {
  readonly threshold: number
  readonly similarity: DocumentSimilarity
  readonly method: 'components' | 'stars'
  readonly copies: Copies
  /** Beyond it, groups list connecting pairs only. */
  readonly maxGroup: MaxGroup
  /** The groups of documents that are known to be oversized. Shared; empty where none is. */
  readonly oversizedOf: Uint32Array
}

/** Compare the candidates of a tile on their sets, and make clusters of them. */
export interface VerifyTask extends VerifyTarget, ClusterRequest {
  readonly kind: 'verify'
  readonly tile: Tile
  /** The number of the tile. */
  readonly number: number
  /** Whether all that is tied to a document of the tile is inside: only then are there clusters. */
  readonly isWhole: boolean
  readonly sets: readonly Block[]
  /** Sorted by tile. */
  readonly candidates: readonly Block[]
  /** Candidates that are held at a time, where the tile is not whole. */
  readonly maxHeld: number
  /** The least similarity of a pair that is kept; at most the threshold. */
  readonly keepFrom: number
}

/** Make clusters of the copies of documents that have no candidates. */
export interface CopiesTask extends VerifyTarget, ClusterRequest {
  readonly kind: 'copies'
  /** Which of the first copies. */
  readonly from: number
  readonly to: number
  readonly groupOf: Uint32Array
}

/** Lead the documents of a unit past the ones that an audit has drawn. */
export interface AuditTask {
  readonly kind: 'audit'
  readonly unit: Unit
  readonly kernel: KernelOptions
  /** The position of the first record of the unit. */
  readonly first: number
  /** The sets of the drawn documents. Shared. */
  readonly drawn: SetCollection
  readonly threshold: number
  readonly similarity: DocumentSimilarity
  /** The longest line that the run has read, in bytes. */
  readonly maxLineBytes: number
  /** Whether the unit is of the other side: where the similarity has a direction, drawn documents lie in its documents. */
  readonly isOther: boolean
}

/** Look what an exact search would meet. */
interface TryPrefixesTask {
  readonly kind: 'try-prefixes'
  readonly sample: Sample
  readonly threshold: number
  readonly similarity: DocumentSimilarity
}

/** Tasks that make blocks: one, where nothing else is said. */
export type BlockTask =
  | SketchTask
  | LargeBucketsTask
  | LargeListsTask
  | LargeJoinTask
  | BandTask
  | PrefixTask
  | SetsTask
  | TilesTask
  | VerifyTask
  | CopiesTask

/** Tasks of a search of documents. */
export type DocumentTask = BlockTask | EqualTask | AuditTask | HubTask | TryPrefixesTask

export type Task = DocumentTask | SetTask

export type TaskResult<Asked extends Task> = Asked extends EqualTask | AuditTask
  ? Uint32Array
  : Asked extends HubTask
    ? ComparedWithHubs
    : Asked extends SetTask
      ? RangePairs
      : Asked extends TryPrefixesTask
        ? PrefixStatistics
        : Block[]

/** Threads that do the tasks of a run. */
export interface TaskWorkers extends Workers<Task> {
  run<Asked extends Task>(
    tasks: readonly Asked[],
    take: (result: TaskResult<Asked>, number: number) => void,
    shareOf?: (first: number) => number,
  ): Promise<void>
}
