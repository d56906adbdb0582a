// The public surface is a list that someone wrote: the package, docs/reference and surface.txt must name the same.
// To change the surface on purpose: edit src/index.ts or src/public, docs/reference (api.md and the page of the entry) and surface.txt.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { markdownFiles, ROOT, readPage } from './markdown.js'

const API = 'docs/reference/api.md'

/** Names that an entry exports. */
interface Surface {
  readonly values: readonly string[]
  readonly types: readonly string[]
}

const listed = readSnapshot()
const entries = Object.entries(
  (JSON.parse(readPage('package.json')) as { exports: Record<string, string | { default: string }> }).exports,
).flatMap(([path, target]) =>
  typeof target === 'string' ? [] : [{ entry: path.replace('.', 'likewise'), built: target.default }],
)
const all = {
  values: distinct([...listed.values()].flatMap(({ values }) => values)),
  types: distinct([...listed.values()].flatMap(({ types }) => types)),
}

it('surface.txt and the reference have the entries of the package', () => {
  const names = entries.map(({ entry }) => entry).sort()
  expect([...listed.keys()].sort()).toEqual(names)
  expect([...apiSections().keys()].sort()).toEqual(names)
})

describe.each(entries)('$entry', ({ entry, built }) => {
  it('exports the values that surface.txt lists', async () => {
    const module: object = await import(pathToFileURL(join(ROOT, built)).href)
    expect(Object.keys(module).sort()).toEqual(listed.get(entry)!.values)
  })

  it('exports the types that surface.txt lists', () => {
    const file = built.replace('./dist/', 'src/').replace('.js', '.ts')
    expect(typeExports(file)).toEqual(listed.get(entry)!.types)
  })

  it('is listed in docs/reference/api.md, every name once', () => {
    const section = apiSections().get(entry)!
    expect(matches(section, /^- `(\w+)/gm)).toEqual(listed.get(entry)!.values)
    expect(matches(section, /^- type `(\w+)/gm)).toEqual(listed.get(entry)!.types)
  })
})

it('the main entry point has about thirty names', () => {
  const { values, types } = listed.get('likewise')!
  expect(values.length + types.length).toBeLessThan(40)
})

it('a name that several entries export means the same in each of them', () => {
  const files = entries.map(({ built }) => join(ROOT, built.replace(/\.js$/, '.d.ts')))
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    noLib: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const meanings = new Map<string, Set<ts.Symbol>>()
  let repeated = 0
  for (const file of files) {
    const entry = checker.getSymbolAtLocation(program.getSourceFile(file)!)!
    for (const exported of checker.getExportsOfModule(entry)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
      const meaning = isAlias ? checker.getAliasedSymbol(exported) : exported
      const known = meanings.get(exported.name) ?? new Set()
      if (known.has(meaning)) repeated++
      meanings.set(exported.name, known.add(meaning))
    }
  }
  // Some names are exported by several entries, so the comparison is not empty.
  expect(repeated).toBeGreaterThan(10)
  expect([...meanings].filter(([, known]) => known.size > 1).map(([name]) => name)).toEqual([])
})

it('every value has a heading of its own on another page of the reference', () => {
  const headings = otherPages().flatMap((page) => matches(page, /^### `(\w+)/gm))
  expect(distinct(headings)).toEqual(all.values)
})

it('every type is described on another page of the reference', () => {
  const text = otherPages().join('\n')
  const missing = all.types.filter((type) => !new RegExp(`\\b(type|interface)\\s+\`?${type}\\b`).test(text))
  expect(missing).toEqual([])
})

function otherPages(): string[] {
  return markdownFiles('docs/reference')
    .filter((page) => page !== API)
    .map(readPage)
}

/** The names that a file exports as types only. */
function typeExports(file: string): string[] {
  const source = ts.createSourceFile(file, readPage(file), ts.ScriptTarget.Latest)
  const names: string[] = []
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue
    if (!ts.isNamedExports(statement.exportClause))
      throw new Error(`${file} exports something without a name`)
    for (const specifier of statement.exportClause.elements) {
      if (statement.isTypeOnly || specifier.isTypeOnly) names.push(specifier.name.text)
    }
  }
  return names.sort()
}

/** `surface.txt`: a section for each entry, in it one name per line, types marked as such. */
function readSnapshot(): Map<string, Surface> {
  const text = readFileSync(new URL('./surface.txt', import.meta.url), 'utf8')
  return new Map(
    text.split(/^\[/m).flatMap((section): [string, Surface][] => {
      const [head = '', ...lines] = section.split('\n').filter((line) => line !== '')
      if (head === '') return []
      const types = lines.filter((line) => line.startsWith('type ')).map((line) => line.slice(5))
      return [[head.replace(']', ''), { values: lines.filter((line) => !line.startsWith('type ')), types }]]
    }),
  )
}

/** The sections of api.md by the entry that each is about. */
function apiSections(): Map<string, string> {
  const sections = readPage(API).split(/^## `/m).slice(1)
  return new Map(sections.map((section) => [section.slice(0, section.indexOf('`')), section]))
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[1]!).sort()
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}
