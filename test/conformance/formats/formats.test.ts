// Every command that reads records reads every format of records, packed in every way, from files, folders and standard input,
// and its answer is the same for all of them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INPUT_OPTIONS } from '../../../src/cli/options/input.js'
import { RECORD_FORMATS } from '../../../src/read/format.js'
import { makeFolder } from '../../unit/read/folder.js'
import { CASES, type Case, newName } from './cases.js'
import { EXAMPLES, PACKED } from './examples.js'
import { runInProcess } from './run-in-process.js'

const folder = makeFolder()
let turn = 0

/** What a command reports of an input: the answer, or the error. */
async function answerOf(
  { args, answer }: Case,
  input: string,
  stdin?: { bytes: Uint8Array; format: string },
  other?: string,
) {
  const format = stdin === undefined ? [] : ['--format', stdin.format]
  const all = [...args(input, folder, other), ...format, '--json', '--quiet']
  const { code, stdout, stderr } = await runInProcess(all, stdin?.bytes)
  if (code !== 0) return stderr
  const report = JSON.parse(stdout) as Record<string, unknown>
  return Object.fromEntries(answer.map((name) => [name, report[name]]))
}

it('every format of records has an example', () => {
  const written = Object.values(EXAMPLES).map(({ format }) => format)
  expect(new Set(written)).toEqual(new Set(RECORD_FORMATS))
})

it('every command that accepts --format has a case', () => {
  const tried = CASES.map(({ args }) => args('in', folder)[0]!)
  expect(new Set(tried)).toEqual(new Set<string>(INPUT_OPTIONS.format.commands))
})

it('some command of each kind is tried with every format', () => {
  const records = CASES.map((given) => given.records)
  const inAll = CASES.filter(({ formats }) => formats === undefined).map((given) => given.records)
  expect(new Set(inAll)).toEqual(new Set(records))
})

describe.each(CASES)('$command', (given) => {
  let expected: unknown

  it('has an answer', async () => {
    const path = join(folder, `${given.command.replaceAll(/\W/g, '-')}.jsonl`)
    writeFileSync(path, await EXAMPLES['JSON Lines']!.write(given.records, folder))
    expected = await answerOf(given, path)
    expect(Object.values(expected as object), String(expected)).not.toContain(undefined)
    expect(typeof expected).toBe('object')
  })

  it.each(given.formats ?? Object.keys(EXAMPLES))(
    'reads %s from a file, compressed, from a folder and from stdin',
    async (name) => {
      const { format, extension, write } = EXAMPLES[name]!
      const home = join(folder, newName())
      const inFolder = join(home, 'parts')
      mkdirSync(inFolder, { recursive: true })
      const answers: Record<string, unknown> = {}
      const bytes = Buffer.from(await write(given.records, folder))
      // One kind of packing for the file and the other for stdin, in turn.
      const [ofFile, ofStdin] = turn++ % 2 === 0 ? (['.gz', '.zst'] as const) : (['.zst', '.gz'] as const)
      const path = join(home, `in.${extension}${ofFile}`)
      writeFileSync(path, await PACKED[ofFile](bytes))
      answers[`file${ofFile}`] = await answerOf(given, path)
      const packed = { bytes: await PACKED[ofStdin](bytes), format }
      // --format applies to every input of a command.
      const other = join(home, `other.${extension}`)
      writeFileSync(other, bytes)
      answers[`stdin${ofStdin}`] = await answerOf(given, '-', packed, other)
      for (const [part, records] of [given.records.slice(0, 2), given.records.slice(2)].entries()) {
        const content = await write(records, folder)
        writeFileSync(join(inFolder, `ratings-${part}.${extension}`), Buffer.from(content))
      }
      answers.folder = await answerOf(given, inFolder)
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((way) => [way, expected])))
    },
  )
})
