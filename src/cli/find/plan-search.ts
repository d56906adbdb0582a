import { makePlan, type PlannedOptions } from '../../engine/find-options.js'
import type { NodeFindOptions } from '../../engine/node/node-engine-options.js'
import { InvalidOption } from '../../model/errors.js'
import type { Output } from '../../write/node-output.js'
import { checkStdin } from '../check-stdin.js'
import { type SourceWish, sourceWish } from '../input/source-wish.js'
import { SHINGLE_OPTION_NAMES } from '../options/shingles.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'
import { withPreset } from './preset.js'
import { planShingleWish, type ShingleWish } from './shingle-wish.js'

/** What find and dedup are to do, in plain data: made from the command line alone. */
export interface SearchPlan {
  readonly inputs: readonly string[]
  readonly source: SourceWish
  readonly find: Omit<PlannedOptions, 'shingle'>
  readonly shingle: ShingleWish
  /** The use for which it is set up, if one was named. */
  readonly as: OptionValues['as']
  readonly running: Running
  /** A plan file to follow. */
  readonly planFile: string | undefined
  readonly pairs: Output | undefined
  readonly clusters: Output | undefined
  readonly json: boolean
  readonly quiet: boolean
}

/** How the engine runs, whatever it is asked. */
type Running = Pick<NodeFindOptions, 'workers' | 'memory' | 'runDir' | 'resume' | 'audit' | 'remember'>

/** @param isRun whether the search will be run, and not only be explained */
export function planSearch(inputs: readonly string[], given: OptionValues, isRun = true): SearchPlan {
  const values = withPreset(given)
  const { threshold, recall, method, seed } = values
  const clusterBy = values['cluster-by']
  const maxGroup = values['max-group']
  const keepPairsFrom = values['keep-pairs-from']
  const plan: SearchPlan = {
    inputs,
    source: { ...sourceWish(values), fields: [] },
    find: {
      ...(threshold !== undefined && { threshold }),
      ...(recall !== undefined && { recall }),
      ...(method !== undefined && { method }),
      ...(seed !== undefined && { seed }),
      ...(maxGroup !== undefined && { maxGroup }),
      ...(keepPairsFrom !== undefined && { keepPairsFrom }),
      ...(clusterBy !== undefined && { clusters: clusterBy }),
    },
    shingle: planShingleWish(values),
    as: values.as,
    running: planRunning(values),
    planFile: values.plan,
    pairs: values.pairs === undefined ? undefined : { option: '--pairs', path: values.pairs },
    clusters: values.clusters === undefined ? undefined : { option: '--clusters', path: values.clusters },
    json: values.json === true,
    quiet: values.quiet === true,
  }
  checkStdin(inputs)
  checkStdout(tablesOf(plan), plan.json)
  if (isRun) checkRunDirectory(values)
  if (plan.planFile !== undefined) refuseBesidePlan(given)
  tryPlan(plan)
  return plan
}

/** What a plan says, so that it may not be said beside it. */
const SAID_BY_PLAN = [
  'threshold',
  'recall',
  'method',
  'seed',
  'max-group',
  'keep-pairs-from',
  ...SHINGLE_OPTION_NAMES,
] as const

function refuseBesidePlan(values: OptionValues): void {
  const doubly = SAID_BY_PLAN.find((name) => values[name] !== undefined)
  if (doubly !== undefined) throw new UsageError(`--plan says --${doubly} already`, `leave --${doubly} out`)
}

function planRunning(values: OptionValues): Running {
  const { workers, memory, resume, audit } = values
  const runDir = values['run-dir']
  return {
    ...(workers !== undefined && { workers }),
    ...(memory !== undefined && { memory }),
    ...(runDir !== undefined && { runDir }),
    ...(resume !== undefined && { resume }),
    ...(audit !== undefined && { audit }),
  }
}

/** Refuses options that have no meaning without a run directory. */
function checkRunDirectory(values: OptionValues): void {
  const option = (['resume', 'keep-pairs-from'] as const).find((name) => values[name] !== undefined)
  if (option !== undefined && values['run-dir'] === undefined) {
    throw new UsageError(`--${option} requires a run directory`, 'add --run-dir FOLDER')
  }
}

/** The tables of pairs and clusters that are wished. */
export function tablesOf({ pairs, clusters }: SearchPlan): Output[] {
  return [pairs, clusters].filter((output) => output !== undefined)
}

/** What the engine would refuse is refused here, before any file is touched. */
function tryPlan({ find, shingle }: SearchPlan): void {
  try {
    makePlan({ ...find, shingle: shingle.options })
  } catch (error) {
    throw error instanceof InvalidOption ? UsageError.from(error) : error
  }
}
