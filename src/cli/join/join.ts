/// <reference types="node" />

import { tmpdir } from 'node:os'
import { nodeJoin } from '../../engine/node/join/node-join.js'
import { openSetInputs, sidesOf } from '../../node/set-input.js'
import { writePairs } from '../../node/write-results.js'
import { checkAnyRead } from '../../read/all-skipped.js'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../temporary/node-leftovers.js'
import { checkWritable } from '../../write/node-open-table.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { checkDistinct, checkOverwrite } from '../output/outputs.js'
import { readingProgress } from '../output/reading-progress.js'
import { joinReport, joinSummary } from './join-report.js'
import { type JoinPlan, planJoin, readingOf } from './plan-join.js'

/** `likewise join`: all pairs of sets that are alike. */
export async function join(
  files: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  return run(planJoin(files, values), values, context)
}

/** `likewise probe`: for each query all sets of an index that are alike. */
export async function probe(
  [index, queries]: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  return run(planJoin([queries!, index!], values), values, context)
}

async function run(plan: JoinPlan, values: OptionValues, { lifetime, progress }: Context): Promise<Outcome> {
  const { pairs, inputs } = plan
  const outputs = pairs === undefined ? [] : [pairs]
  checkDistinct(outputs, inputs)
  checkOverwrite(outputs, values)
  if (pairs !== undefined) checkWritable(pairs.path)
  const temporary = makeTemporaryFolder(tmpdir())
  const removeTemporary = () => removeTemporaryFolder(temporary)
  const release = lifetime.onEnd(removeTemporary)
  try {
    const onRead = readingProgress(progress, 'reading the sets', inputs)
    const opened = openSetInputs(inputs, readingOf(plan), {
      onError: plan.onError,
      temporary,
      onRead,
      ...(plan.memory !== undefined && { memory: plan.memory }),
    })
    const result = await nodeJoin(opened.inputs[0]!.source, opened.inputs[1]?.source, {
      similarity: plan.similarity,
      countOnly: pairs === undefined,
      temporary,
      ...(plan.threshold !== undefined && { threshold: plan.threshold }),
      ...(plan.top !== undefined && { top: plan.top }),
      maxGroup: plan.maxGroup,
      ...(plan.workers !== undefined && { workers: plan.workers }),
      ...(plan.memory !== undefined && { memory: plan.memory }),
      onProgress: (share) => progress.share('joining', share, 1),
    })
    const written: Written[] = []
    if (pairs !== undefined) {
      progress.step('writing')
      written.push(await writePairs(pairs, result.batches(), sidesOf(opened.inputs), { lifetime }))
    }
    opened.close()
    const skipped = opened.inputs.flatMap((input) => input.skipped)
    checkAnyRead(
      result.sets.reduce((sum, sets) => sum + sets, 0),
      skipped,
    )
    const report = joinReport(plan, result, opened.inputs, written)
    const isBareCount = plan.count && !plan.json
    return {
      report,
      text: () => (isBareCount ? '' : joinSummary(report, skipped, pathsOf(written))),
      // All of them: --max-group is about what is listed.
      ...(plan.count && { data: `${result.pairs + result.pairsOmitted}\n` }),
    }
  } finally {
    removeTemporary()
    release()
  }
}
