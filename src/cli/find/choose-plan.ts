/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { planLocal } from '../../engine/local/node-plan-local.js'
import type { Pool } from '../../engine/local/node-pool.js'
import { type ExplainedPlan, explainPlan } from '../../plan/explained-plan.js'
import { parsePlan } from '../../plan/parse-plan.js'
import { readFault } from '../../read/node-fault.js'
import type { Source } from '../../read/source.js'
import type { SearchPlan } from './plan-search.js'
import { readShingleWish } from './shingle-wish.js'

/** The plan of a search: the one in the file that was named, or one by a sample of the source. */
export async function choosePlan(search: SearchPlan, source: Source, pool: Pool): Promise<ExplainedPlan> {
  if (search.planFile !== undefined) return explainPlan(readPlanFile(search.planFile).plan)
  const { workers } = search.running
  const { clusters, ...wishes } = search.find
  const options = {
    ...wishes,
    shingle: readShingleWish(search.shingle),
    ...(workers !== undefined && { workers }),
  }
  return planLocal(source, options, pool)
}

export function readPlanFile(path: string): ExplainedPlan {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw readFault(path, error)
  }
  return parsePlan(text)
}
