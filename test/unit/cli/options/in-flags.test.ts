import { expect, it } from 'vitest'
import { inFlags } from '../../../../src/cli/options/in-flags.js'

it.each([
  ['use more `memory` or fewer `workers`', 'use more --memory or fewer --workers'],
  ["run with `maxGroup: 'all'`", 'run with --max-group all'],
  ['add `resume: true` to continue', 'add --resume to continue'],
  ["`encoding: 'latin1'` or `'windows-1252'`", '--encoding latin1 or windows-1252'],
  ['or use `id: false`', 'or use --no-id'],
  ['say `header: false` or `header: true`', 'say --header no or --header yes'],
  ['(`clusters`)', '(--cluster-by)'],
  ['with `kept: FILE.jsonl` and `removed: FILE.jsonl`', 'with --kept FILE.jsonl and --removed FILE.jsonl'],
  ['use a plan written by `explain`', 'use a plan written by likewise explain --json'],
  ['a file called x`memory`y or `two words`', 'a file called x`memory`y or `two words`'],
])('%s', (library, commandLine) => {
  expect(inFlags(library)).toBe(commandLine)
})
