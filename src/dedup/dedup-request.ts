import { defaultPolicy, type StoredPolicy } from '../cluster/survivor-policy.js'
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { type Plan, similarityIn } from '../model/plan.js'
import type { Source } from '../read/source.js'
import type { Output } from '../write/node-output.js'
import type { StoredEnding } from './stored-ending.js'

/** Which documents are kept. */
export interface KeepRequest {
  /** Undefined: the default for the similarity of the plan, which may come from a file or an earlier run. */
  readonly survivor: StoredPolicy | undefined
  /** Whether to keep only one document of each cluster; otherwise every document that is similar to no kept one. */
  readonly onePerCluster: boolean
  /** The field that says where a document comes from; undefined: `source`, where there is one. */
  readonly source: string | undefined
}

/** Which documents are kept, and where all of them go. */
export interface DedupRequest extends KeepRequest {
  /** The inputs as they were named; none where a program handed the documents over. */
  readonly inputs: readonly string[]
  readonly kept: Output
  readonly removed: Output
  readonly manifest: Output
  /** What the inputs are, where all are alike: rows go to outputs of that kind as they are stored. */
  readonly stored: StoredEnding
}

/** The policy that was requested, or the default for what was searched. */
export function policyOf({ survivor }: Pick<KeepRequest, 'survivor'>, plan: Plan): StoredPolicy {
  return survivor ?? defaultPolicy(similarityIn(plan))
}

/** What was searched, and what was found. */
export interface Searched {
  readonly source: Source
  readonly result: NodeFindResult
}
