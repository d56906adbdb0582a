import { readdirSync, readFileSync } from 'node:fs'
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
