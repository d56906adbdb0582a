/// <reference types="node" />

import { join } from 'node:path'
import type { FoundInFiles } from '../../node/found-in-files.js'
import type { SearchHooks } from '../../node/search.js'
import type { SearchParts } from '../../node/search-options.js'
import type { ExplainedPlan } from '../../plan/explained-plan.js'
import { isRedisAddress, parseRedisAddress } from '../../store/redis/address.js'
import type { Output } from '../../write/node-output.js'
import { writeWhole } from '../../write/node-write-whole.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct } from '../output/outputs.js'
import { actualOf, type RunReport, runReport } from '../output/report.js'
import { RESUME_HINT } from '../output/resume-hint.js'
import { summaryText } from '../output/summary.js'
import type { SearchPlan } from './plan-search.js'
import { searchParts } from './search-parts.js'

/** What the command did with the result: the files it wrote, and additions to the report. */
export type Finished = Partial<RunReport> & { readonly written: readonly Written[] }

const STEPS = { opening: 'opening the inputs', planning: 'planning', searching: undefined } as const

/**
 * Calls a search of the library, lets `finish` write its files, and reports.
 *
 * @param outputs all files that will be written; each has already been checked on its own
 */
export async function runSearch<Found extends FoundInFiles>(
  plan: SearchPlan,
  outputs: readonly Output[],
  { terminal, lifetime, progress }: Context,
  start: (parts: SearchParts, hooks: SearchHooks) => Promise<Found>,
  finish: (found: Found) => Promise<Finished>,
): Promise<Outcome> {
  const { runDir } = plan.running
  const { fields, copiesRows } = plan.source
  const stop = new AbortController()
  let isSearching = false
  const searching = start(searchParts(plan, stop.signal, progress.show), {
    needs: {
      ...(fields && { fields }),
      ...(copiesRows && { copiesRows }),
    },
    showsSample: runDir !== undefined || plan.report !== undefined,
    onStep(step) {
      const shown = STEPS[step]
      if (shown !== undefined) progress.step(shown)
      isSearching = shown === undefined
    },
    // The files of globs and folders are known only once they are opened.
    onOpened: ({ files }) =>
      checkDistinct(
        outputs,
        files.map(({ path }) => path),
      ),
  })
  const release = lifetime.onEnd(async () => {
    stop.abort()
    const closed = searching.then(
      (found) => found.close(),
      () => {},
    )
    // Reading and planning cannot be interrupted, but nothing depends on them at this point.
    if (isSearching) await closed
    if (runDir !== undefined && !plan.json) terminal.err.print(RESUME_HINT)
  })
  try {
    const found = await searching
    try {
      progress.step('writing')
      const finished = await finish(found)
      const report = {
        inputs: plan.inputs,
        ...(plan.as !== undefined && { as: plan.as }),
        ...runReport(found.search.result, found.explained, plan.against?.inputs.map(withoutPassword)),
        ...finished,
      }
      if (runDir !== undefined) await keepPlan(runDir, found.explained, report)
      const { skipped } = found.search.result
      return { report, text: (printer) => summaryText(report, skipped, pathsOf(report.written), printer) }
    } finally {
      await found.close()
    }
  } finally {
    release()
  }
}

/** An input as it can be shown: without a password. */
function withoutPassword(input: string): string {
  return isRedisAddress(input) ? parseRedisAddress(input).shown : input
}

/** The file in a run directory with the plan, the predictions and the results. */
export const PLAN_OF_RUN = 'plan.json'

async function keepPlan(folder: string, explained: ExplainedPlan, report: RunReport): Promise<void> {
  const plan = { ...explained, actual: actualOf(report) }
  await writeWhole(join(folder, PLAN_OF_RUN), `${JSON.stringify(plan, null, 1)}\n`)
}
