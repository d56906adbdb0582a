import { chooseSurvivors } from '../../dedup/choose-survivors.js'
import { countRemoved, divide } from '../../dedup/divide.js'
import { checkOneSchema, storedEnding } from '../../dedup/input-format.js'
import { originalsPath } from '../../dedup/originals.js'
import { idsOfFound } from '../../node/found-in-files.js'
import { inFolder } from '../../write/node-in-folder.js'
import { checkWritable } from '../../write/node-open-table.js'
import { isParquet } from '../../write/node-output.js'
import { checkFolder } from '../../write/node-sink.js'
import type { Context } from '../context.js'
import { runSearch } from '../find/run-search.js'
import { writeReport } from '../find/write-report.js'
import { sourceWish } from '../input/source-wish.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { writeFound } from '../output/found-tables.js'
import { checkDistinct, checkOverwrite } from '../output/outputs.js'
import { type DedupPlan, dedupOutputs, planDedup } from './plan-dedup.js'

/** `likewise dedup`: what is kept, what is removed and why, and a manifest. */
export async function dedup(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const listed = sourceWish(values)
  const ending = await storedEnding(inputs, listed)
  const plan = planDedup(inputs, values, ending)
  if (ending === '.parquet' && [plan.kept, plan.removed].some(isParquet)) await checkOneSchema(inputs, listed)
  checkDistinct(dedupOutputs(plan), inputs)
  if (plan.dryRun) return tryOut(plan, context)
  const originals = { option: '--manifest', path: originalsPath(plan.manifest.path) }
  checkOverwrite([...dedupOutputs(plan), originals], values)
  return inFolder(plan.folder, context.lifetime, () => run(plan, context))
}

/** Reports what would be removed, and writes nothing. */
function tryOut(plan: DedupPlan, context: Context): Promise<Outcome> {
  return runSearch(plan.search, [], context, async (search) => ({
    ...(await countRemoved(plan, search, chooseSurvivors(search, plan))),
    written: [],
    wouldWrite: dedupOutputs(plan).map(({ path }) => path),
  }))
}

async function run(plan: DedupPlan, context: Context): Promise<Outcome> {
  const outputs = dedupOutputs(plan)
  for (const output of outputs) {
    if (output === plan.manifest || output === plan.search.report) checkFolder(output.path)
    else checkWritable(output.path)
  }
  return runSearch(plan.search, outputs, context, async (search) => {
    const idOf = idsOfFound(search)
    const { lifetime } = context
    const tables = await writeFound(plan.search, search, idOf, lifetime)
    const removal = chooseSurvivors(search, plan)
    const { counts, originals } = await divide(plan, search, removal, idOf, lifetime)
    if (plan.search.report)
      tables.push(await writeReport(plan.search, { ...search, idOf }, { ...counts, removal }))
    return {
      ...counts,
      written: [
        { kind: 'kept', path: plan.kept.path, rows: counts.kept },
        { kind: 'removed', path: plan.removed.path, rows: counts.removed },
        { kind: 'manifest', path: plan.manifest.path },
        ...(originals === undefined ? [] : [{ kind: 'originals', path: originals }]),
        ...tables,
      ],
    }
  })
}
