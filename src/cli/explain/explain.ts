/// <reference types="node" />

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '../../model/quantities.js'
import { explainSource } from '../../node/explain.js'
import { isReadBySpark } from '../../node/spark-inputs.js'
import { describePlan } from '../../plan/describe-plan.js'
import type { ExplainedPlan } from '../../plan/explained-plan.js'
import { describeShuffle, estimateShuffle } from '../../plan/shuffle.js'
import { checkAnyRead } from '../../read/all-skipped.js'
import { type ChosenFields, chosenFields, countFiles, type InputNotes } from '../../read/source.js'
import type { Context } from '../context.js'
import { planSearch } from '../find/plan-search.js'
import { PLAN_OF_RUN } from '../find/run-search.js'
import { readPlanFile, searchParts } from '../find/search-parts.js'
import { inputReport } from '../input/input-report.js'
import { fieldRows, inputRows, type SummaryRow } from '../input/input-rows.js'
import type { OptionValues } from '../options/table.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import { sparkRequest } from '../spark/spark-request.js'

/** `likewise explain`: shows how a search would run, and why; or the plan and results of a finished run. */
export async function explainSearch(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Outcome> {
  const { explained, notes, ...of } =
    planOfRun(inputs) ?? (await planOnSpark(inputs, values, context)) ?? (await planOf(inputs, values))
  const { format: _, version: __, ...plan } = explained
  const shuffle = values.engine === 'spark' ? estimateShuffle(explained) : undefined
  const report = {
    inputs,
    written: [],
    ...of,
    ...(notes && { input: inputReport(notes) }),
    threshold: explained.plan.threshold,
    ...plan,
    ...(plan.alternatives && { alternatives: plan.alternatives.map(reportedAlternative) }),
    ...(shuffle && { shuffle }),
    ...processCost(),
  }
  return {
    report,
    isAnswer: true,
    text: () =>
      `${[...readLines({ ...of, notes }), ...describePlan(explained), ...(shuffle ? describeShuffle(shuffle) : [])].join('\n')}\n`,
  }
}

/** An alternative, with keys that have the same meaning everywhere in a report. */
function reportedAlternative({
  recall: guaranteed,
  ...alternative
}: NonNullable<ExplainedPlan['alternatives']>[number]): object {
  return { ...alternative, guaranteed }
}

/** How the input was read, in the same layout as the lines of a plan. */
function readLines(read: ReadInput): string[] {
  return readRows(read).map(([name, text]) => `${name.padEnd(11)}${text}`)
}

/** The fields that were used, and how the files were read. */
export function readRows({ fields, notes, skipped = 0 }: ReadInput): SummaryRow[] {
  return [
    ...(fields ? fieldRows(fields) : []),
    ...(notes ? inputRows(inputReport(notes)) : []),
    ...(skipped > 0 ? [['skipped', counted(skipped, 'bad record')] as const] : []),
  ]
}

/** What is known about inputs that were read. */
export interface ReadInput {
  readonly filesRead?: number
  readonly fields?: ChosenFields
  readonly skipped?: number
  readonly notes?: InputNotes | undefined
}

/** A plan, and what is known about its inputs. */
interface Explained extends ReadInput {
  readonly explained: ExplainedPlan
}

/** The plan stored in a run directory, if the only input is one. */
function planOfRun([input, ...others]: readonly string[]): Explained | undefined {
  if (others.length > 0 || !existsSync(join(input!, 'run.json'))) return undefined
  return { explained: readPlanFile(join(input!, PLAN_OF_RUN)) }
}

/** The plan for inputs that only Spark reads. */
async function planOnSpark(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<Explained | undefined> {
  if (values.engine === 'spark' && !isReadBySpark(inputs)) return undefined
  const spark = sparkRequest(values)
  if (spark === undefined) return undefined
  const { explainOnSpark } = await import('../spark/explain-on-spark.js')
  const { explained, source } = await explainOnSpark(planSearch(inputs, values, false), spark, context)
  return { explained, fields: chosenFields(source) }
}

/** The plan that find would follow for these inputs. */
export async function planOf(inputs: readonly string[], values: OptionValues): Promise<Explained> {
  const parts = searchParts(planSearch(inputs, values, false))
  const { explained, source, skipped } = await explainSource(inputs, parts)
  const read = (explained.sample?.documents ?? 1) - (skipped.length - source.skipped.length)
  checkAnyRead(read, skipped)
  const filesRead = countFiles(source)
  return { explained, filesRead, fields: chosenFields(source), skipped: skipped.length, notes: source.notes }
}
