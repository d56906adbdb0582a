import type { DedupRequest } from '../../dedup/dedup-request.js'
import { needsOf } from '../../dedup/needs.js'
import type { StoredEnding } from '../../dedup/stored-ending.js'
import { type Output, STDOUT } from '../../write/node-output.js'
import { planSearch, type SearchPlan, searchOutputs } from '../find/plan-search.js'
import type { OptionValues } from '../options/table.js'
import { checkStdout } from '../output/outputs.js'
import { UsageError } from '../usage-error.js'

/** What dedup is to do, in plain data: made from the command line alone. */
export interface DedupPlan extends DedupRequest {
  readonly search: SearchPlan
  /** Whether to report only, and write nothing. */
  readonly dryRun: boolean
  /** Whether the documents that are kept are added to the index of --against. */
  readonly add: boolean
  /** The file of decisions, if there is one. */
  readonly decisions: string | undefined
  /** Sources from which nothing is removed. */
  readonly keepSources: readonly string[]
  /** A folder to make first. */
  readonly folder: string | undefined
}

/** @param ending of the documents where no other is named: that of the inputs */
export function planDedup(
  inputs: readonly string[],
  values: OptionValues,
  ending: StoredEnding = '.jsonl',
): DedupPlan {
  const { survivor, source, out } = values
  const output = (option: 'kept' | 'removed' | 'manifest', ending: string): Output => ({
    option: `--${option}`,
    path: values[option] ?? defaultPath(inputs, out, `${option}${ending}`),
  })
  const kept = output('kept', ending)
  const removed = output('removed', ending)
  const onePerCluster = values['one-per-cluster'] === true
  const request = { survivor, onePerCluster, source, kept, removed, stored: ending }
  const search = remembering(withNeeds(planSearch(inputs, values), request), survivor, source)
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
    manifest: output('manifest', '.json'),
    dryRun: values['dry-run'] === true,
    add: values.add === true,
    decisions: values.decisions,
    keepSources: values['keep-source'] ?? [],
    folder: out,
  }
  if (plan.manifest.path === STDOUT) {
    throw new UsageError('the manifest must be a file', 'use a name that ends with .json')
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

/** A run directory remembers what the policy looks at, so that recluster can choose survivors too. */
function remembering(search: SearchPlan, survivor: DedupPlan['survivor'], source = 'source'): SearchPlan {
  if (search.running.runDir === undefined || typeof survivor !== 'object') return search
  const remember = ['field' in survivor ? survivor.field : source]
  return { ...search, running: { ...search.running, remember } }
}

export function dedupOutputs({ search, kept, removed, manifest }: DedupPlan): Output[] {
  return [kept, removed, manifest, ...searchOutputs(search)]
}

/** `news.jsonl` gives `news.kept.jsonl` beside it or in the folder; several inputs give `kept.jsonl` in the folder. */
export function defaultPath(inputs: readonly string[], folder: string | undefined, ending: string): string {
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
    `cannot derive the names of output files from ${inputs.join(', ')}`,
    'use --out FOLDER, or --kept, --removed and --manifest',
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
