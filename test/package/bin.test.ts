import { accessSync, constants, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)

it('what is built as the command can be run, however often it was built', () => {
  const { bin } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    bin: Record<string, string>
  }
  for (const file of Object.values(bin)) {
    const built = new URL(file, ROOT)
    expect(readFileSync(built, 'utf8')).toMatch(/^#!\/usr\/bin\/env node/)
    accessSync(built, constants.X_OK)
  }
})

it('the command and the threads of a search are a few files, not a module each', () => {
  const imports = (file: URL): URL[] =>
    [...readFileSync(file, 'utf8').matchAll(/^import .*from "(\.[^"]+)";$/gm)].map(
      ([, name]) => new URL(name!, file),
    )
  const loadedBy = (names: readonly string[]) => {
    const seen = new Set<string>()
    const visit = (file: URL) => {
      if (seen.has(file.href)) return
      seen.add(file.href)
      for (const one of imports(file)) visit(one)
    }
    for (const name of names) visit(new URL(`dist/${name}`, ROOT))
    return seen.size
  }
  expect(loadedBy(['cli/main.js'])).toBeLessThanOrEqual(3)
  expect(loadedBy(['cli/main.js', 'program/find.js', 'program/run-document-task.js'])).toBeLessThanOrEqual(8)
  expect(loadedBy(['engine/node/node-worker.js', 'program/run-document-task.js'])).toBeLessThanOrEqual(5)
})
