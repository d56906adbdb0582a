import { FLAG_OF, type FlaggedOption } from './request-flags.js'

/** What the rules below do not say: values that are written differently, and calls that are commands here. */
const AS_FLAGS: Readonly<Record<string, string>> = {
  'header: true': '--header yes',
  'header: false': '--header no',
  'id: false': '--no-id',
  'shingle: {}': '--shingle words:5',
  archives: '--spark-archives',
  'log: FILE': '--spark-log FILE',
  nodeEngine: '--engine node',
  explain: 'likewise explain --json',
}

const CODE = /(?<![\w`])`([a-zA-Z]+|[a-zA-Z]+: [^`]+|'[^'`]*')`(?![\w`])/g

/**
 * A message of the library as the command line says it. The library names its options in backticks, such as `maxGroup`, `resume: true`
 * and `format: 'text'`; here they are flags: --max-group, --resume and --format text.
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
 * How the command line calls an option.
 *
 * @param isOption whether the name is known to be that of an option. Default: other names stay as they are
 */
export function shownAs(name: string, isOption = false): string {
  if (name in FLAG_OF) return `--${FLAG_OF[name as FlaggedOption]}`
  return isOption ? `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : name
}
