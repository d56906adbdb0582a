import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Source } from '../../../../src/read/source.js'

/** A source of files with these contents, in a folder that goes with the test. */
export function sourceOf(contents: readonly (string | Uint8Array)[], idField?: string): Source {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-engine-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  onTestFinished(remove)
  const files = contents.map((content, i) => {
    const path = join(folder, `input-${i}.jsonl`)
    writeFileSync(path, content)
    const { size, mtimeMs } = statSync(path)
    return { name: `input-${i}.jsonl`, path, bytes: size, modified: mtimeMs }
  })
  const notes = { layouts: [], emptyFiles: [], unknownFiles: new Map(), ownFiles: new Map() }
  return {
    files,
    inputs: files,
    textFields: ['text'],
    idField,
    skipped: [],
    notes,
    close: async () => remove(),
  }
}

/** Texts as JSON Lines. */
export function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${JSON.stringify({ text })}\n`).join('')
}
