import type { DedupRequest } from '../../dedup/dedup-request.js'
import { needsOf } from '../../dedup/needs.js'
import { PLAIN_JSON_LINES, type StoredFormat } from '../../dedup/stored-ending.js'
import type { Output } from '../../write/node-output.js'
import { planSearch, type SearchPlan, searchOutputs } from '../find/plan-search.js'
import { withPreset } from '../find/preset.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'
import { planSplit, type SplitPlan } from './split-plan.js'

/** What dedup has to do, as plain data derived from the command line alone. */
export interface DedupPlan extends DedupRequest, SplitPlan {
  readonly search: SearchPlan
  /** Whether to add the kept documents to the index of --against. */
  readonly add: boolean
  /** The file of decisions, if there is one. */
  readonly decisions: string | undefined
  /** Sources from which nothing is removed. */
  readonly keepSources: readonly string[]
}

/** @param format of documents if their files are not named: that of the inputs */
export function planDedup(
  inputs: readonly string[],
  values: OptionValues,
  format: StoredFormat = PLAIN_JSON_LINES,
): DedupPlan {
  const { survivor, source } = withPreset(values)
  const split = planSplit(inputs, values, format)
  const onePerCluster = values['one-per-cluster'] === true
  const request = { survivor, onePerCluster, source, ...split }
  const searched = planSearch(inputs, values)
  // Spark copies no rows: it reads whole records again when it writes them.
  const search = values.engine === 'spark' ? searched : withNeeds(searched, request)
  if (survivor === 'center' && !(onePerCluster && search.find.clusters === 'stars')) {
    throw new UsageError(
      '--survivor center requires star clusters',
      'add --one-per-cluster --cluster-by stars',
    )
  }
  const plan: DedupPlan = {
    ...request,
    inputs,
    search,
    add: values.add === true,
    decisions: values.decisions,
    keepSources: values['keep-source'] ?? [],
  }
  if (plan.dryRun && search.running.runDir !== undefined) {
    throw new UsageError('--dry-run conflicts with --run-dir, which writes files', 'leave one of them out')
  }
  if (plan.dryRun && plan.add)
    throw new UsageError('--dry-run conflicts with --add, which changes the index', 'leave one of them out')
  checkStdout(dedupOutputs(plan), search.json)
  return plan
}

function withNeeds(search: SearchPlan, request: Parameters<typeof needsOf>[0]): SearchPlan {
  const { fields: _, ...all } = search.source
  return { ...search, source: { ...all, ...needsOf(request) } }
}

export function dedupOutputs({ search, kept, removed, manifest }: DedupPlan): Output[] {
  return [kept, removed, manifest, ...searchOutputs(search)]
}
