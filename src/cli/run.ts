import { GarbageCollector } from '../engine/node/node-collect-garbage.js'
import { escapeControls } from '../write/escape-controls.js'
import { STDOUT } from '../write/node-output.js'
import { CommandBudget } from './command-budget.js'
import { COMMANDS } from './commands.js'
import type { ProgramContext } from './context.js'
import { errorLine, errorReport, errorText, isJsonRequested } from './error-report.js'
import { exposeCollector } from './expose-collector.js'
import { commandHelp, generalHelp } from './help.js'
import { IN_MEMORY, IN_OWN_THREAD, IN_OWN_THREAD_IF_LARGE } from './options/command-lists.js'
import type { CommandName } from './options/option.js'
import { OUTPUT_OPTIONS } from './options/output.js'
import type { OptionValues } from './options/table.js'
import type { Outcome } from './outcome.js'
import { ProgressLine } from './output/progress.js'
import { RESUME_HINT } from './output/resume-hint.js'
import { areLarge } from './own-thread/large-inputs.js'
import { parseCommandLine, type Request } from './parse.js'
import { paint } from './terminal.js'
import { UsageError } from './usage-error.js'

/** The exit codes, unless a signal ends the program. */
const EXIT = { done: 0, failure: 1, usage: 2, found: 3 } as const

/** Runs the command line and returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  programContext: ProgramContext,
): Promise<number> {
  const { terminal, lifetime, version } = programContext
  if (args.length === 0) {
    terminal.err.print(generalHelp(version))
    return EXIT.usage
  }
  try {
    const request = parseCommandLine(args)
    if (request.kind === 'run') return await start(args, request, programContext)
    if (request.kind === 'version') terminal.out.print(`${version}\n`)
    else
      terminal.out.print(request.command === undefined ? generalHelp(version) : commandHelp(request.command))
    return EXIT.done
  } catch (error) {
    if (!lifetime.ended) {
      terminal.err.print(
        isJsonRequested(args)
          ? errorLine(errorReport(error))
          : `${paint('red', 'likewise', terminal.err)}: ${errorText(error)}\n`,
      )
    }
    return error instanceof UsageError ? EXIT.usage : EXIT.failure
  }
}

/** Runs commands that would block the main thread for long in a thread of their own, where there is one. */
function start(
  args: readonly string[],
  request: Request & { readonly kind: 'run' },
  programContext: ProgramContext,
): Promise<number> {
  const { command, operands, values } = request
  const { inOwnThread, lifetime, terminal } = programContext
  const { memory } = values
  if (inOwnThread === undefined || !blocksThread(request)) return runCommand(request, programContext)
  // The flags apply to threads that start afterwards.
  if (memory !== undefined) exposeCollector()
  const isInMemory = includes(IN_MEMORY, command.name)
  const isTerminated = isInMemory || (command.name !== 'index' && values.against === undefined)
  if (values['run-dir'] !== undefined && values.json !== true)
    lifetime.onEnd(() => {
      // The thread could not print it.
      if (isTerminated || lifetime.isStuck) terminal.err.print(RESUME_HINT)
    })
  return inOwnThread(args, programContext, {
    isTerminated,
    readsStdin: readsStdin(request),
    hasMemoryBudget: memory !== undefined,
    ...(isInMemory && memory !== undefined && { budget: new CommandBudget(command.name, operands, memory) }),
  })
}

/** Whether a command computes for so long that signals would have to wait. */
function blocksThread({ command: { name }, operands, values }: Request & { readonly kind: 'run' }): boolean {
  if (includes(IN_OWN_THREAD, name)) return true
  const limit = (IN_OWN_THREAD_IF_LARGE as Partial<Record<CommandName, number>>)[name]
  // Spark is a process of its own.
  if (limit === undefined || values.engine === 'spark') return false
  return areLarge([...operands, ...(values.against ?? [])], limit)
}

/** Whether an input is stdin. As an output, - is stdout. */
function readsStdin({ operands, values }: Request & { readonly kind: 'run' }): boolean {
  const inputs = Object.entries(values).filter(([name]) => !(name in OUTPUT_OPTIONS))
  return [...operands, ...inputs.flatMap(([, value]) => value as unknown)].includes('-')
}

function includes(names: readonly CommandName[], name: CommandName): boolean {
  return names.includes(name)
}

/** What all commands have in common: printing the outcome, and the exit code. */
async function runCommand(
  { command, operands, values: parsed, given }: Request & { readonly kind: 'run' },
  programContext: ProgramContext,
): Promise<number> {
  const { terminal, version } = programContext
  const opening = parsed.open === true ? await import('./output/open-report.js') : undefined
  const values = opening?.withReportToOpen(parsed, command.name === 'plagiarism') ?? parsed
  if (values.memory !== undefined) exposeCollector()
  const run = await command.load?.(COMMANDS)
  if (run === undefined) return EXIT.done
  const mode = values.quiet === true ? 'none' : (values.progress ?? 'auto')
  const progress = new ProgressLine(terminal.err, mode, { watch: garbageWatch(values) })
  let outcome: Outcome | undefined
  try {
    outcome = await run(operands, values, { ...programContext, progress, given })
  } finally {
    progress.end()
  }
  // The exit code of a run that a signal stopped does not match a summary.
  if (outcome === undefined || programContext.lifetime.ended) return EXIT.done
  const { report, text, isAnswer, data, list } = outcome
  const isJson = values.json === true
  if (values.quiet !== true && !(isJson && isAnswer)) {
    const carriesData = isJson || data !== undefined || report.written.some(({ path }) => path === STDOUT)
    const printer = carriesData ? terminal.err : terminal.out
    printer.print(text(printer))
  }
  if (isJson) {
    // Readers recognize a saved result by its first keys.
    const { inputs, ...rest } = report
    const json = JSON.stringify({ command: command.name, version, inputs, ...rest })
    if (list === undefined) terminal.out.print(`${json}\n`)
    else await list.items.print(`${escapeControls(json.slice(0, -1))},${JSON.stringify(list.key)}:[`, ']}\n')
  } else if (list !== undefined) await list.items.print()
  else if (data !== undefined) terminal.out.print(data)
  await opening?.openReport(report.written, terminal.err)
  return values['fail-on-found'] === true && (report.pairs ?? 0) > 0 ? EXIT.found : EXIT.done
}

/** Frees memory now and then if it is limited; V8 would let garbage grow up to the limit. */
function garbageWatch({ memory }: OptionValues): (() => void) | undefined {
  if (memory === undefined) return undefined
  const garbage = new GarbageCollector()
  return () => void garbage.collect({ bytes: memory / 16, nearBudget: memory / 2 })
}
