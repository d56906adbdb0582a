import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)

it('src holds index.ts and the rooms of ARCHITECTURE.md, nothing else', () => {
  const page = readFileSync(new URL('ARCHITECTURE.md', ROOT), 'utf8')
  const table = page.slice(page.indexOf('## Rooms'), page.indexOf('## Floors'))
  const named = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) => [
    ...cell!.matchAll(/`([\w-]+)(?=[./])/g),
  ])
  const rooms = new Set(named.map(([, room]) => (room === 'index' ? 'index.ts' : room)))
  expect(readdirSync(new URL('src', ROOT)).sort()).toEqual([...rooms].sort())
})

/** Variables of a module that a run could leave something in: those that change, and empty collections. */
function stateIn(file: URL): string[] {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations
      .filter(({ initializer }) => {
        const isEmptyCollection =
          initializer !== undefined &&
          ts.isNewExpression(initializer) &&
          ['Map', 'Set', 'WeakMap', 'WeakSet'].includes(initializer.expression.getText(source)) &&
          (initializer.arguments ?? []).length === 0
        return isEmptyCollection || (declarationList.flags & ts.NodeFlags.Const) === 0
      })
      .map(({ name }) => name.getText(source)),
  )
}

it('the stages and the contract use no platform and keep nothing in a module: what belongs to a run ends with it', () => {
  const engine = new URL('src/engine/', ROOT)
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(stages\/.*|[^/]*)\.ts$/.test(name))
    .map((name) => new URL(name, engine))
  expect(files.length).toBeGreaterThan(80)
  expect(files.flatMap((file) => stateIn(file).map((name) => `${file.pathname}: ${name}`))).toEqual([])
  expect(files.filter((file) => /from 'node:|process\./.test(readFileSync(file, 'utf8')))).toEqual([])
})
