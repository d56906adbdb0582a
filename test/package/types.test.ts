// The types of the built package, as programs with other compiler settings see them.

import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ROOT } from './markdown.js'

const SETTINGS: Record<string, ts.CompilerOptions> = {
  'strict, with exact optional properties': {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
  'strict, as most programs are': {},
  'strict, with a bundler': {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  },
}

/** The files of the language itself, which are parsed once for all settings. */
const libraries = new Map<string, ts.SourceFile | undefined>()

function errorsOf(settings: ts.CompilerOptions): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipDefaultLibCheck: true,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    ...settings,
  }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile
  host.getSourceFile = (name, ...rest) => {
    if (!/\/typescript\/lib\/lib\.[\w.]+$/.test(name)) return read(name, ...rest)
    if (!libraries.has(name)) libraries.set(name, read(name, ...rest))
    return libraries.get(name)
  }
  const program = ts.createProgram([join(ROOT, 'test/package/types/consumer.ts')], options, host)
  return ts.getPreEmitDiagnostics(program).map((found) => {
    const text = ts.flattenDiagnosticMessageText(found.messageText, ' ')
    const { line } = found.file?.getLineAndCharacterOfPosition(found.start ?? 0) ?? { line: -1 }
    return `${found.file?.fileName ?? ''}:${line + 1} ${text}`
  })
}

describe('interfaces, classes and ids of any type compile', () => {
  it.each(Object.entries(SETTINGS))('%s', (_, settings) => {
    expect(errorsOf(settings)).toEqual([])
  })
})
