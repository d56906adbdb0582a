// The screenshots of the documentation are taken by tools/make-screenshots.js. They depend on the fonts of a machine, so only
// their names and sizes are checked.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, 'docs', 'screenshots')

it('every screenshot is shown in the documentation, light and dark, and is small', () => {
  const text = ['README.md', 'docs/guide/report.md']
    .map((name) => readFileSync(join(ROOT, name), 'utf8'))
    .join()
  const names = readdirSync(FOLDER)
  expect(names.filter((name) => !text.includes(`screenshots/${name}`))).toEqual([])
  const shown = new Set(Array.from(text.matchAll(/screenshots\/([\w-]+\.png)/g), ([, name]) => name))
  expect([...shown].sort()).toEqual(names.sort())
  for (const name of names) expect(statSync(join(FOLDER, name)).size).toBeLessThan(200_000)
})
