/// <reference types="node" />

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalResult } from '../../engine/local/local-engine.js'
import { findLocal } from '../../engine/local/node-find-local.js'
import { openPool, type Pool } from '../../engine/local/node-pool.js'
import type { ExplainedPlan } from '../../plan/explained-plan.js'
import { spoolFault } from '../../read/node-fault.js'
import { openSource } from '../../read/node-open-source.js'
import type { Source } from '../../read/source.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../temporary/node-leftovers.js'
import type { Context } from '../context.js'
import { checkAnyRead } from '../input/all-skipped.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, type Output } from '../output/outputs.js'
import type { ProgressLine } from '../output/progress.js'
import { actualOf, type RunReport, runReport } from '../output/report.js'
import { summaryText } from '../output/summary.js'
import { writeWhole } from '../output/write-whole.js'
import { pathsOf, type Written } from '../output/written.js'
import { choosePlan } from './choose-plan.js'
import type { SearchPlan } from './plan-search.js'

/** What a search gives to the command that asked for it. */
export interface Search {
  readonly source: Source
  readonly result: LocalResult
  readonly progress: ProgressLine
}

/** What the command did with what was found: what it wrote, and what the report says besides. */
export type Finished = Partial<RunReport> & { readonly written: readonly Written[] }

/**
 * Opens the inputs, searches them, lets `finish` write what it wants, and reports.
 *
 * @param outputs all files that will be written; they have been checked for themselves
 */
export async function runSearch(
  plan: SearchPlan,
  outputs: readonly Output[],
  { terminal, lifetime, progress }: Context,
  finish: (search: Search) => Promise<Finished>,
): Promise<Outcome> {
  const temporary = makeTemporary()
  const removeTemporary = () => removeTemporaryFolder(temporary)
  const release = lifetime.onEnd(removeTemporary)
  const stop = new AbortController()
  let running: Promise<unknown> | undefined
  let result: LocalResult | undefined
  let pool: Pool | undefined
  const releaseStop = lifetime.onEnd(async () => {
    stop.abort()
    await running?.catch(() => {})
    result?.close()
    if (plan.running.runDir !== undefined) {
      terminal.err.print(`stopped; the same command with --resume goes on from ${plan.running.runDir}\n`)
    }
  })
  try {
    progress.step('opening the inputs')
    const source = await openSource(plan.inputs, { ...plan.source, temporary })
    // Globs and folders are known only now.
    checkDistinct(
      outputs,
      source.files.map(({ path }) => path),
    )
    progress.step('planning')
    pool = openPool(source, plan.running)
    const explained = await choosePlan(plan, source, pool)
    const { clusters } = plan.find
    const search = findLocal(source, {
      plan: explained.plan,
      ...(clusters !== undefined && { clusters }),
      ...plan.running,
      pool,
      temporary,
      signal: stop.signal,
      ...(plan.source.onError !== undefined && { onError: plan.source.onError }),
      onProgress: progress.show,
    })
    running = search
    result = await search
    checkAnyRead(result.documents, result.skipped)
    progress.step('writing')
    const finished = await finish({ source: result.source, result, progress })
    await source.close()
    const report = {
      inputs: plan.inputs,
      ...(plan.as !== undefined && { as: plan.as }),
      ...runReport(result, explained),
      ...finished,
    }
    if (plan.running.runDir !== undefined) await keepPlan(plan.running.runDir, explained, report)
    const { skipped } = result
    return { report, text: (printer) => summaryText(report, skipped, pathsOf(report.written), printer) }
  } finally {
    await pool?.close()
    result?.close()
    releaseStop()
    removeTemporary()
    release()
  }
}

/** The file of a run directory that has the plan, what was predicted and what came of it. */
export const PLAN_OF_RUN = 'plan.json'

async function keepPlan(folder: string, explained: ExplainedPlan, report: RunReport): Promise<void> {
  const plan = { ...explained, actual: actualOf(report) }
  await writeWhole(join(folder, PLAN_OF_RUN), `${JSON.stringify(plan, null, 1)}\n`)
}

function makeTemporary(): string {
  try {
    return makeTemporaryFolder(tmpdir())
  } catch (error) {
    throw spoolFault(tmpdir(), error)
  }
}
