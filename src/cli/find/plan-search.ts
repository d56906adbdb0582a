import { checkPlannable } from '../../engine/make-plan.js'
import type { NodeFindOptions } from '../../engine/node/node-engine-options.js'
import { IN_PLAN, type PlannedOptions } from '../../engine/request.js'
import type { Output } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { type SourceRequest, sourceRequest } from '../input/source-request.js'
import { FLAG_OF, type FlaggedOption } from '../options/request-flags.js'
import { SHINGLE_OPTION_NAMES } from '../options/shingles.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { asUsage, UsageError } from '../usage-error.js'
import { withPreset } from './preset.js'
import { planShingleRequest, type ShingleRequest } from './shingle-request.js'

/** What find and dedup have to do, as plain data derived from the command line alone. */
export interface SearchPlan {
  readonly inputs: readonly string[]
  readonly against: AgainstPlan | undefined
  readonly source: SourceRequest
  readonly find: Omit<PlannedOptions, 'shingle'>
  readonly shingle: ShingleRequest
  /** The use case given by --as, if any. */
  readonly as: OptionValues['as']
  readonly running: Running
  /** A plan file to follow. */
  readonly planFile: string | undefined
  readonly pairs: Output | undefined
  readonly clusters: Output | undefined
  /** The HTML report. */
  readonly report: Output | undefined
  readonly json: boolean
  readonly quiet: boolean
}

/** Documents to compare with. */
interface AgainstPlan {
  readonly inputs: readonly string[]
  readonly alsoWithin: boolean
  /** The fields that differ from those of the inputs. */
  readonly fields: { readonly text?: readonly string[]; readonly id?: string }
  /** The part of an index to use. */
  readonly index: { readonly namespace?: string; readonly prefix?: string }
}

/** How the engine runs, independent of what it computes. */
type Running = Pick<NodeFindOptions, 'workers' | 'memory' | 'runDir' | 'resume' | 'audit'>

/** @param isRun whether the search will run, rather than only be explained */
export function planSearch(inputs: readonly string[], given: OptionValues, isRun = true): SearchPlan {
  const values = withPreset(given)
  const plan: SearchPlan = {
    inputs,
    // A preset may set --cluster-by, which then is not a conflict.
    against: planAgainst(given),
    source: { ...sourceRequest(values), fields: [] },
    // Searches accept only the similarities of documents.
    find: requestedBy(values, [...SET_BY_PLAN, 'clusters']) as SearchPlan['find'],
    shingle: planShingleRequest(values),
    as: values.as,
    running: requestedBy(values, ['workers', 'memory', 'runDir', 'resume', 'audit']),
    planFile: values.plan,
    pairs: values.pairs === undefined ? undefined : { option: '--pairs', path: values.pairs },
    clusters: values.clusters === undefined ? undefined : { option: '--clusters', path: values.clusters },
    report: values.report === undefined ? undefined : { option: '--report', path: values.report },
    json: values.json === true,
    quiet: values.quiet === true,
  }
  checkStdin([...inputs, ...(plan.against?.inputs ?? [])])
  checkStdout(searchOutputs(plan), plan.json)
  if (isRun) checkRunDirectory(values)
  if (plan.planFile !== undefined) refuseWithPlan(given)
  tryPlan(plan)
  return plan
}

/** The second side, if there is one. */
function planAgainst(values: OptionValues): AgainstPlan | undefined {
  const { against, 'against-text': text, 'against-id': id, 'also-within': alsoWithin = false } = values
  const { namespace, prefix } = values
  if (against === undefined) {
    const option = (
      ['also-within', 'against-text', 'against-id', 'namespace', 'prefix', 'add'] as const
    ).find((name) => values[name] !== undefined)
    if (option === undefined) return undefined
    throw new UsageError(`--${option} requires --against`, 'add --against OTHER')
  }
  const clustering = (['clusters', 'one-per-cluster', 'cluster-by'] as const).find(
    (name) => values[name] !== undefined,
  )
  if (clustering !== undefined && !alsoWithin) {
    throw new UsageError(
      `--${clustering} applies to pairs within the input, which --against does not find`,
      `add --also-within, or leave out --${clustering}`,
    )
  }
  if (values.report !== undefined)
    throw new UsageError(
      '--report shows a single collection, but --against compares two',
      'use --pairs instead',
    )
  return {
    inputs: against,
    alsoWithin,
    fields: { ...(text !== undefined && { text }), ...(id !== undefined && { id }) },
    index: { ...(namespace !== undefined && { namespace }), ...(prefix !== undefined && { prefix }) },
  }
}

/** Options that a plan determines, so they cannot be combined with one. */
const SET_BY_PLAN = IN_PLAN.filter((name) => name in FLAG_OF && name !== 'slots') as Exclude<
  FlaggedOption & keyof PlannedOptions,
  'plan' | 'clusters' | 'slots'
>[]

function refuseWithPlan(values: OptionValues): void {
  const flags = [...SET_BY_PLAN.map((name) => FLAG_OF[name]), ...SHINGLE_OPTION_NAMES]
  const conflicting = flags.find((flag) => values[flag] !== undefined)
  if (conflicting !== undefined)
    throw new UsageError(
      `--plan conflicts with --${conflicting}, which the plan sets`,
      `leave --${conflicting} out`,
    )
}

/** The given options of a search among these, under their names in the library. */
function requestedBy<Name extends FlaggedOption>(
  values: OptionValues,
  names: readonly Name[],
): { readonly [Each in Name]?: NonNullable<OptionValues[(typeof FLAG_OF)[Each]]> } {
  const given = names.filter((name) => values[FLAG_OF[name]] !== undefined)
  return Object.fromEntries(given.map((name) => [name, values[FLAG_OF[name]]])) as ReturnType<
    typeof requestedBy<Name>
  >
}

/** Rejects options that make no sense without a run directory or a report. */
export function checkRunDirectory(values: OptionValues): void {
  if (values['run-dir'] !== undefined) return
  if (values.resume !== undefined)
    throw new UsageError('--resume requires a run directory', 'add --run-dir FOLDER')
  if (values['keep-pairs-from'] !== undefined && values.report === undefined)
    throw new UsageError(
      '--keep-pairs-from requires a run directory or a report, which keeps the pairs',
      'add --run-dir FOLDER or --report FILE',
    )
}

/** The requested tables of pairs and clusters. */
function tablesOf({ pairs, clusters }: SearchPlan): Output[] {
  return [pairs, clusters].filter((output) => output !== undefined)
}

/** All files that a search writes. */
export function searchOutputs(plan: SearchPlan): Output[] {
  return [...tablesOf(plan), ...(plan.report ? [plan.report] : [])]
}

/** Rejects what the engine would reject, before any file is touched. */
function tryPlan({ find, shingle }: SearchPlan): void {
  asUsage(() => checkPlannable({ ...find, shingle: shingle.options }))
}
