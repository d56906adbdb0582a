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

/** The commands whose engines check ids; the others use them as text. */
const NAMED = ['dedup', 'join of documents', 'join', 'plagiarism', 'index build']

describe.each(READ.filter(({ command }) => NAMED.includes(command)))('$command', ({ args, records }) => {
  /** The records, followed by others like the first that have these ids, as JSON. */
  const withIds = (ids: readonly string[]) => {
    const path = join(folder, `${newName()}.jsonl`)
    const [{ id: _, ...first }] = records as readonly [TextRecord]
    const lines = ids.map((id) => `{"id":${id},${JSON.stringify(first).slice(1)}`)
    writeFileSync(path, appended('JSON Lines', lines.join('\n'))(records))
    return () => [...args(path, folder), '--id', 'id', '--json', '--quiet']
  }

  // JSON.parse reads such numbers as infinite, and no result could contain that.
  it.each(['1e999', '-1e999'])('stops at the id %s, or skips it', async (id) => {
    const command = withIds([id])
    const stopped = await runInProcess(command())
    expect(stopped.code, stopped.stdout).toBe(1)
    const problem = `line ${records.length + 1}: the id field "id" holds a number that is not finite`
    expect(JSON.parse(stopped.stderr)).toMatchObject({
      error: { code: 'bad-record', message: expect.stringContaining(problem) },
    })
    const skipped = await runInProcess([...command(), '--on-error', 'skip'])
    expect(skipped.code, skipped.stderr).toBe(0)
    expect(JSON.parse(skipped.stdout)).toMatchObject({ skipped: 1 })
  })

  it('keeps ids apart that differ only beyond the precision of numbers', async () => {
    const nines = '9'.repeat(400)
    const ids = ['9007199254740992', '9007199254740993', nines, `${nines}0`, `-${nines}`]
    const { code, stdout, stderr } = await runInProcess(withIds(ids)())
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ skipped: 0 })
  })
})
