// The guide is run: every ```sh block of these pages, in order, in a folder that looks like the checkout.
// The ```text block after it is what it prints; … stands for anything.

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { codeBlocks, ROOT, readPage } from '../package/markdown.js'
import { Place, withoutProgress } from './likewise.js'

it.each([
  ['README', 1],
  ['command-line', 9],
  ['long-runs', 6],
  ['news-and-mirrors', 1],
  ['matching-records', 4],
  ['plagiarism', 1],
  ['report', 2],
  ['recommendations', 3],
  ['live-index', 2],
  ['fingerprints', 2],
  ['cookbook', 2],
  ['troubleshooting', 1],
])('every command of the guide prints what the guide says: %s', (name, least) => {
  const place = new Place()
  symlinkSync(join(ROOT, 'examples'), join(place.folder, 'examples'))
  const bin = join(place.root, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${ROOT}dist/cli/main.js" "$@"\n`,
  )
  chmodSync(join(bin, 'npx'), 0o755)
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, NO_COLOR: '1' }

  const page = name === 'README' ? 'README.md' : `docs/guide/${name}.md`
  const blocks = codeBlocks(readPage(page))
  let runs = 0
  blocks.forEach(({ language, code, line }, i) => {
    if (language !== 'sh') return
    const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', code], {
      cwd: place.folder,
      env,
      encoding: 'utf8',
    })
    const where = `${page}:${line}`
    expect([where, status, withoutProgress(stderr)]).toEqual([where, 0, ''])
    const next = blocks[i + 1]
    if (next?.language === 'text') expect(stdout).toMatch(pattern(next.code))
    runs++
  })
  expect(runs).toBeGreaterThanOrEqual(least)
})

function pattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')
  return new RegExp(`^${escaped}$`, 's')
}
