// The documentation is run: every ```js block of the pages at the root and in docs/ must work as it stands against the
// built package, and print what its comments say. A printed line is written after an arrow: console.log(1 + 1) // → 2

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../cli/likewise.js'
import { runWarm } from '../cli/warm-program.js'
import { isLong } from '../depth.js'
import { PAGES } from './documented.js'
import {
  anchorLinks,
  anchors,
  codeBlocks,
  markdownFiles,
  ROOT,
  readPage,
  relativeLinks,
  repositoryLinks,
} from './markdown.js'

const pages = [...new Set([...readdirSync(ROOT).filter((name) => name.endsWith('.md')), ...PAGES])]
const blocks = pages.flatMap((page) =>
  codeBlocks(readPage(page))
    .filter(({ language }) => language === 'js')
    .map((block) => ({ ...block, name: `${page}:${block.line}` })),
)

// Inside the repository, so that `import … from 'likewise'` means the package itself.
let folder: string
beforeAll(() => {
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  folder = mkdtempSync(join(ROOT, 'out', 'docs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('README.md, the guide and the reference are there', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/guide/index.md', 'docs/reference/api.md']))
})

describe.concurrent('every js block runs, and prints what it says', () => {
  it.each(blocks)('$name', async ({ code, name }) => {
    const file = join(folder, `${name.replaceAll(/[^\w]/g, '-')}.mjs`)
    writeFileSync(file, code)
    const outcome = await runNode(file)
    expect(outcome.code, outcome.stderr).toBe(0)
    expect(printed(outcome.stdout)).toEqual(expectedLines(code))
  })
})

describe('every link within the repository leads to a file', () => {
  it.each(pages)('%s', (page) => {
    const here = relativeLinks(readPage(page)).map((link) => join(dirname(page), link))
    const inRepository = repositoryLinks(readPage(page))
    expect([...here, ...inRepository].filter((path) => !existsSync(normalize(join(ROOT, path))))).toEqual([])
  })
})

describe('every link to a heading leads to one', () => {
  it.each(pages)('%s', (page) => {
    const missing = anchorLinks(page, readPage(page)).filter(
      ({ file, anchor }) => file.endsWith('.md') && !anchors(readPage(file)).includes(anchor),
    )
    expect(missing).toEqual([])
  })
})

it('anchors are found in links of every form', () => {
  const links = [
    '[a](#one)',
    '[b](../guide/x.md#two)',
    '[c](https://github.com/likewise/likewise/blob/main/docs/guide/y.md#three)',
    '[d](https://example.org/z.md#four) [e](../guide/x.md)',
  ]
  expect(anchorLinks('docs/reference/here.md', links.join('\n'))).toEqual([
    { file: 'docs/reference/here.md', anchor: 'one' },
    { file: 'docs/guide/x.md', anchor: 'two' },
    { file: 'docs/guide/y.md', anchor: 'three' },
  ])
})

it('every page of docs is in the list of an index page, which is the sidebar of the site', () => {
  const indexes = ['docs/guide/index.md', 'docs/reference/index.md', 'docs/decisions/index.md']
  const listed = indexes.flatMap((index) =>
    relativeLinks(readPage(index)).map((link) => normalize(join(dirname(index), link))),
  )
  const missing = markdownFiles('docs').filter((page) => !page.endsWith('index.md') && !listed.includes(page))
  expect(missing).toEqual([])
})

/** Runs a program, in a process of its own only where tests are long. */
function runNode(file: string): Promise<Outcome> {
  if (!isLong) return runWarm(file, { args: [], folder, env: {}, stdin: '' })
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file], { cwd: folder, timeout: 50_000 }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

function printed(stdout: string): string[] {
  return stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n')
}

function expectedLines(code: string): string[] {
  return Array.from(code.matchAll(/\/\/ → (.*)$/gm), (match) => match[1]!)
}
