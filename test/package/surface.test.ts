// The public surface is a list that someone wrote: the package, docs/reference and surface.txt must name the same.
// To change the surface on purpose: edit src/index.ts, docs/reference (api.md and the page of the room) and surface.txt.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { markdownFiles, ROOT, readPage } from './markdown.js'

const API = 'docs/reference/api.md'
const listed = readSnapshot()

it('the built package exports the values that surface.txt lists', async () => {
  expect(await exportsOf('dist/index.js')).toEqual(listed.values)
  expect(await exportsOf('dist/read/html.js')).toEqual(listed.html)
  expect(await exportsOf('dist/kernel/join-in-kernel.js')).toEqual(listed.kernel)
  expect(await exportsOf('dist/text/stop-words.js')).toEqual(listed.stopWords)
})

it('src/index.ts exports the types that surface.txt lists', () => {
  expect(typeExports('src/index.ts')).toEqual(listed.types)
})

it('docs/reference/api.md lists every value once, and nothing else', () => {
  const names = matches(readPage(API), /^- `(\w+)/gm)
  expect(names).toEqual([...listed.values, ...listed.html, ...listed.kernel, ...listed.stopWords].sort())
})

it('docs/reference/api.md lists every type once, and nothing else', () => {
  expect(matches(readPage(API), /^- type `(\w+)/gm)).toEqual(listed.types)
})

it('every value has a heading of its own on one other page of the reference', () => {
  const headings = otherPages().flatMap((page) => matches(page, /^### `(\w+)/gm))
  expect(headings.sort()).toEqual(
    [...listed.values, ...listed.html, ...listed.kernel, ...listed.stopWords].sort(),
  )
})

it('every type is described on another page of the reference', () => {
  const text = otherPages().join('\n')
  const missing = listed.types.filter((type) => !new RegExp(`\\b(type|interface) \`?${type}\\b`).test(text))
  expect(missing).toEqual([])
})

function otherPages(): string[] {
  return markdownFiles('docs/reference')
    .filter((page) => page !== API)
    .map(readPage)
}

async function exportsOf(file: string): Promise<string[]> {
  const module: object = await import(pathToFileURL(join(ROOT, file)).href)
  return Object.keys(module).sort()
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

/** `surface.txt`: one name a line, below the headings [values], [types] and one for each other entry of the package. */
function readSnapshot() {
  const text = readFileSync(new URL('./surface.txt', import.meta.url), 'utf8')
  const section = (name: string) =>
    (text.split(`[${name}]\n`)[1]?.split('\n[')[0] ?? '').split('\n').filter((line) => line !== '')
  return {
    values: section('values'),
    types: section('types'),
    html: section('likewise/html'),
    kernel: section('likewise/kernel'),
    stopWords: section('likewise/stop-words'),
  }
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[1]!).sort()
}
