import type { StoredPolicy } from '../cluster/survivor-policy.js'
import { chooseFromRun } from '../dedup/choose-from-run.js'
import { recluster as reclusterRun } from '../engine/node/node-recluster.js'
import { checkNames } from '../model/check.js'
import { ReclusteredRun } from './reclustered-run.js'
import type { Reclustered } from './results.js'

export interface ReclusterOptions {
  /** The new threshold: at least the one from which the run has kept pairs. */
  readonly threshold: number
  /** Default: as in the run. */
  readonly clusters?: 'components' | 'stars'
  /** Which document is kept of those that are similar. Default: `first`, for containment `longest`. */
  readonly survivor?: StoredPolicy
  /** Keep only one document of each cluster. Default: false. */
  readonly onePerCluster?: boolean
}

/**
 * Clusters of a finished run at another threshold, from the pairs in its run directory: no document is read again.
 *
 * @param runDir the directory of a run that is complete
 * @example
 * const found = await recluster('run', { threshold: 0.9 })
 * for await (const { members } of found.clusters()) console.log(members)
 */
export async function recluster(runDir: string, options: ReclusterOptions): Promise<Reclustered> {
  checkNames(options, ['threshold', 'clusters', 'survivor', 'onePerCluster'])
  const { survivor, onePerCluster = false, ...request } = options
  const found = reclusterRun(runDir, request)
  return new ReclusteredRun(found, chooseFromRun(found, { survivor, onePerCluster }))
}
