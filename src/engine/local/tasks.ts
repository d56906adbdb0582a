// What a worker is asked. Large arrays are shared or lie in blocks; only the sample of a plan is copied.

import type { KernelOptions } from '../../kernel/kernel.js'
import type { PairBatch } from '../../model/pair.js'
import type { SetCollection } from '../../model/set-collection.js'
import type { PrefixStatistics } from '../../plan/prefix-statistics.js'
import type { Sample } from '../../plan/sample.js'
import type { BandKeys } from './band-keys.js'
import type { Block, BlockPlace } from './blocks/block.js'
import type { Copies } from './copies.js'
import type { Tile } from './groups.js'
import type { JoinTask, TopTask } from './join/join-task.js'
import type { PrefixWishes } from './prefix-keys.js'
import type { Sketched } from './sketched.js'
import type { Unit } from './units.js'

/** Read a unit: records with their band keys or prefixes. */
export interface SketchTask {
  readonly kind: 'sketch'
  readonly unit: Unit
  readonly kernel: KernelOptions
  /** The longest line that memory has room for, in bytes. */
  readonly mostLineBytes: number
  /** How prefixes are made, where an exact search asks for them instead of band keys. */
  readonly prefixes: PrefixWishes | undefined
  readonly place: BlockPlace
}

/** Find the records that equal an earlier one. */
export interface EqualTask {
  readonly kind: 'equal'
  readonly sketched: Sketched
  /** Which hashes are compared: of contents, or of ids. */
  readonly tag: number
  readonly share: number
  readonly shares: number
  /** Positions that take no part, rising. */
  readonly leftOut: Uint32Array
}

/** Find the buckets of a band that are too large to become all their pairs. */
export interface CrowdTask extends BandKeys {
  readonly kind: 'crowd'
  readonly place: BlockPlace
}

/** Which documents are in crowds. In shared memory; of length 0 where there is no crowd. */
export interface Crowds {
  /** For each document the number of its crowd, from 1 on, or 0: the crowds of different bands that have much in common are one. */
  readonly crowdOf: Uint32Array
  /** The last band in which a document is compared with a leader. */
  readonly ledUntil: Uint16Array
}

/** Find the candidates of one band. */
export interface BandTask extends BandKeys, Crowds {
  readonly kind: 'band'
  readonly bands: number
  /** The crowds of this band and share. */
  readonly crowds: Block | undefined
  readonly place: BlockPlace
}

/** Find the pairs that have an element of a portion in both their prefixes. */
export interface PrefixTask {
  readonly kind: 'prefix'
  readonly sketched: Sketched
  readonly portion: number
  readonly share: number
  readonly shares: number
  /** Elements of the share, about. */
  readonly expected: number
  /** The distinct documents that are not empty, a bit for each position. Shared. */
  readonly distinct: Uint32Array
  /** The sizes of the sets of all documents. Shared. */
  readonly sizes: Uint32Array
  readonly threshold: number
  /** Candidates that are held before they are stored. */
  readonly mostHeld: number
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
  readonly place: BlockPlace
}

/** Where settled pairs go. */
export interface SettleTarget {
  readonly place: BlockPlace
  /** Whether the verified pairs of distinct documents are kept too, for other thresholds. */
  readonly keepVerified: boolean
}

/** How verified pairs become clusters. */
export interface ClusterWishes {
  readonly threshold: number
  readonly method: 'components' | 'stars'
  readonly copies: Copies
}

/** Compare the candidates of a tile on their sets, and make clusters of them. */
export interface SettleTask extends SettleTarget, ClusterWishes {
  readonly kind: 'settle'
  readonly tile: Tile
  /** The number of the tile. */
  readonly number: number
  /** Whether all that is tied to a document of the tile is inside: only then are there clusters. */
  readonly isWhole: boolean
  readonly sets: readonly Block[]
  /** Sorted out by tiles. */
  readonly candidates: readonly Block[]
  /** Candidates that are held at a time, where the tile is not whole. */
  readonly mostHeld: number
  /** The least similarity of a pair that is kept; at most the threshold. */
  readonly keepFrom: number
}

/** Make clusters of the copies of documents that have no candidates. */
export interface CopiesTask extends SettleTarget, ClusterWishes {
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
  /** The number of the audit in this process: threads keep its index. */
  readonly audit: number
  /** The sets of the drawn documents. Shared. */
  readonly drawn: SetCollection
  readonly threshold: number
}

/** Look what an exact search would meet. */
interface TryPrefixesTask {
  readonly kind: 'try-prefixes'
  readonly sample: Sample
  readonly threshold: number
}

/** Tasks that make blocks: one, where nothing else is said. */
export type BlockTask = SketchTask | CrowdTask | BandTask | PrefixTask | SetsTask | SettleTask | CopiesTask

export type Task = BlockTask | EqualTask | AuditTask | JoinTask | TopTask | TryPrefixesTask

export type TaskResult<Asked extends Task> = Asked extends EqualTask | AuditTask
  ? Uint32Array
  : Asked extends JoinTask | TopTask
    ? PairBatch
    : Asked extends TryPrefixesTask
      ? PrefixStatistics
      : Block[]
