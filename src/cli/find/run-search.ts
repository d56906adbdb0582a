/// <reference types="node" />
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LocalResult } from '../../engine/local/local-engine.js'
import { findLocal } from '../../engine/local/node-find-local.js'
import { openSource } from '../../read/node-open-source.js'
import type { Source } from '../../read/source.js'
import type { Context } from '../context.js'
import { checkDistinct, type Output } from '../output/outputs.js'
import { ProgressLine } from '../output/progress.js'
import { type RunReport, runReport } from '../output/report.js'
import { summaryText } from '../output/summary.js'
import type { SearchPlan } from './plan-search.js'
import { readShingleWish } from './shingle-wish.js'

/** What a search gives to the command that asked for it. */
export interface Search {
  readonly source: Source
  readonly result: LocalResult
  readonly progress: ProgressLine
}

/**
 * Opens the inputs, searches them, lets `finish` write what it wants, and reports.
 *
 * @param outputs all files that will be written; they have been checked for themselves
 * @param finish returns what the report says besides
 */
export async function runSearch(
  plan: SearchPlan,
  outputs: readonly Output[],
  { terminal, lifetime }: Context,
  finish: (search: Search) => Promise<Partial<RunReport>>,
): Promise<void> {
  const shingle = readShingleWish(plan.shingle)
  const temporary = mkdtempSync(join(tmpdir(), 'likewise-'))
  const removeTemporary = () => rmSync(temporary, { recursive: true, force: true })
  const release = lifetime.onEnd(removeTemporary)
  const progress = new ProgressLine(terminal.err, plan.quiet)
  const stop = new AbortController()
  const releaseStop = lifetime.onEnd(() => {
    stop.abort()
    if (plan.running.runDir !== undefined) {
      terminal.err.print(`stopped; the same command with --resume goes on from ${plan.running.runDir}\n`)
    }
  })
  let result: LocalResult | undefined
  try {
    progress.step('opening the inputs')
    const source = await openSource(plan.inputs, { ...plan.source, temporary })
    // Globs and folders are known only now.
    checkDistinct(
      outputs,
      source.files.map(({ path }) => path),
    )
    result = await findLocal(source, {
      ...plan.find,
      shingle,
      ...plan.running,
      temporary,
      signal: stop.signal,
      ...(plan.source.onError !== undefined && { onError: plan.source.onError }),
      onProgress: progress.show,
    })
    progress.step('writing')
    const more = await finish({ source, result, progress })
    await source.close()
    progress.clear()
    const report = { ...runReport(result), ...more }
    const written = outputs.filter(({ path }) => path !== '-').map(({ path }) => path)
    if (!plan.quiet) {
      const carriesData = plan.json || outputs.some(({ path }) => path === '-')
      const printer = carriesData ? terminal.err : terminal.out
      printer.print(summaryText(report, result.skipped, written, printer))
    }
    if (plan.json) terminal.out.print(`${JSON.stringify(report)}\n`)
  } finally {
    progress.clear()
    result?.close()
    releaseStop()
    removeTemporary()
    release()
  }
}
