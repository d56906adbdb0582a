// Every command that reads records reads every format of records, packed in every way, from files, folders and standard input,
// and its answer is the same for all of them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../unit/read/folder.js'
import { EXAMPLES, PACKED, type TextRecord } from './examples.js'
import { runInProcess } from './run-in-process.js'

const words = (number: number, count = 40) =>
  Array.from({ length: count }, (_, i) => `w${number}x${i}`).join(' ')

const DOCUMENTS: readonly TextRecord[] = [
  { id: 'a', text: words(1) },
  { id: 'b', text: words(2) },
  { id: 'c', text: `${words(1)} "end", or; not` },
  { id: 'd', text: words(3) },
]
const SETS: readonly TextRecord[] = [
  { id: 'a', items: '1 2 3 4' },
  { id: 'b', items: '1 2 3 4 5' },
  { id: 'c', items: '7 8 9' },
  { id: 'd', items: '2 1 4 3' },
]
const PEOPLE: readonly TextRecord[] = [
  { id: 'a', name: 'Anna Lee', city: 'Oslo', phone: '555 0101' },
  { id: 'b', name: 'Benjamin Roy', city: 'Bern', phone: '555 0202' },
  { id: 'c', name: 'Anna Lee', city: 'Oslo', phone: '555-0101' },
  { id: 'd', name: 'Carla Diaz', city: 'Rome', phone: '555 0303' },
]
const RATINGS: readonly TextRecord[] = ['Ann', 'Ben', 'Cid', 'Dee'].flatMap((user, i) =>
  ['tea', 'jam', 'rye', 'egg'].filter((_, k) => k !== i).map((item) => ({ user, item, rating: '5' })),
)
const minutiae = (shift: number) =>
  JSON.stringify(
    Array.from({ length: 12 }, (_, i) => [
      20 + ((i * 37 + shift) % 200),
      20 + ((i * 53 + 2 * shift) % 200),
      (i * 29) % 360,
    ]),
  )
const PRINTS: readonly TextRecord[] = [
  { id: '1_1', minutiae: minutiae(0) },
  { id: '1_2', minutiae: minutiae(0) },
  { id: '2_1', minutiae: minutiae(77) },
  { id: '2_2', minutiae: minutiae(77) },
]

interface Case {
  readonly command: string
  readonly records: readonly TextRecord[]
  /** The command line, but for `--format`, which is added for standard input. */
  args(input: string, folder: string): readonly string[]
  /** What must be the same for every format, of the report. */
  readonly answer: readonly string[]
  /** Default: all. */
  readonly formats?: readonly string[]
}

/** For commands that read as another one does, of which all are tried. */
const SOME = ['pretty JSON objects', 'CSV with semicolons', 'Parquet']

let runs = 0

const CASES: readonly Case[] = [
  {
    command: 'explain',
    records: DOCUMENTS,
    args: (input) => ['explain', input],
    answer: ['fields'],
  },
  {
    command: 'find',
    records: DOCUMENTS,
    args: (input) => ['find', input],
    answer: ['documents', 'pairs', 'clusters', 'fields'],
    formats: SOME,
  },
  {
    command: 'join of documents',
    records: DOCUMENTS,
    args: (input) => ['join', input, '--text', 'text'],
    answer: ['sets', 'pairs', 'fields'],
    formats: SOME,
  },
  {
    command: 'dedup',
    records: DOCUMENTS,
    args: (input, folder) => ['dedup', input, '--out', join(folder, `out${runs++}`)],
    answer: ['documents', 'kept', 'removed'],
    formats: SOME,
  },
  {
    command: 'plagiarism',
    records: DOCUMENTS,
    args: (input, folder) => ['plagiarism', input, '--out', join(folder, `out${runs++}`)],
    answer: ['documents', 'pairs'],
    formats: SOME,
  },
  {
    command: 'index build',
    records: DOCUMENTS,
    args: (input, folder) => ['index', 'build', join(folder, `index${runs++}`), input],
    answer: ['added', 'documents', 'fields'],
    formats: SOME,
  },
  {
    command: 'compare',
    records: DOCUMENTS,
    args: (input) => ['compare', 'a', 'c', '--in', input],
    answer: ['similarity', 'shared', 'fields'],
    formats: SOME,
  },
  {
    command: 'join',
    records: SETS,
    args: (input) => ['join', input, '--list', 'items', '--threshold', '0.5'],
    answer: ['sets', 'pairs', 'fields'],
  },
  {
    command: 'match',
    records: PEOPLE,
    args: (input) => ['match', input],
    answer: ['records', 'pairs', 'fields'],
  },
  {
    command: 'recommend',
    records: RATINGS,
    args: (input) => ['recommend', input],
    answer: ['events', 'customers', 'items', 'fields'],
  },
  {
    command: 'fingerprints',
    records: PRINTS,
    args: (input) => ['fingerprints', input],
    answer: ['prints', 'pairs'],
  },
]

const folder = makeFolder()

/** What a command reports of an input: the answer, or the error. */
async function answerOf(
  { args, answer }: Case,
  input: string,
  stdin?: { bytes: Uint8Array; format: string },
) {
  const format = stdin === undefined ? [] : ['--format', stdin.format]
  const all = [...args(input, folder), ...format, '--json', '--quiet']
  const { code, stdout, stderr } = await runInProcess(all, stdin?.bytes)
  if (code !== 0) return stderr
  const report = JSON.parse(stdout) as Record<string, unknown>
  return Object.fromEntries(answer.map((name) => [name, report[name]]))
}

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
    'reads %s in a file, packed, in a folder and from stdin',
    async (name) => {
      const { format, extension, write } = EXAMPLES[name]!
      const home = join(folder, `${runs++}`)
      const inFolder = join(home, 'parts')
      mkdirSync(inFolder, { recursive: true })
      const answers: Record<string, unknown> = {}
      const bytes = Buffer.from(await write(given.records, folder))
      // One kind of packing for the file and the other for stdin, in turn.
      const [ofFile, ofStdin] = runs % 2 === 0 ? (['.gz', '.zst'] as const) : (['.zst', '.gz'] as const)
      const path = join(home, `in.${extension}${ofFile}`)
      writeFileSync(path, await PACKED[ofFile](bytes))
      answers[`file${ofFile}`] = await answerOf(given, path)
      const packed = { bytes: await PACKED[ofStdin](bytes), format }
      answers[`stdin${ofStdin}`] = await answerOf(given, '-', packed)
      for (const [part, records] of [given.records.slice(0, 2), given.records.slice(2)].entries()) {
        const content = await write(records, folder)
        writeFileSync(join(inFolder, `ratings-${part}.${extension}`), Buffer.from(content))
      }
      answers.folder = await answerOf(given, inFolder)
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((way) => [way, expected])))
    },
  )
})
