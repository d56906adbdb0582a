// A record that cannot be read is reported by every command in the same words, with its file, its line and a hint, or it is skipped and
// counted.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../unit/read/folder.js'
import { CASES, newName } from './cases.js'
import { EXAMPLES, type TextRecord } from './examples.js'
import { runInProcess } from './run-in-process.js'

const folder = makeFolder()

/** Spoils a text of which the last record is on the last line. */
interface Damage {
  readonly extension: string
  readonly write: (records: readonly TextRecord[]) => Uint8Array
  /** The line of the bad record, given how many good ones are before it. */
  readonly line: (good: number) => number
  readonly problem: string
}

const textOf = (name: string, records: readonly TextRecord[]) =>
  Buffer.from(EXAMPLES[name]!.write(records, folder) as string)

const appended = (name: string, line: string | Uint8Array) => (records: readonly TextRecord[]) =>
  Buffer.concat([textOf(name, records), Buffer.from(line as string), Buffer.from('\n')])

const DAMAGES: Readonly<Record<string, Damage>> = {
  'malformed JSON': {
    extension: 'jsonl',
    write: appended('JSON Lines', '{"id": oops'),
    line: (good) => good + 1,
    problem: 'not JSON: Unexpected token',
  },
  'JSON that is no object': {
    extension: 'jsonl',
    write: appended('JSON Lines', '[1]'),
    line: (good) => good + 1,
    problem: 'a list instead of an object',
  },
  'a line that is no UTF-8': {
    extension: 'jsonl',
    write: appended('JSON Lines', Uint8Array.of(0x22, 0xff, 0x22)),
    line: (good) => good + 1,
    problem: 'not valid UTF-8',
  },
  'a row with one field': {
    extension: 'csv',
    write: appended('CSV', 'x'),
    line: (good) => good + 2,
    problem: '1 field instead of ',
  },
  'text after a quoted field': {
    extension: 'csv',
    write: appended('CSV', '"x" y,z'),
    line: (good) => good + 2,
    problem: 'text after the closing quote of a field',
  },
}

/** find reads as dedup does. */
const READ = CASES.filter(({ command }) => command !== 'find')

describe.each(READ)('$command', ({ args, records }) => {
  it.each(Object.keys(DAMAGES))('stops at %s, or skips it', async (name) => {
    const { extension, write, line, problem } = DAMAGES[name]!
    const path = join(folder, `${newName()}.${extension}`)
    writeFileSync(path, write(records))
    const stopped = await runInProcess([...args(path, folder), '--json', '--quiet'])
    expect(stopped.code).toBe(1)
    const { error } = JSON.parse(stopped.stderr) as { error: Record<string, unknown> }
    expect(error).toEqual({
      code: 'bad-record',
      message: expect.stringContaining(`${path}, line ${line(records.length)}: ${problem}`),
      hint: expect.stringMatching(/skip bad records \(.*--on-error skip\)$/),
      file: path,
      line: line(records.length),
    })
    const skipped = await runInProcess([...args(path, folder), '--on-error', 'skip', '--json', '--quiet'])
    expect(skipped.code, skipped.stderr).toBe(0)
    expect(JSON.parse(skipped.stdout)).toMatchObject({ skipped: 1 })
  })
})
