import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { Workspace } from '../cli/likewise.js'

const REPORT = 'r.html'

/** Deduplicates documents, which become `input.jsonl`, and writes the report. */
export async function reportOf(
  workspace: Workspace,
  documents: readonly object[],
  args: readonly string[],
): Promise<void> {
  workspace.write('input.jsonl', documents.map((document) => `${JSON.stringify(document)}\n`).join(''))
  const { code, stderr } = await workspace.run([
    'dedup',
    'input.jsonl',
    ...args,
    '--report',
    REPORT,
    '--quiet',
  ])
  expect([code, stderr]).toEqual([0, ''])
}

/** The address of a view of the report. */
export function viewOf(workspace: Workspace, route: string): string {
  return `${pathToFileURL(join(workspace.folder, REPORT))}#/${route}`
}
