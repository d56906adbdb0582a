import { isShortName } from '../../../src/hash/short-name.js'
import type { GivenArguments, ReportData } from '../../../src/report/report-data.js'
import { UNPRINTABLE } from '../parts/format.js'
import { nextName } from './next-name.js'
import { optionsOf } from './plan-options.js'

type Option = readonly [name: string, value?: string | undefined]

/** What a search with other parameters cannot share with the run. */
const RUN_OPTIONS = ['plan', 'run-dir', 'resume']
/** Options that name files or folders which the run wrote, so that they exist. */
const OUTPUTS = ['report', 'out', 'pairs', 'clusters', 'kept', 'removed', 'manifest']

/**
 * The command line of the run with some options changed, quoted for a shell such as bash or zsh. What it writes gets new names next to the files of the
 * run, unless the run itself could overwrite files. If no command line wrote the report, the line repeats the run with the options of its plan.
 *
 * @param changes options to replace or add; without a value: to leave out
 */
export function commandLine(
  data: Pick<ReportData, 'command' | 'given' | 'equivalent' | 'plan' | 'documents'> &
    Partial<Pick<ReportData, 'leftOut'>>,
  changes: readonly Option[],
): string {
  const { command, given, equivalent, plan } = data
  const { inputs, options: known } = given ?? equivalent ?? namedFiles(data)
  const fromPlan: readonly Option[] = plan === undefined ? [] : optionsOf(plan)
  const hasOptions = given !== undefined && !given.options.some(([name]) => name === 'plan')
  const kept = [...known, ...(hasOptions ? [] : fromPlan)]
  const changed = new Set([...RUN_OPTIONS, ...changes.map(([name]) => name)])
  const options = [
    ...kept.filter(([name]) => !changed.has(name)),
    ...changes.filter(([, value]) => value !== undefined),
  ]
  const has = (name: string) => options.some(([other]) => other === name)
  // A deduplication writes files even if none is named.
  if (given !== undefined && command === 'dedup' && !has('dry-run') && !has('force') && !has('out'))
    options.push(['out', 'out'])
  return [
    ...['likewise', command],
    ...(inputs.length === 0 ? ['INPUT'] : inputs.map(asOperand).map(quoted)),
    ...options.map((option) => written(has('force') ? option : renamed(option))),
  ].join(' ')
}

/** The files of the report as inputs, if it names all of them in full. */
function namedFiles({
  documents: { files },
  leftOut,
}: Pick<ReportData, 'documents'> & Partial<Pick<ReportData, 'leftOut'>>): GivenArguments {
  const isPartial = (leftOut?.files ?? 0) > 0 || files.some(isShortName)
  return { inputs: isPartial ? [] : files, options: [] }
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
  if (text.search(UNPRINTABLE) >= 0)
    return `$'${text.replace(/[\\']/g, '\\$&').replace(UNPRINTABLE, escaped)}'`
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A character that is not printed, as the bytes of its UTF-8 in hexadecimal. */
function escaped(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('')
}
