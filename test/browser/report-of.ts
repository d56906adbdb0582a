import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { Place } from '../cli/likewise.js'

const REPORT = 'r.html'

/** Deduplicates documents, which become `input.jsonl`, and writes the report. */
export async function reportOf(
  place: Place,
  documents: readonly object[],
  args: readonly string[],
): Promise<void> {
  place.write('input.jsonl', documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
  const { code, stderr } = await place.run(['dedup', 'input.jsonl', ...args, '--report', REPORT, '--quiet'])
  expect([code, stderr]).toEqual([0, ''])
}

/** The address of a view of the report. */
export function viewOf(place: Place, route: string): string {
  return `${pathToFileURL(join(place.folder, REPORT))}#/${route}`
}
