// Whether every entry resolves, with its types, from ESM and from bundlers: @arethetypeswrong/cli on what npm would publish.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from './markdown.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-packed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('every entry of the package resolves with its types', () => {
  const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const
  const packed = execFileSync(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    options,
  )
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  const attw = join(ROOT, 'node_modules/.bin/attw')
  const checked = execFileSync(
    attw,
    [join(folder, filename), '--profile', 'esm-only', '--format', 'json'],
    options,
  )
  const { analysis } = JSON.parse(checked) as { analysis: { entrypoints: Record<string, unknown> } }
  expect(Object.keys(analysis.entrypoints)).toContain('./node')
})
