/// <reference types="node" />

import { joinFiles } from '../../node/join.js'
import { sidesOf } from '../../node/set-input.js'
import { writePairs } from '../../node/write-results.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkOutputs } from '../output/outputs.js'
import { readingProgress } from '../output/reading-progress.js'
import { RESUME_HINT } from '../output/resume-hint.js'
import { joinReport, joinSummary } from './join-report.js'
import { type JoinPlan, planJoin, readingOf } from './plan-join.js'

/** `likewise join`: finds all pairs of similar sets. */
export async function join(
  files: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  return run(planJoin(files, values), files, values, context)
}

/** `likewise probe`: finds all similar sets in an index for each query. */
export async function probe(
  operands: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const [index, queries] = operands
  return run(planJoin([queries!, index!], values), operands, values, context)
}

async function run(
  plan: JoinPlan,
  operands: readonly string[],
  values: OptionValues,
  { terminal, lifetime, progress }: Context,
): Promise<Outcome> {
  const { pairs, inputs } = plan
  const outputs = pairs === undefined ? [] : [pairs]
  checkOutputs(outputs, inputs, values)
  const stop = new AbortController()
  const reading = readingProgress(progress, 'reading the sets', inputs, 'set')
  let sets = 0
  const { similarity, threshold, top, maxEqual, workers, memory, onError, runDir, resume } = plan
  const joining = joinFiles(inputs, readingOf(plan), {
    ...{ similarity, threshold, top, maxEqual, workers, memory, onError, runDir, resume },
    onRead: reading.onRead,
    onSets(more) {
      sets += more
      reading.onRecords(sets)
    },
    onRecords: (records) => progress.count('reading the inputs', records, 'document'),
    countOnly: pairs === undefined,
    signal: stop.signal,
    onProgress: (share) => progress.stage('joining', { share, total: sets, unit: 'set' }),
    onVerify: (done, total) => progress.share('verifying long documents', done, total, 'pair'),
  })
  const close = () =>
    joining.then(
      (joined) => joined.close(),
      () => {},
    )
  const release = lifetime.onEnd(async () => {
    stop.abort()
    // Reading cannot be interrupted, but nothing is written to a run directory before it ends. Temporary files are removed at the exit.
    if (runDir === undefined) return
    await close()
    if (!plan.json) terminal.err.print(RESUME_HINT)
  })
  try {
    const { result, skipped, inputs: read } = await joining
    const written: Written[] = []
    if (pairs !== undefined) {
      progress.step('writing')
      written.push(await writePairs(pairs, result.batches(), sidesOf(read), { lifetime }))
    }
    const report = { ...joinReport(plan, result, read, written), inputs: operands }
    const isBareCount = plan.count && !plan.json
    return {
      report,
      text: () => (isBareCount ? '' : joinSummary(report, skipped, pathsOf(written))),
      // Count all of them: --max-group affects only what is listed.
      ...(plan.count && { data: `${result.pairs + result.pairsOmitted}\n` }),
    }
  } finally {
    await close()
    release()
  }
}
