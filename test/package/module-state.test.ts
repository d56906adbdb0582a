// State of a run belongs to the run. What modules may keep is listed, with its reason, in docs/decisions/engine-contract.md.

import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)

/** Methods that change a collection, an array or a collector of garbage. */
const CHANGES = new Set([
  ...['set', 'add', 'delete', 'clear', 'fill', 'copyWithin', 'setUint8', 'setUint32'],
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'collect'],
])

/** Variables of a module that can change after it was loaded: those that are assigned, and those whose content functions change. */
function stateIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found = new Set<string>()
  const constants = new Set<string>()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
    for (const one of statement.declarationList.declarations) {
      for (const variable of namesIn(one.name)) (isConstant ? constants : found).add(variable)
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node) && isChangingStatic(node)) {
      found.add(`${(node.parent as ts.ClassDeclaration).name?.text}.${node.name.getText()}`)
    }
    const changed = changedBy(node)
    if (changed !== undefined && constants.has(changed) && isOfModule(changed, node)) found.add(changed)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

/** Whether a name that a function uses is not one of its own. */
function isOfModule(name: string, node: ts.Node): boolean {
  let isInFunction = false
  for (let outer: ts.Node = node; !ts.isSourceFile(outer); outer = outer.parent) {
    if (!ts.isFunctionLike(outer)) continue
    isInFunction = true
    if (declaredIn(outer).includes(name)) return false
  }
  return isInFunction
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : namesIn(one.name)))
}

/** What a function declares, which hides variables of the module. */
function declaredIn(node: ts.Node): string[] {
  const names: string[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isParameter(child) || ts.isVariableDeclaration(child)) names.push(...namesIn(child.name))
    ts.forEachChild(child, visit)
  }
  visit(node)
  return names
}

function isChangingStatic(node: ts.PropertyDeclaration): boolean {
  const kinds = node.modifiers?.map(({ kind }) => kind) ?? []
  return kinds.includes(ts.SyntaxKind.StaticKeyword) && !kinds.includes(ts.SyntaxKind.ReadonlyKeyword)
}

/** The variable whose content an expression changes: by a method, or by an assignment to an element or a property. */
function changedBy(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression
    return ts.isIdentifier(expression) && CHANGES.has(name.text) ? expression.text : undefined
  }
  const target = ts.isBinaryExpression(node)
    ? isAssignment(node.operatorToken.kind) && node.left
    : (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
      (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) &&
      node.operand
  if (!target || !(ts.isElementAccessExpression(target) || ts.isPropertyAccessExpression(target)))
    return undefined
  return ts.isIdentifier(target.expression) ? target.expression.text : undefined
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

it('modules keep only what the decision on the engine contract lists', () => {
  const page = readFileSync(new URL('docs/decisions/engine-contract.md', ROOT), 'utf8')
  const rows = page.matchAll(/^\| `([\w/-]+\.ts)` \| ((?:`[\w.#]+`(?:, )?)+) \|/gm)
  const allowed = [...rows].flatMap(([, file, names]) =>
    [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => `${file}: ${name}`),
  )
  const source = new URL('src/', ROOT)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('wasm-bytes.ts'),
  )
  const kept = files.flatMap((file) =>
    stateIn(file, readFileSync(new URL(file, source), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(kept.sort()).toEqual(allowed.sort())
})

it('finds variables that are assigned, and collections and buffers that functions change', () => {
  const text = `
    let count = 0
    const seen = new Map<string, number>()
    const buffer = new Uint8Array(8)
    const TABLE = new Uint8Array(8)
    for (let i = 0; i < 8; i++) TABLE[i] = i
    const hidden: number[] = []
    function note(name: string) { seen.set(name, TABLE[0]!); buffer[0] = 1 }
    const add = (hidden: number[]) => hidden.push(1)
    class Cache { static last = 0; static readonly NONE = 0 }`
  expect(stateIn('sample.ts', text).sort()).toEqual(['Cache.last', 'buffer', 'count', 'seen'])
})
