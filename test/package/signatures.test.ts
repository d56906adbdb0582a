// The TypeScript of the documentation agrees with the types of the built package: functions have the parameters that the reference
// shows, and interfaces have the properties. TypeScript of the guide compiles.

import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Block, documentedBlocks } from './documented.js'
import { ROOT, readPage } from './markdown.js'

const blocks = documentedBlocks().filter(({ language }) => language === 'ts')
const reference = blocks.filter(({ page }) => page.startsWith('docs/reference/'))
const guide = blocks.filter(({ page }) => page.startsWith('docs/guide/'))

/** What stands before a block of the guide: what its page has introduced in words or in an earlier block. */
const BEFORE: Record<string, string> = {
  'docs/guide/in-your-own-program.md': "import { find } from 'likewise/node'\n",
  'docs/guide/server.md': `import { LikewiseClient as Client } from 'likewise/client'
    declare const client: Client, id: string, text: string
    declare const reply: { code(status: number): { send(body: unknown): void } }
    export {}\n`,
  'docs/guide/cookbook.md': 'export {}\n',
}

const files = new Map<string, string>()
const entries = Object.keys((JSON.parse(readPage('package.json')) as { exports: object }).exports)
  .filter((path) => path !== './package.json')
  .map((path) => path.replace('.', 'likewise'))
const surface = virtual('surface', entries.map((entry, i) => `export * as e${i} from '${entry}'`).join('\n'))
const guideFiles = guide.map((block) => virtual(nameOf(block), `${BEFORE[block.page] ?? ''}${block.code}`))

const program = makeProgram()
const checker = program.getTypeChecker()
const exported = exportedSymbols()
const methods = methodSymbols()

describe('every signature of the reference is that of the package', () => {
  it.each(reference.map((block) => [`${block.page}:${block.line}`, block]))('%s', (_, block) => {
    expect(differences(block)).toEqual([])
  })
})

it('TypeScript of the guide compiles', () => {
  const errors = guideFiles.flatMap((file) => {
    const source = program.getSourceFile(file)!
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  })
  expect(
    errors.map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    ),
  ).toEqual([])
})

/** Where the declarations of a block differ from those of the package. */
function differences({ code }: Block): string[] {
  const source = ts.createSourceFile('block.ts', asDeclarations(code), ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return functionDifferences(statement)
    if (ts.isInterfaceDeclaration(statement)) return interfaceDifferences(statement)
    return []
  })
}

/** Functions and constructors are shown without `function` and `class`. */
function asDeclarations(code: string): string {
  return code.replace(
    /^(new )?([\w]+)(?=[<(])/gm,
    (_, isNew, name) => `declare function ${isNew ? 'new_' : ''}${name}`,
  )
}

function functionDifferences(declared: ts.FunctionDeclaration): string[] {
  const isConstructor = declared.name!.text.startsWith('new_')
  const name = declared.name!.text.replace('new_', '')
  const types = [...(exported.get(name) ?? []), ...(methods.get(name) ?? [])].map(typeOf)
  const actual = types.flatMap((type) =>
    (isConstructor ? type.getConstructSignatures() : type.getCallSignatures()).map(({ parameters }) =>
      parameters.map((parameter) => parameter.valueDeclaration as ts.ParameterDeclaration),
    ),
  )
  if (actual.some((parameters) => areSame(declared.parameters, parameters))) return []
  const text = (parameters: readonly ts.ParameterDeclaration[]) => parameters.map(parameterText).join(', ')
  const others = actual.map((parameters) => `${name}(${text(parameters)})`)
  return [`${name}(${text(declared.parameters)}) is not in the package, which has: ${others.join(' or ')}`]
}

/** Whether parameters have the same names and are optional alike. A destructured one has no name. */
function areSame(
  shown: readonly ts.ParameterDeclaration[],
  actual: readonly ts.ParameterDeclaration[],
): boolean {
  const isNamed = (i: number) => ts.isIdentifier(actual[i]!.name)
  return (
    shown.length === actual.length &&
    shown.every((parameter, i) => !isNamed(i) || parameterText(parameter) === parameterText(actual[i]!))
  )
}

function parameterText(parameter: ts.ParameterDeclaration): string {
  const isOptional = parameter.questionToken !== undefined || parameter.initializer !== undefined
  return `${parameter.name.getText()}${isOptional ? '?' : ''}`
}

/** Properties that an interface of the package does not have, or that are optional in only one of the two. */
function interfaceDifferences(declared: ts.InterfaceDeclaration): string[] {
  const name = declared.name.text
  const shown = declared.members.flatMap((member) =>
    member.name !== undefined && ts.isIdentifier(member.name)
      ? [`${member.name.text}${member.questionToken === undefined ? '' : '?'}`]
      : [],
  )
  const candidates = (exported.get(name) ?? []).map((symbol) => propertiesOf(symbol))
  const missing = candidates.map((actual) => shown.filter((member) => !actual.has(member)))
  if (missing.length === 0) return [`${name} is not exported`]
  return missing
    .reduce((fewest, one) => (one.length < fewest.length ? one : fewest))
    .map((member) => `${name}.${member}`)
}

function propertiesOf(symbol: ts.Symbol): Set<string> {
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const members = type.isUnion() ? type.types.flatMap((one) => one.getProperties()) : type.getProperties()
  return new Set(members.map(({ name, flags }) => `${name}${flags & ts.SymbolFlags.Optional ? '?' : ''}`))
}

function typeOf(symbol: ts.Symbol): ts.Type {
  return checker.getTypeOfSymbol(symbol)
}

/** What the entries of the package export: a name may mean something else in another entry. */
function exportedSymbols(): Map<string, ts.Symbol[]> {
  const module = checker.getSymbolAtLocation(program.getSourceFile(surface)!)!
  return byName(
    checker.getExportsOfModule(module).flatMap((entry) => checker.getExportsOfModule(resolved(entry))),
  )
}

/** The methods of exported classes and interfaces. */
function methodSymbols(): Map<string, ts.Symbol[]> {
  const types = [...exported.values()]
    .flat()
    .filter(({ flags }) => flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface))
  return byName(types.flatMap((symbol) => checker.getDeclaredTypeOfSymbol(symbol).getProperties()))
}

function byName(symbols: readonly ts.Symbol[]): Map<string, ts.Symbol[]> {
  const named = new Map<string, ts.Symbol[]>()
  for (const symbol of symbols) named.set(symbol.name, [...(named.get(symbol.name) ?? []), resolved(symbol)])
  return named
}

function resolved(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function nameOf({ page, line }: Block): string {
  return `${page.replaceAll(/\W/g, '-')}-${line}`
}

/** A file that exists only here. */
function virtual(name: string, text: string): string {
  const file = join(ROOT, 'test/package', `${name}.ts`)
  files.set(file, text)
  return file
}

function makeProgram(): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: ['node'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.readFile = (file) => files.get(file) ?? readFile(file)
  host.getSourceFile = (file, ...rest) =>
    files.has(file)
      ? ts.createSourceFile(
          file,
          files.get(file)!,
          { languageVersion: ts.ScriptTarget.Latest, impliedNodeFormat: ts.ModuleKind.ESNext },
          true,
        )
      : getSourceFile(file, ...rest)
  return ts.createProgram([...files.keys()], options, host)
}
