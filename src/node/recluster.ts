import type { StoredPolicy } from '../cluster/survivor-policy.js'
import { chooseFromRun } from '../dedup/choose-from-run.js'
import type { RunControl } from '../engine/engine.js'
import {
  type Reclustered as RunAtThreshold,
  recluster as reclusterRun,
} from '../engine/node/node-recluster.js'
import { checkBoolean, checkNames, checkPath } from '../model/check.js'
import { ReclusteredRun } from './reclustered-run.js'
import type { Reclustered } from './results.js'

export interface ReclusterOptions extends RunControl {
  /** The new threshold: no lower than the similarity down to which the run kept its pairs. */
  readonly threshold: number
  /** Default: as in the run. */
  readonly clusters?: 'components' | 'stars'
  /** Which of several similar documents to keep. Default: `first`; for containment, `longest`. */
  readonly survivor?: StoredPolicy
  /** Keep only one document of each cluster. Default: false. */
  readonly onePerCluster?: boolean
}

/**
 * Computes the clusters of a finished run at another threshold, from the pairs in its run directory. No document is read again.
 *
 * @param runDir the directory of a finished run
 * @example
 * await using found = await recluster('run', { threshold: 0.9 })
 * for await (const { members } of found.clusters()) console.log(members)
 */
export async function recluster(runDir: string, options: ReclusterOptions): Promise<Reclustered> {
  checkPath('runDir', runDir, 'the path of a folder')
  checkNames(options, ['threshold', 'clusters', 'survivor', 'onePerCluster', 'signal', 'onProgress'])
  if (options.onePerCluster !== undefined) checkBoolean('onePerCluster', options.onePerCluster)
  return (await reclusterFiles(runDir, options)).result
}

/** The result, and what it is made of. */
interface ReclusteredFiles {
  readonly found: RunAtThreshold
  readonly survivorOf: Uint32Array
  readonly result: ReclusteredRun
}

/**
 * What `recluster` and the command line share; the latter also writes tables.
 *
 * @internal
 */
export async function reclusterFiles(
  runDir: string,
  { survivor, onePerCluster = false, signal, onProgress, ...request }: ReclusterOptions,
): Promise<ReclusteredFiles> {
  const found = await reclusterRun(runDir, request, {
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  })
  const survivorOf = chooseFromRun(found, { survivor, onePerCluster })
  return { found, survivorOf, result: new ReclusteredRun(found, survivorOf, signal) }
}
