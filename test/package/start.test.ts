import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

it('npm start finds the near-duplicates of the sample, prints a summary and says where the report is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('../../examples/near-duplicates.js', import.meta.url))
  const printed = execFileSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' })

  expect(printed).toMatch(/^Documents +414: 1 empty, 21 identical and 14 equal to an earlier one$/m)
  const pairs = Number(/^Pairs +(\d+), each verified$/m.exec(printed)?.[1])
  expect(printed).toMatch(/^Clusters +\d+$/m)
  expect(printed).toContain('The most similar pairs that are not identical:')
  expect(printed).toContain('out/near-duplicates.html')

  expect(readdirSync(join(folder, 'out')).sort()).toEqual([
    'clusters.jsonl',
    'near-duplicates.html',
    'pairs.jsonl',
  ])
  const lines = readFileSync(join(folder, 'out/pairs.jsonl'), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(pairs)
  expect(lines.every((line) => (JSON.parse(line) as { similarity: number }).similarity >= 0.7)).toBe(true)
})

it('the sample is what its program makes', () => {
  const path = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
  const made = execFileSync(process.execPath, [path('make-articles.js'), '--stdout'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  })
  expect(made).toBe(readFileSync(path('data/articles.jsonl'), 'utf8'))
})
