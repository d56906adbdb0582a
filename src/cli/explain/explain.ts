/// <reference types="node" />
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool, type Pool } from '../../engine/local/node-pool.js'
import { explain } from '../../plan/explain.js'
import type { ExplainedPlan } from '../../plan/explained-plan.js'
import { openSource } from '../../read/node-open-source.js'
import type { Context } from '../context.js'
import { choosePlan, readPlanFile } from '../find/choose-plan.js'
import { planSearch } from '../find/plan-search.js'
import { PLAN_OF_RUN } from '../find/run-search.js'
import type { OptionValues } from '../options/table.js'

/** `likewise explain`: how a search would be done, and why; or what came of one that is done. */
export async function explainSearch(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<void> {
  const explained = planOfRun(inputs) ?? (await planOf(inputs, values, context))
  const { out } = context.terminal
  if (values.json === true) out.print(`${JSON.stringify(explained, null, 1)}\n`)
  else out.print(`${explain(explained).join('\n')}\n`)
}

/** The plan that a run directory keeps, if the one input is a run directory. */
function planOfRun([input, ...others]: readonly string[]): ExplainedPlan | undefined {
  if (others.length > 0 || !existsSync(join(input!, 'run.json'))) return undefined
  return readPlanFile(join(input!, PLAN_OF_RUN))
}

async function planOf(
  inputs: readonly string[],
  values: OptionValues,
  { lifetime }: Context,
): Promise<ExplainedPlan> {
  const search = planSearch(inputs, values)
  const temporary = mkdtempSync(join(tmpdir(), 'likewise-'))
  const remove = () => rmSync(temporary, { recursive: true, force: true })
  const release = lifetime.onEnd(remove)
  let pool: Pool | undefined
  try {
    const source = await openSource(inputs, { ...search.source, temporary })
    // One worker is this thread: a plan alone is not worth others.
    pool = openPool(source, { ...search.running, workers: 1 })
    return await choosePlan(search, source, pool)
  } finally {
    await pool?.close()
    remove()
    release()
  }
}
