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
    return { name: `input-${i}.jsonl`, path, bytes: statSync(path).size }
  })
  const inputs = files.map((file) => ({ ...file, modified: statSync(file.path).mtimeMs }))
  return { files, inputs, textField: 'text', idField, skipped: [], close: async () => remove() }
}

/** Texts as JSON Lines. */
export function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${JSON.stringify({ text })}\n`).join('')
}
