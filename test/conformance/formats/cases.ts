// Every command that reads records, with records for it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXAMPLES, type TextRecord } from './examples.js'

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

/** A command, and records that it reads. */
export interface Case {
  readonly command: string
  readonly records: readonly TextRecord[]
  /**
   * The command line, but for `--format`, which is added for standard input.
   *
   * @param other a file with the same records in the same format, for commands with two inputs. Default: the records in JSON Lines
   */
  args(input: string, folder: string, other?: string): readonly string[]
  /** What must be the same for every format, of the report. */
  readonly answer: readonly string[]
  /** Default: all. */
  readonly formats?: readonly string[]
}

/** For commands that read as another one does, of which all are tried. */
const SOME = ['pretty JSON objects', 'CSV with semicolons', 'Parquet']

let runs = 0

/** A name that no run before had. */
export function newName(): string {
  return `run${runs++}`
}

/** The path of a file with these records. */
function fileOf(records: readonly TextRecord[], folder: string): string {
  const path = join(folder, `${newName()}.jsonl`)
  writeFileSync(path, EXAMPLES['JSON Lines']!.write(records, folder) as string)
  return path
}

export const CASES: readonly Case[] = [
  {
    command: 'explain',
    records: DOCUMENTS,
    args: (input) => ['explain', input],
    answer: ['fields'],
  },
  {
    command: 'tune',
    records: DOCUMENTS,
    args: (input) => ['tune', input],
    answer: ['fields', 'method', 'threshold', 'recall'],
    formats: SOME,
  },
  {
    command: 'decontaminate',
    records: DOCUMENTS,
    args: (input, folder, other = fileOf(DOCUMENTS, folder)) => [
      ...['decontaminate', input, '--benchmarks', other, '--out', join(folder, newName())],
    ],
    answer: ['documents', 'contaminated', 'items', 'itemsFound', 'spans', 'fields'],
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
    args: (input, folder) => ['dedup', input, '--out', join(folder, newName())],
    answer: ['documents', 'kept', 'removed'],
    formats: SOME,
  },
  {
    command: 'plagiarism',
    records: DOCUMENTS,
    args: (input, folder) => ['plagiarism', input, '--out', join(folder, newName())],
    answer: ['documents', 'pairs'],
    formats: SOME,
  },
  {
    command: 'index build',
    records: DOCUMENTS,
    args: (input, folder) => ['index', 'build', join(folder, newName()), input],
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
    command: 'probe',
    records: SETS,
    args: (input, folder, other = fileOf(SETS, folder)) => [
      ...['probe', other, input, '--list', 'items', '--threshold', '0.5'],
    ],
    answer: ['sets', 'pairs', 'fields'],
    formats: SOME,
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
