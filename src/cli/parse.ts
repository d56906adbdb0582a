/// <reference types="node" />
import { parseArgs } from 'node:util'
import { InvalidOption } from '../model/errors.js'
import { nearestName } from '../model/nearest-name.js'
import type { GivenArguments } from '../report/report-data.js'
import type { Command } from './commands/command.js'
import { COMMANDS, commandNamed } from './commands.js'
import {
  OPTION_LIST,
  type OptionName,
  type OptionRow,
  type OptionValues,
  optionsOf,
} from './options/table.js'
import { UsageError } from './usage-error.js'

/** The parsed command line. */
export type Request =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly operands: readonly string[]
      readonly values: OptionValues
      readonly given: GivenArguments
    }

/** Parses a command line, or throws a `UsageError` that says what to do. Does not access any file. */
export function parseCommandLine(args: readonly string[]): Request {
  const [first, ...rest] = args
  if (first === undefined) throw new UsageError('no command', 'see likewise --help')
  checkCharacters(rest)
  if (first === '--help' || first === '-h') return { kind: 'help', command: undefined }
  if (first === '--version' || first === '-V') return { kind: 'version' }
  const command = commandNamed(first)
  if (command === undefined) throw unknownCommand(first)
  const { values, operands, options } = parseOptions(command, rest)
  if (values.help === true) return { kind: 'help', command }
  if (command.name === 'help') return { kind: 'help', command: helpTopic(operands) }
  checkOperands(command, operands)
  return { kind: 'run', command, operands, values, given: { inputs: operands, options } }
}

function helpTopic([topic, ...rest]: readonly string[]): Command | undefined {
  if (rest.length > 0) throw new UsageError('help takes one command', 'for example: likewise help find')
  if (topic === undefined) return undefined
  const command = commandNamed(topic)
  if (command === undefined) throw unknownCommand(topic)
  return command
}

function parseOptions(
  command: Command,
  args: readonly string[],
): {
  readonly values: OptionValues
  readonly operands: readonly string[]
  readonly options: GivenArguments['options']
} {
  const rows = optionsOf(command.name)
  const { tokens } = parseArgs({
    args: withBareValues(rows, args),
    options: Object.fromEntries(
      rows.map(({ name, short, value }) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values: Partial<Record<OptionName, unknown>> = {}
  const operands: string[] = []
  const options: [name: string, value?: string][] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const row = rows.find(({ name }) => name === token.name)
    if (row === undefined) throw unknownOption(command, token.rawName, token.name)
    const before = values[row.name]
    if (before !== undefined && row.repeats !== true) {
      throw new UsageError(`--${row.name} is given more than once`, 'use it once')
    }
    const value = readValue(command, row, token.value, token.inlineValue === true)
    options.push(token.value === undefined ? [row.name] : [row.name, token.value])
    values[row.name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
  }
  return { values: values as OptionValues, operands, options }
}

/** Adds the default value of options that can be used without one, so that the next argument is not mistaken for it. */
function withBareValues(rows: readonly OptionRow[], args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.map((arg, i) => {
    if (end >= 0 && i >= end) return arg
    const row = rows.find(({ name, bare }) => bare !== undefined && arg === `--${name}`)
    return row === undefined || /^\d+$/.test(args[i + 1] ?? '') ? arg : `${arg}=${row.bare}`
  })
}

function readValue(command: Command, row: OptionRow, text: string | undefined, inline: boolean): unknown {
  const wanted = row.value
  if (wanted === undefined) {
    if (text !== undefined)
      throw new UsageError(`--${row.name} does not take a value`, `use --${row.name} without a value`)
    return row.parse('')
  }
  if (text === undefined || (!inline && /^--?[a-z]/i.test(text))) {
    throw new UsageError(
      `--${row.name} requires a value${text === undefined ? '' : `; ${text} looks like an option`}`,
      `use --${row.name}=${wanted}`,
    )
  }
  try {
    return row.parse(text, command.name)
  } catch (error) {
    if (error instanceof InvalidOption) throw UsageError.from(error)
    throw error
  }
}

/** A path cannot contain a NUL character, and a text that a person types does not. */
function checkCharacters(args: readonly string[]): void {
  const bad = args.find((arg) => arg.includes('\0'))
  if (bad !== undefined) {
    throw new UsageError(
      `${JSON.stringify(bad)} contains a NUL character`,
      'check the variables of your script: file names cannot contain it',
    )
  }
}

function checkOperands(
  { name, operands: wanted, minOperands, maxOperands }: Command,
  operands: readonly string[],
): void {
  if (operands.length < minOperands) {
    throw new UsageError(`${name} requires ${wanted}`, `see likewise help ${name}`)
  }
  const extra = operands[maxOperands]
  if (extra !== undefined) {
    throw new UsageError(`${name}: unexpected argument ${JSON.stringify(extra)}`, `see likewise help ${name}`)
  }
  if (operands.includes('')) {
    throw new UsageError('an argument is empty', 'check the variables of your script')
  }
}

function unknownCommand(given: string): UsageError {
  const names = COMMANDS.map(({ name }) => name)
  const guess = nearestName(given, names)
  return new UsageError(
    `unknown ${given.startsWith('-') ? 'option' : 'command'} ${given}`,
    guess === undefined
      ? `the command comes first; expected one of ${names.join(', ')}`
      : `did you mean likewise ${guess}?`,
  )
}

function unknownOption(command: Command, raw: string, given: string): UsageError {
  const problem = `${command.name}: unknown option ${raw}`
  const elsewhere = OPTION_LIST.find(({ name, short }) => name === given || short === given)
  if (elsewhere !== undefined) {
    return new UsageError(
      problem,
      `--${elsewhere.name} is an option of ${new Intl.ListFormat('en').format(elsewhere.commands)}`,
    )
  }
  const guess = nearestName(
    given,
    optionsOf(command.name).map(({ name }) => name),
  )
  return new UsageError(
    problem,
    guess === undefined ? `see likewise help ${command.name}` : `did you mean --${guess}?`,
  )
}
