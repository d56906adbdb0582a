import type { SurvivorPolicy } from '../../cluster/survivor-policy.js'
import { planSearch, type SearchPlan, tablesOf } from '../find/plan-search.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout, isParquet, type Output, STDOUT } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'
import { isCopied, isDelimitedEnding, type StoredEnding } from './stored-ending.js'

/** What dedup is to do, in plain data: made from the command line alone. */
export interface DedupPlan {
  readonly search: SearchPlan
  readonly survivor: Exclude<SurvivorPolicy, (...args: never) => unknown>
  /** Whether to keep only one document of each cluster; otherwise every document that is similar to no kept one. */
  readonly onePerCluster: boolean
  /** The field that says where a document comes from; undefined: `source`, where there is one. */
  readonly source: string | undefined
  readonly kept: Output
  readonly removed: Output
  /** What the inputs are, where all are alike: rows go to outputs of that kind as they are stored. */
  readonly stored: StoredEnding
  readonly manifest: Output
  /** Whether to report only, and write nothing. */
  readonly dryRun: boolean
  /** A folder to make first. */
  readonly folder: string | undefined
}

/** @param ending of the documents where no other is named: that of the inputs */
export function planDedup(
  inputs: readonly string[],
  values: OptionValues,
  ending: StoredEnding = '.jsonl',
): DedupPlan {
  const { survivor = 'first', source, out } = values
  const output = (option: 'kept' | 'removed' | 'manifest', ending: string): Output => ({
    option: `--${option}`,
    path: values[option] ?? defaultPath(inputs, out, `${option}${ending}`),
  })
  const kept = output('kept', ending)
  const removed = output('removed', ending)
  const search = remembering(
    withNeededFields(planSearch(inputs, values), ending, [kept, removed], survivor, source),
    survivor,
    source,
  )
  const onePerCluster = values['one-per-cluster'] === true
  if (survivor === 'centre' && !(onePerCluster && search.find.clusters === 'stars')) {
    throw new UsageError(
      '--survivor centre keeps the center of each star',
      'add --one-per-cluster --cluster-by stars',
    )
  }
  const plan: DedupPlan = {
    search,
    survivor,
    onePerCluster,
    source,
    kept,
    removed,
    stored: ending,
    manifest: output('manifest', '.json'),
    dryRun: values['dry-run'] === true,
    folder: out,
  }
  if (plan.manifest.path === STDOUT) {
    throw new UsageError('the manifest must be a file', 'give --manifest a name that ends with .json')
  }
  if (plan.dryRun && search.running.runDir !== undefined) {
    throw new UsageError('--dry-run writes nothing, and --run-dir would', 'leave one of them out')
  }
  checkStdout(dedupOutputs(plan), search.json)
  return plan
}

/** Rows that are copied as they are stored need few fields; all else is written from the fields that were read. */
function withNeededFields(
  search: SearchPlan,
  ending: StoredEnding,
  outputs: readonly Output[],
  survivor: DedupPlan['survivor'],
  source = 'source',
): SearchPlan {
  const fields = [source, ...(typeof survivor === 'object' && 'field' in survivor ? [survivor.field] : [])]
  if (ending === '.parquet' && outputs.every(isParquet)) {
    return { ...search, source: { ...search.source, fields } }
  }
  const { fields: _, ...all } = search.source
  const copiesRows = isDelimitedEnding(ending) && outputs.some((output) => isCopied(ending, output))
  return { ...search, source: { ...all, ...(copiesRows && { copiesRows }) } }
}

/** A run directory remembers what the policy looks at, so that recluster can choose survivors too. */
function remembering(search: SearchPlan, survivor: DedupPlan['survivor'], source = 'source'): SearchPlan {
  if (search.running.runDir === undefined || typeof survivor === 'string') return search
  const remember = ['field' in survivor ? survivor.field : source]
  return { ...search, running: { ...search.running, remember } }
}

export function dedupOutputs({ search, kept, removed, manifest }: DedupPlan): Output[] {
  return [kept, removed, manifest, ...tablesOf(search)]
}

/** `news.jsonl` gives `news.kept.jsonl` beside it or in the folder; several inputs give `kept.jsonl` in the folder. */
function defaultPath(inputs: readonly string[], folder: string | undefined, ending: string): string {
  const [input] = inputs
  const isPlain =
    inputs.length === 1 && input !== undefined && input !== STDOUT && !/[*?[\]{}!()]/.test(input)
  if (isPlain) {
    const path = input.replace(/(?<=.)\/+$/, '')
    const slash = path.lastIndexOf('/')
    const stem = stemOf(path.slice(slash + 1))
    if (stem !== '')
      return `${folder === undefined ? path.slice(0, slash + 1) : inside(folder)}${stem}.${ending}`
  }
  if (folder !== undefined) return `${inside(folder)}${ending}`
  throw new UsageError(
    `there is no one place beside ${inputs.join(', ')}`,
    'give --out FOLDER, or --kept, --removed and --manifest',
  )
}

/** A name without its endings. */
function stemOf(name: string): string {
  return name
    .replace(/(?<=.)\.(gz|zst)$/i, '')
    .replace(/(?<=.)\.[^.]+$/, '')
    .replace(/^\.+$/, '')
}

function inside(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`
}
