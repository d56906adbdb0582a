// Reports with ids, texts and values that would harm a page that shows them as anything but text.

import { readFileSync } from 'node:fs'
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
