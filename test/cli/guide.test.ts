// Shell code of the documentation is run. The ```sh blocks of a page, in order, run in a folder that looks like the checkout. The
// ```bash and ```sql blocks are for data of the reader: those of a section run in a folder with such data.
// A ```text block is what the block before it prints; … stands for anything.

import { copyFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { findDuckdb, findSqlite, titled } from '../outside.js'
import { type Block, documentedBlocks, reasonNotRun } from '../package/documented.js'
import { ROOT } from '../package/markdown.js'
import { type Outcome, Workspace } from './likewise.js'
import { writeSampleFiles } from './sample-files.js'
import { Shell } from './shell.js'

/** The reference has the examples of the help (help-examples.test.ts); test/server runs the page about the server. */
const OTHER_TESTS = ['docs/reference/cli.md', 'docs/guide/server.md']

const RUN_SQL = fileURLToPath(new URL('./run-sql.py', import.meta.url))

const FILL_SQLITE = `sqlite3 news.db "CREATE TABLE articles AS SELECT value ->> 'id' AS id, value ->> 'text' AS body
  FROM json_each('[' || replace(trim(CAST(readfile('articles.jsonl') AS TEXT), char(10)), char(10), ',') || ']')"`

const blocks = documentedBlocks().filter(
  (block) => !OTHER_TESTS.includes(block.page) && reasonNotRun(block) === undefined,
)

const pages = new Set(blocks.filter(({ language }) => language === 'sh').map(({ page }) => page))

it.each([...pages])('every command for the samples prints what the page says: %s', async (page) => {
  const workspace = new Workspace()
  symlinkSync(join(ROOT, 'examples'), join(workspace.folder, 'examples'))
  const shell = await Shell.in(workspace)
  const own = blocks.filter((block) => block.page === page)
  for (const [i, block] of own.entries()) {
    if (block.language !== 'sh') continue
    const stdout = printed(block, await shell.run(block.code))
    const next = own[i + 1]
    if (next?.language === 'text') expect(stdout).toMatch(pattern(next.code))
  }
})

const sections = new Map<string, Block[]>()
for (const block of blocks.filter(({ language }) => language === 'bash' || language === 'sql')) {
  const section = `${block.page} ${block.section}`
  sections.set(section, [...(sections.get(section) ?? []), block])
}

const duckdb = findDuckdb()
const sqlite = findSqlite()

for (const [section, own] of sections) {
  const usesSqlite = own.some(({ code }) => code.includes('sqlite3'))
  const usesDuckdb = own.some(({ language }) => language === 'sql')
  const part = usesDuckdb ? duckdb : usesSqlite ? sqlite : { path: '' }
  const title = titled(`every command for data of the reader runs: ${section}`, part)
  it.skipIf(part.path === undefined)(title, async () => {
    const workspace = new Workspace()
    writeSampleFiles(workspace)
    const shell = await Shell.in(workspace)
    shell.command('npm', '[ "$*" = "install likewise" ]')
    shell.command('psql', 'exec cat articles.jsonl') // what the query of the page prints
    shell.command('duckdb', `PYTHONPATH="${part.path}" exec python3 "${RUN_SQL}" "$@"`)
    if (usesSqlite) expect(await shell.run(FILL_SQLITE)).toMatchObject({ code: 0, stderr: '' })
    for (const block of own) {
      const command = block.language === 'sql' ? `duckdb "${block.code.replaceAll('"', '\\"')}"` : block.code
      const stdout = printed(block, await shell.run(command))
      if (block.language === 'sql') expect(Number(stdout), block.code).toBeGreaterThan(0)
    }
  })
}

interface Step {
  readonly run?: string
  readonly with?: { readonly path: string }
}

const workflows = blocks.filter(({ language }) => language === 'yaml')

it.each(workflows)('the steps of a CI job find duplicates, and nothing else: $page', async ({ code }) => {
  const steps = parse(code) as Step[]
  const workspace = new Workspace()
  writeSampleFiles(workspace)
  // A folder of documentation also has pictures.
  workspace.write(
    'docs/picture.png',
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff, 0xfe),
  )
  const shell = await Shell.in(workspace)
  const run = steps.map((step) => step.run ?? '').join('\n')
  expect(await shell.run(run)).toMatchObject({ code: 0 })
  copyFileSync(join(workspace.folder, 'docs/0.md'), join(workspace.folder, 'docs/copy.md'))
  expect(await shell.run(run.replace('--pairs', '--force --pairs'))).toMatchObject({ code: 3 })
  for (const { with: artifact } of steps) {
    if (artifact !== undefined) expect(workspace.read(artifact.path)).toContain('copy.md')
  }
})

/** What a block prints, if it succeeds and reports no error. */
function printed({ page, line }: Block, { code, stdout, stderr }: Outcome): string {
  const where = `${page}:${line}`
  expect([where, code, stderr]).toEqual([where, 0, ''])
  return stdout
}

function pattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')
  return new RegExp(`^${escaped}$`, 's')
}
