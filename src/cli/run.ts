import { LikewiseError } from '../model/errors.js'
import type { Context } from './context.js'
import { commandHelp, generalHelp } from './help.js'
import type { CommandName } from './options/option.js'
import type { OptionValues } from './options/table.js'
import { parseCommandLine } from './parse.js'
import { paint } from './terminal.js'
import { UsageError } from './usage-error.js'

type Run = (operands: readonly string[], values: OptionValues, context: Context) => Promise<void>

/** Loaded on use, so that help and completion come at once. */
const RUNS: Readonly<Record<Exclude<CommandName, 'help'>, () => Promise<Run>>> = {
  find: async () => (await import('./find/find.js')).find,
  dedup: async () => (await import('./dedup/dedup.js')).dedup,
  explain: async () => (await import('./explain/explain.js')).explainSearch,
  recluster: async () => (await import('./recluster/recluster.js')).recluster,
  restore: async () => (await import('./dedup/restore.js')).restore,
  join: async () => (await import('./join/join.js')).join,
  probe: async () => (await import('./join/join.js')).probe,
  match: async () => (await import('./match/match.js')).match,
  compare: async () => (await import('./compare/compare.js')).compareTexts,
  plagiarism: async () => (await import('./plagiarism/plagiarism.js')).plagiarism,
  tune: async () => (await import('./tune/tune.js')).tune,
  recommend: async () => (await import('./recommend/recommend.js')).recommend,
  fingerprints: async () => (await import('./fingerprints/fingerprints.js')).fingerprints,
  completion: async () => (await import('./completion/completion.js')).completion,
}

/** Does what the command line asks for and returns the exit code: 0 done, 1 failure, 2 wrong usage. */
export async function runCommandLine(args: readonly string[], context: Context): Promise<number> {
  const { terminal, lifetime, version } = context
  try {
    const request = parseCommandLine(args)
    if (request.kind === 'version') terminal.out.print(`${version}\n`)
    else if (request.kind === 'help') {
      terminal.out.print(request.command === undefined ? generalHelp(version) : commandHelp(request.command))
    } else if (request.command.name !== 'help') {
      const run = await RUNS[request.command.name]()
      await run(request.operands, request.values, context)
    }
    return 0
  } catch (error) {
    if (!lifetime.ended)
      terminal.err.print(`${paint('red', 'likewise', terminal.err)}: ${errorText(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** One line with the mend for what can be mended; the stack for a fault of the program. */
function errorText(error: unknown): string {
  if (!(error instanceof LikewiseError)) {
    return error instanceof Error ? `an unexpected error\n${error.stack ?? error.message}` : String(error)
  }
  const options = HINTS.filter(([words]) => error.mend.includes(words)).map(([, option]) => option)
  const hint = options.length === 0 || error instanceof UsageError ? '' : ` (${options.join(', ')})`
  return `${error.message.replaceAll('\n', ' ')}${hint}`
}

/** How the mend of the library is said on the command line. */
const HINTS: readonly (readonly [words: string, option: string])[] = [
  ['skip bad records', '--on-error skip'],
  ['text field', '--text FIELD'],
  ['name the format', '--format FORMAT'],
  ['name its format', '--format FORMAT'],
]
