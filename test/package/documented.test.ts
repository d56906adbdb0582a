// Every fenced block of the documentation is run or checked by a test, and this file names it.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../../src/cli/parse.js'
import { type Block, documentedBlocks, reasonNotRun, staleEntries } from './documented.js'
import { ROOT, readPage } from './markdown.js'

const blocks = documentedBlocks()
const nameOf = ({ page, line, language }: Block) => `${page}:${line} (${language || 'plain'})`

/** The test that runs or checks a block, or undefined. */
function testOf(block: Block): string | undefined {
  const { page, language } = block
  const inGuide = page === 'README.md' || page.startsWith('docs/guide/')
  if (page === 'CONTRIBUTING.md' && language === 'ts') return 'contributing.test.ts, sample-format.test.ts'
  if (page === 'docs/guide/server.md' && /^(sh|ts|text)$/.test(language)) return 'server/guide.test.ts'
  if (page === 'docs/reference/cli.md' && language === 'sh') return 'help-examples.test.ts'
  if (page === 'docs/reference/cli.md' && language === 'text') return 'options.test.ts, which makes the page'
  if (language === 'python') return 'python.test.ts'
  if (language === 'js') return 'docs.test.ts'
  if (language === 'ts') return 'signatures.test.ts'
  if (language === 'json' || language === '') return 'this file'
  if (inGuide && /^(sh|bash|sql|yaml|text)$/.test(language)) return 'guide.test.ts'
  return undefined
}

it('a test runs or checks every block, or there is a reason not to', () => {
  const missing = blocks.filter((block) => testOf(block) === undefined && reasonNotRun(block) === undefined)
  expect(missing.map(nameOf)).toEqual([])
})

it('every exception is still needed', () => {
  expect(staleEntries(blocks)).toEqual([])
})

describe('the files of blocks that are not run exist', () => {
  const notRun = blocks.filter((block) => reasonNotRun(block) !== undefined)
  it.each(notRun.map((block) => [`${nameOf(block)}: ${reasonNotRun(block)}`, block.code]))(
    '%s',
    (_, code) => {
      checkCommands(code)
    },
  )
})

it('JSON is JSON, one value or one per line', () => {
  const wrong = blocks.filter(({ language, code }) => {
    if (language !== 'json') return false
    return !code.trimEnd().split('\n').every(isJson) && !isJson(code)
  })
  expect(wrong.map(nameOf)).toEqual([])
})

describe('the Dockerfile', () => {
  const file = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const instructions = Array.from(
    file.matchAll(/^([A-Z]+) (.*)$/gm),
    (match) => [match[1]!, match[2]!] as const,
  )
  const of = (name: string) => instructions.filter(([word]) => word === name).map(([, rest]) => rest)

  it('runs scripts that exist, and copies what is there after a build', () => {
    for (const command of of('RUN')) checkCommands(command.replace(/mkdir .*/, ''))
    const copied = of('COPY').flatMap((line) =>
      Array.from(line.matchAll(/\/build\/(\S+)/g), (match) => match[1]!),
    )
    expect(copied.length).toBeGreaterThan(2)
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('starts a command line that can be parsed, with a health check in JavaScript', () => {
    const [program, main] = JSON.parse(of('ENTRYPOINT')[0]!) as string[]
    expect([program, existsSync(join(ROOT, main!))]).toEqual(['node', true])
    expect(parseCommandLine(JSON.parse(of('CMD')[0]!) as string[]).kind).toBe('run')
    const check = JSON.parse(of('HEALTHCHECK')[0]!.replace('CMD ', '')) as string[]
    expect(syntaxErrors(check[2]!)).toEqual([])
  })

  it('is run as the guide says', () => {
    const [run] = /docker run .*/.exec(readPage('docs/guide/server.md'))!
    expect(file).toContain(run)
  })
})

/** Checks that the scripts, files and options of shell commands exist. */
function checkCommands(code: string): void {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> }
  const lines = code
    .replaceAll('\\\n', ' ')
    .replace(/ #.*$|^#.*$/gm, '')
    .split(/\n|&&|&$/m)
  for (const line of lines) {
    const words = Array.from(line.matchAll(/'([^']*)'|(\S+)/g), (match) => match[1] ?? match[2]!)
    while (/^[A-Z_]+=/.test(words[0] ?? '')) words.shift()
    const start = words.slice(0, 2).join(' ')
    const [, script] = /^npm (?:run )?(\S+)$/.exec(words.slice(0, words[1] === 'run' ? 3 : 2).join(' ')) ?? []
    if (script !== undefined && !/^(ci|install|prune)$/.test(script))
      expect(Object.keys(scripts)).toContain(script)
    if (script === 'bench') expect(existsSync(join(ROOT, `bench/cases/${words[4]}.js`)), words[4]).toBe(true)
    if (/^(sh|node) /.test(start)) expect(existsSync(join(ROOT, words[1]!)), start).toBe(true)
    if (words[0] === '.ci/run') expect(existsSync(join(ROOT, words[0]))).toBe(true)
    if (words[0] === 'likewise') expect(parseCommandLine(words.slice(1)).kind, line).toBe('run')
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function syntaxErrors(code: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true })
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
