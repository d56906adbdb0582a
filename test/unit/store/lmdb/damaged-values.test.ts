// Bits that flip in the values of an index on disk. LMDB may end the process, so each file is read in a process of its own.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Random } from '../../../../src/hash/random.js'
import { openLmdbStore } from '../../../../src/store/lmdb/node-lmdb-store.js'
import { loadLmdb } from '../../../../src/store/lmdb/node-open-file.js'
import { byDepth } from '../../../depth.js'

const root = mkdtempSync(join(tmpdir(), 'likewise-flips-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const DOCUMENTS = 60
const FILE = 'data-1.mdb'
const SEEDS = byDepth({ short: [1, 2, 3], long: Array.from({ length: 30 }, (_, i) => i + 1) })
const TABLES = ['records', 'buckets', 'counters', 'postings'] as const
const TIMEOUT = 60_000

const text = (number: number) => Array.from({ length: 30 }, (_, i) => `w${number}x${i}`).join(' ')
const built = fileURLToPath(new URL('../../../../dist/store/lmdb/node-lmdb-store.js', import.meta.url))

/** Prints what a reader of the index gets: the right answers, wrong ones, or an error. */
const READER = `
import { openLmdbStore } from ${JSON.stringify(built)}
const text = (number) => Array.from({ length: 30 }, (_, i) => 'w' + number + 'x' + i).join(' ')
try {
  const store = await openLmdbStore(process.argv[1], { readOnly: true })
  const isRight = async (id, expected) => {
    const { matches } = await store.check(text(id))
    return [matches, await store.query(text(id))].every(
      (found) => JSON.stringify(found.map((match) => match.id).sort()) === JSON.stringify(expected))
  }
  let isAllRight = (await store.stats()).documents === ${DOCUMENTS} + 2
  isAllRight &&= await isRight(0, [0, 'another', 'copy'])
  for (let id = 1; id < ${DOCUMENTS}; id++) isAllRight &&= await isRight(id, [id])
  for (let id = ${DOCUMENTS}; id < ${DOCUMENTS} + 10; id++) isAllRight &&= await isRight(id, [])
  console.log(isAllRight ? 'right' : 'wrong')
  await store.close()
} catch (error) {
  console.log(error.code + ': ' + error.message)
}
`

let good: Buffer
let refused = 0
/** Where the values of each table are in the file. */
let values: Record<(typeof TABLES)[number], { readonly at: number; readonly length: number }[]>

beforeAll(async () => {
  const folder = join(root, 'good')
  const store = await openLmdbStore(folder)
  await store.addMany(Array.from({ length: DOCUMENTS }, (_, id) => ({ id, text: text(id) })))
  // A content with several documents is stored in another way.
  await store.addMany(['copy', 'another'].map((id) => ({ id, text: text(0) })))
  await store.close()
  good = readFileSync(join(folder, FILE))
  values = await locateValues(join(folder, FILE))
})

it.each(SEEDS.flatMap((seed) => TABLES.map((table) => [table, seed] as const)))(
  'a value of the table %s is read right or not at all, seed %i',
  (table, seed) => {
    const random = new Random(seed)
    const bytes = Buffer.from(good)
    const places = values[table]
    expect(places.length).toBeGreaterThan(0)
    const { at, length } = places[random.below(places.length)]!
    bytes[at + random.below(length)]! ^= 1 << random.below(8)
    const folder = mkdtempSync(join(root, 'damaged-'))
    writeFileSync(join(folder, FILE), bytes)
    const { stdout, stderr, signal } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', READER, folder],
      { encoding: 'utf8', timeout: TIMEOUT },
    )
    expect([signal, stderr]).toEqual([null, ''])
    if (!stdout.startsWith('right')) refused++
    expect(stdout.trim()).toMatch(/^(right$|invalid-artifact: .*(damaged|restore a snapshot))/)
  },
)

it('most of them are noticed', () => {
  // The others are in pages that are not in use any more.
  expect(refused).toBeGreaterThan((SEEDS.length * TABLES.length) / 2)
})

/** LMDB stores a value right after its key; those of pages that are not in use any more are found as well, which does no harm. */
async function locateValues(path: string): Promise<typeof values> {
  const { open } = await loadLmdb()
  const environment = open({ path, noSubdir: true, maxDbs: 4, readOnly: true })
  const keyEncoder = {
    writeKey: (key: string, target: Uint8Array, position: number) =>
      position + (target as Buffer).write(key, position, 'latin1'),
    readKey: (source: Uint8Array, start: number, end: number) =>
      (source as Buffer).toString('latin1', start, end),
  }
  const found = TABLES.map((name) => {
    const table = environment.openDB({ name, keyEncoder, encoding: 'binary' })
    const places = Array.from(table.getKeys({ start: '', end: '\xff\xff' }), (key) => {
      const value = Buffer.from(table.get(key)!)
      const at = good.lastIndexOf(Buffer.concat([Buffer.from(key, 'latin1'), value]))
      return at < 0 ? { at: -1, length: 0 } : { at: at + key.length, length: value.length }
    })
    return [name, places.filter(({ length }) => length > 0)] as const
  })
  await environment.close()
  return Object.fromEntries(found) as typeof values
}
