import type { FoundInFiles } from '../../node/found-in-files.js'
import type { GivenArguments } from '../../report/report-data.js'
import type { Written } from '../../write/written.js'
import type { SearchPlan } from './plan-search.js'

/** Writes the HTML report of a search or a deduplication, with the arguments of the command line. */
export async function writeReport(
  { report, inputs }: Pick<SearchPlan, 'report' | 'inputs'>,
  given: GivenArguments,
  found: FoundInFiles,
): Promise<Written> {
  const { path } = report!
  await found.writeReport(path, { title: inputs.join(', ') }, { given: toShow(given) })
  return { kind: 'report', path }
}

/** Options about the terminal, which say nothing about the search. */
const TERMINAL_OPTIONS = ['quiet', 'json', 'progress']

/** The arguments as a report shows them to its readers: without passwords in addresses. */
function toShow({ inputs, options }: GivenArguments): GivenArguments {
  return {
    inputs: inputs.map(withoutPassword),
    options: options
      .filter(([name]) => !TERMINAL_OPTIONS.includes(name))
      .map(([name, value]) => (value === undefined ? [name] : [name, withoutPassword(value)])),
  }
}

function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/:@]*):[^/@]*@/i, '$1@')
}
