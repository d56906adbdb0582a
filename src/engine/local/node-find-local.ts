import { availableParallelism } from 'node:os'
import { candidateProbability } from '../../band/s-curve.js'
import { checkChoice, checkNames, checkWhole } from '../../model/check.js'
import type { Source } from '../../read/source.js'
import { FIND_OPTION_NAMES, makePlan } from '../find-options.js'
import type { LocalOptions, LocalResult } from './local-engine.js'
import { LocalRun } from './local-run.js'
import { Pool } from './node-pool.js'

/**
 * Finds the pairs and clusters of a source on the cores of this machine. The result does not depend on the number of
 * workers. Memory: about 140 bytes a document, and the sets of the documents that have candidates.
 */
export async function findLocal(source: Source, options: LocalOptions = {}): Promise<LocalResult> {
  checkNames(options, [...FIND_OPTION_NAMES, 'workers', 'onError', 'onProgress'])
  const workers = checkWhole('workers', options.workers ?? availableParallelism(), 1, 1024)
  checkChoice('onError', options.onError ?? 'stop', ['stop', 'skip'])
  const plan = makePlan(options)
  const pool = new Pool(workers)
  try {
    const found = await new LocalRun(source, plan, options, pool).run()
    const promised = plan.method === 'exact' ? 1 : candidateProbability(plan.threshold, plan)
    return { ...found, plan, recall: { wished: plan.recall, promised } }
  } finally {
    await pool.close()
  }
}
