/// <reference types="node" />

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { explainSource } from '../../node/explain.js'
import { explain } from '../../plan/explain.js'
import type { ExplainedPlan } from '../../plan/explained-plan.js'
import { checkAnyRead } from '../../read/all-skipped.js'
import { type ChosenFields, chosenFields } from '../../read/source.js'
import { planSearch } from '../find/plan-search.js'
import { PLAN_OF_RUN } from '../find/run-search.js'
import { readPlanFile, searchParts } from '../find/search-parts.js'
import { fieldRows } from '../input/input-rows.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'

/** `likewise explain`: how a search would be done, and why; or what came of one that is done. */
export async function explainSearch(inputs: readonly string[], values: OptionValues): Promise<Outcome> {
  const { explained, ...of } = planOfRun(inputs) ?? (await planOf(inputs, values))
  const { format: _, version: __, ...plan } = explained
  const report = {
    inputs,
    written: [],
    ...of,
    threshold: explained.plan.threshold,
    ...plan,
    ...processCost(),
  }
  return {
    report,
    isAnswer: true,
    text: () => `${[...fieldLines(of.fields), ...explain(explained)].join('\n')}\n`,
  }
}

/** The fields in the layout of the lines of a plan. */
function fieldLines(fields: ChosenFields | undefined): string[] {
  return fields === undefined ? [] : fieldRows(fields).map(([name, text]) => `${name.padEnd(11)}${text}`)
}

/** A plan, and what is known of the inputs it is for. */
interface Explained {
  readonly explained: ExplainedPlan
  readonly filesRead?: number
  readonly fields?: ChosenFields
}

/** The plan that a run directory keeps, if the one input is a run directory. */
function planOfRun([input, ...others]: readonly string[]): Explained | undefined {
  if (others.length > 0 || !existsSync(join(input!, 'run.json'))) return undefined
  return { explained: readPlanFile(join(input!, PLAN_OF_RUN)) }
}

/** The plan that find would follow on the inputs. */
export async function planOf(inputs: readonly string[], values: OptionValues): Promise<Explained> {
  const parts = searchParts(planSearch(inputs, values, false))
  const { explained, source } = await explainSource(inputs, parts)
  checkAnyRead(explained.sample?.documents ?? 1, source.skipped)
  return { explained, filesRead: source.files.length, fields: chosenFields(source) }
}
