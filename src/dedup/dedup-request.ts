import { defaultPolicy, type StoredPolicy } from '../cluster/survivor-policy.js'
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { type Plan, similarityIn } from '../model/plan.js'
import type { StopSignal } from '../model/stop-signal.js'
import type { Source } from '../read/source.js'
import type { Output } from '../write/node-output.js'
import type { StoredEnding } from './stored-ending.js'

/** Which documents to keep. */
export interface KeepRequest {
  /** Undefined: the default for the similarity of the plan, which may come from a file or an earlier run. */
  readonly survivor: StoredPolicy | undefined
  /** Whether to keep only one document per cluster; otherwise every document that is not similar to a kept one is kept. */
  readonly onePerCluster: boolean
  /** The field with the source of a document; undefined: `source`, if there is one. */
  readonly source: string | undefined
}

/** Which documents to keep, and where to write all of them. */
export interface DedupRequest extends KeepRequest {
  /** The inputs as they were named; empty if a program passed the documents directly. */
  readonly inputs: readonly string[]
  readonly kept: Output
  readonly removed: Output
  readonly manifest: Output
  /** Edited copies of removed documents, if there are any. */
  readonly edited?: Output | undefined
  /** The format of the inputs, if they all have the same: rows are copied to outputs of that format as they are stored. */
  readonly stored: StoredEnding
}

/** The requested policy, or the default for the similarity of the plan. */
export function policyOf({ survivor }: Pick<KeepRequest, 'survivor'>, plan: Plan): StoredPolicy {
  return survivor ?? defaultPolicy(similarityIn(plan))
}

/** What was searched, and what was found. */
export interface Searched {
  readonly source: Source
  readonly result: NodeFindResult
  /** Stops what is done with the result. */
  readonly signal?: StopSignal | undefined
}
