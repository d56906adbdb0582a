import { FLAG_OF, type FlaggedOption } from './request-flags.js'

/** Exceptions to the rules below: values that are written differently, and function calls that are commands here. */
const AS_FLAGS: Readonly<Record<string, string>> = {
  'header: true': '--header yes',
  'header: false': '--header no',
  'id: false': '--no-id',
  'shingle: {}': '--shingle words:5',
  archives: '--spark-archives',
  conf: '--spark-conf',
  folder: '--spark-dir',
  'log: FILE': '--spark-log FILE',
  'overwrite: true': '--force',
  nodeEngine: '--engine node',
  explain: 'likewise explain --json',
}

const CODE = /(?<![\w`])`([a-zA-Z]+|[a-zA-Z]+: [^`]+|'[^'`]*')`(?![\w`])/g

/**
 * Rewrites a message of the library for the command line. The library names its options in backticks, such as `maxGroup`, `resume: true`
 * and `format: 'text'`; here they become flags: --max-group, --resume and --format text.
 */
export function inFlags(text: string): string {
  return text.replaceAll(CODE, (_, code: string) => AS_FLAGS[code] ?? asFlag(code))
}

function asFlag(code: string): string {
  if (code.startsWith("'")) return code.slice(1, -1)
  const [name = '', value] = code.split(': ')
  const flag = shownAs(name, true)
  return value === undefined || value === 'true' ? flag : `${flag} ${value.replaceAll("'", '')}`
}

/**
 * The name of an option on the command line.
 *
 * @param isOption whether the name is known to be an option. Default: unknown names are left unchanged
 */
export function shownAs(name: string, isOption = false): string {
  if (name in FLAG_OF) return `--${FLAG_OF[name as FlaggedOption]}`
  return isOption ? `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : name
}
