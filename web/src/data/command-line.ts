import type { ReportData } from '../../../src/report/report-data.js'
import { nextName } from './next-name.js'
import { optionsOf } from './plan-options.js'

type Option = readonly [name: string, value?: string | undefined]

/** What a search with other parameters cannot share with the run. */
const RUN_OPTIONS = ['plan', 'run-dir', 'resume']
/** Options that name files or folders which the run wrote, so that they exist. */
const OUTPUTS = ['report', 'out', 'pairs', 'clusters', 'kept', 'removed', 'manifest']

/**
 * The command line of the run with some options changed, quoted for a POSIX shell. What it writes gets new names next to the files of the
 * run, unless the run itself could overwrite files. A report that no command line wrote names its files and the options of its plan.
 *
 * @param changes options to replace or add; without a value: to leave out
 */
export function commandLine(
  data: Pick<ReportData, 'command' | 'given' | 'plan' | 'documents'>,
  changes: readonly Option[],
): string {
  const { command, given, plan, documents } = data
  const fromPlan: readonly Option[] = plan === undefined ? [] : optionsOf(plan)
  const hasOptions = given !== undefined && !given.options.some(([name]) => name === 'plan')
  const kept = [...(given?.options ?? []), ...(hasOptions ? [] : fromPlan)]
  const changed = new Set([...RUN_OPTIONS, ...changes.map(([name]) => name)])
  const options = [
    ...kept.filter(([name]) => !changed.has(name)),
    ...changes.filter(([, value]) => value !== undefined),
  ]
  const has = (name: string) => options.some(([other]) => other === name)
  // A deduplication writes files even if none is named.
  if (given !== undefined && command === 'dedup' && !has('dry-run') && !has('force') && !has('out'))
    options.push(['out', 'out'])
  const inputs = given?.inputs ?? documents.files
  return [
    ...['likewise', command],
    ...(inputs.length === 0 ? ['INPUT'] : inputs.map(asOperand).map(quoted)),
    ...options.map((option) => written(has('force') ? option : renamed(option))),
  ].join(' ')
}

function renamed([name, value]: Option): Option {
  return value !== undefined && value !== '-' && OUTPUTS.includes(name)
    ? [name, nextName(value)]
    : [name, value]
}

function written([name, value]: Option): string {
  if (value === undefined) return `--${name}`
  return value.startsWith('-') ? `--${name}=${quoted(value)}` : `--${name} ${quoted(value)}`
}

/** A file whose name looks like an option is written as a path; - is stdin. */
function asOperand(input: string): string {
  return input.startsWith('-') && input !== '-' ? `./${input}` : input
}

function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
