// Reports with ids, texts and values that would harm a page that shows them as anything but text.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Workspace } from '../cli/likewise.js'
import { HOSTILE, HOSTILE_NAME } from './hostile.js'

export const SHARED =
  'the harbor office said that ferries between the islands will not sail until the storm has passed and every pier was checked'

/** A cluster of three, one of two, and documents with hostile ids and texts. */
const DOCUMENTS = [
  { id: 'a', text: `${SHARED} by noon` },
  { id: 'b', text: `${SHARED} by evening` },
  { id: 'c', text: `today ${SHARED}` },
  { id: `x${HOSTILE}`, text: `${HOSTILE} one two three four five six seven eight nine ten eleven twelve` },
  { id: 'y', text: `${HOSTILE} one two three four five six seven eight nine ten eleven twelve thirteen` },
  { id: 'z', text: 'nothing like any of the others, only a few words of its own' },
]

/** Names of files are shown as text as well. */
export const INPUT = `in${HOSTILE_NAME}.jsonl`

export const ARGS = ['--threshold', '0.5', '--recall', '1', '--shingle', 'words:2']

const data = (name: string) => fileURLToPath(new URL(`../../examples/data/${name}`, import.meta.url))

/** Writes the report of dedup to r.html. */
export async function writeReport(workspace: Workspace): Promise<void> {
  workspace.write(INPUT, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
  const { code, stderr } = await workspace.run(['dedup', INPUT, ...ARGS, '--report', 'r.html', '--quiet'])
  expect([code, stderr]).toEqual([0, ''])
}

/** Writes the report of match to r.html. */
export async function writeMatchReport(workspace: Workspace): Promise<void> {
  const hostile = (text: string, id: string) => text.replace(new RegExp(`^(${id}[,;])`, 'm'), `$1${HOSTILE} `)
  workspace.write('a.csv', hostile(readFileSync(data('customers.csv'), 'utf8'), 'C1'))
  workspace.write('b.csv', hostile(readFileSync(data('subscribers.csv'), 'utf8'), 'S78'))
  const { code, stderr } = await workspace.run(['match', 'a.csv', 'b.csv', '--report', 'r.html', '--quiet'])
  expect([code, stderr]).toEqual([0, ''])
}

/** The words from..to of an essay that nobody else wrote. */
export const own = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${name}${from + i}`).join(' ')

export const TEMPLATE = 'please explain in your own words why ferries do not sail in a storm'

const PROGRAM =
  'int total(int[] p) { int s = 0; for (int i = 0; i < p.length; i++) s += p[i]; print("Total: " + s); return s; }'

/** Essays that all have the same question above them: three that belong together, two pairs, and others. Two programs are one. */
const ESSAYS: Readonly<Record<string, string>> = {
  'ann.txt': own('a', 0, 120),
  'ben.txt': `${own('b', 0, 60)} ${own('a', 40, 100)}`,
  'cleo.txt': `${own('b', 10, 50)} ${own('c', 0, 50)}`,
  'dora.txt': own('d', 0, 100),
  'emil.txt': `${own('d', 0, 50)} changed ${own('d', 51, 100)}`,
  [`x${HOSTILE_NAME}.txt`]: `${own('x', 0, 60)} ${HOSTILE}`,
  [`y${HOSTILE_NAME}.txt`]: `${own('x', 0, 60)} ${HOSTILE} and more`,
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`other-${i}.txt`, own(`o${String.fromCharCode(97 + i)}`, 0, 90)]),
  ),
}

/** Writes the report of plagiarism to r.html. */
export async function writePlagiarismReport(workspace: Workspace): Promise<void> {
  mkdirSync(join(workspace.folder, 'work'))
  for (const [name, essay] of Object.entries(ESSAYS))
    workspace.write(`work/${name}`, `${TEMPLATE}\n${essay}\n`)
  workspace.write('work/One.java', PROGRAM)
  workspace.write('work/Two.java', PROGRAM.replaceAll(/\bs\b/g, 'sum').replaceAll(/\bp\b/g, 'prices'))
  const { code, stderr } = await workspace.run(['plagiarism', 'work', '--report', 'r.html', '--quiet'])
  expect([code, stderr]).toEqual([0, ''])
}
