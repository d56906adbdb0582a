import type { Command } from './commands/command.js'
import { COMMANDS } from './commands.js'
import { GROUPS, headingOf } from './options/option.js'
import { type OptionRow, optionsOf, summaryOf } from './options/table.js'

const WIDTH = 80
const SUMMARY_AT = 26

/** What `likewise --help` prints. */
export function generalHelp(version: string): string {
  const commands = COMMANDS.map(({ name, operands, summary }) => entry(`${name} ${operands}`.trim(), summary))
  const examples = COMMANDS.flatMap((command) => command.examples.slice(0, 1)).slice(0, 5)
  return lines(
    `likewise ${version}: find near-duplicates, overlapping sets and matching records`,
    '',
    ...paragraph(
      'You choose the similarity (--threshold) and the recall (--recall). Likewise finds the pairs, verifies every one, and groups them into clusters.',
    ),
    '',
    'Usage: likewise COMMAND [OPTION…] [OPERAND…]',
    '',
    'Commands:',
    ...commands,
    '',
    'Options for every command:',
    entry('-h, --help', 'Show help for the command'),
    entry('-V, --version', 'Print the version'),
    '',
    'Examples:',
    ...exampleLines(examples),
    '',
    'Run likewise help COMMAND for all options of a command, with examples.',
    'Exit codes: 0 success, 1 bad input or failure, 2 wrong usage, 3 a pair was found\n            (--fail-on-found), 130 interrupted.',
  )
}

/** What `likewise help COMMAND` prints. */
export function commandHelp({ name, operands, summary, description, examples }: Command): string {
  const options = optionsOf(name)
  const groups = GROUPS.map((group) => ({
    group,
    rows: options.filter((row) => row.group === group),
  })).filter(({ rows }) => rows.length > 0)
  return lines(
    `likewise ${name}: ${lowerFirst(summary)}`,
    '',
    `Usage: likewise ${name} ${[operands, '[OPTION…]'].join(' ').trim()}`,
    ...description.flatMap((text) => ['', ...paragraph(text)]),
    ...groups.flatMap(({ group, rows }) => [
      '',
      `${headingOf(group, rows)}:`,
      ...rows.map((row) => entry(signature(row), `${summaryOf(row)}${ending(row)}`)),
    ]),
    '',
    'Examples:',
    ...exampleLines(examples),
  )
}

function ending({ isRequired, default: value }: OptionRow): string {
  if (isRequired === true) return '. Required'
  return value === undefined ? '' : `. Default: ${value}`
}

/** `-t, --threshold FRACTION` */
export function signature({ name, short, value, bare }: OptionRow): string {
  const letter = short === undefined ? '' : `-${short}, `
  return `${letter}--${name}${value === undefined ? '' : bare === undefined ? ` ${value}` : ` [${value}]`}`
}

function exampleLines(examples: Command['examples']): string[] {
  return examples.flatMap(({ does, line }) => [`  # ${does}`, `  ${line}`])
}

function entry(left: string, right: string): string {
  const room = WIDTH - SUMMARY_AT
  const [first = '', ...rest] = wrap(right, room)
  const head = `  ${left}`
  const indent = ' '.repeat(SUMMARY_AT)
  const opening =
    head.length < SUMMARY_AT - 1 ? `${head.padEnd(SUMMARY_AT)}${first}` : `${head}\n${indent}${first}`
  return [opening, ...rest.map((line) => `${indent}${line}`)].join('\n')
}

/** Wraps each line of a text; the items of a list have a hanging indent. */
function paragraph(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('- ')) return wrap(line, WIDTH)
    const [first = '', ...rest] = wrap(line.slice(2), WIDTH - 4)
    return [`  - ${first}`, ...rest.map((further) => `    ${further}`)]
  })
}

/** Wraps a text at spaces into lines of at most `width` characters; a longer word is a line of its own. */
function wrap(text: string, width: number): string[] {
  const wrapped: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      wrapped.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...wrapped, line]
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

function lines(...all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
