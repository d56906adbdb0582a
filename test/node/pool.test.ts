// Worker threads run what is built, so this test does, too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type FoundFiles,
  find,
  type Joined,
  join,
  openPool,
  type WorkerPool,
} from '../../dist/public/node.js'
import { Random } from '../../src/hash/random.js'
import { byDepth } from '../depth.js'

const random = new Random(7)
const WORDS = Array.from({ length: 400 }, (_, i) => `word${i}`)

/** Texts of which many are similar: each is one of a few, with some words replaced. */
function makeTexts(count: number): { text: string }[] {
  const originals = Array.from({ length: 30 }, () =>
    Array.from({ length: 60 }, () => WORDS[random.below(WORDS.length)]!),
  )
  return Array.from({ length: count }, () => {
    const words = [...originals[random.below(originals.length)]!]
    for (let i = 0; i < 4; i++) words[random.below(words.length)] = WORDS[random.below(WORDS.length)]!
    return { text: words.join(' ') }
  })
}

const [ones, others] = [makeTexts(300), makeTexts(250)]
const sets = ones.map(({ text }) => ({ items: text.split(' ') }))

async function pairsOf(found: FoundFiles | Joined): Promise<object[]> {
  const list: object[] = []
  for await (const pair of found.pairs()) list.push(pair)
  await found.close()
  return list
}

type Shared = { readonly pool?: WorkerPool; readonly signal?: AbortSignal }

const exact = (options: Shared = {}) =>
  find(ones, { threshold: 0.6, method: 'exact', shingle: { k: 1 }, audit: 50, ...options }).then(pairsOf)
const bands = (options: Shared = {}) =>
  find(others, { threshold: 0.5, method: 'bands', shingle: { k: 2 }, audit: 50, ...options }).then(pairsOf)
const joined = ({ pool }: Shared = {}) => join(sets, { threshold: 0.6, ...(pool && { pool }) }).then(pairsOf)

/** What the runs find, each in workers of its own. */
let alone: object[][]
beforeAll(async () => {
  alone = [await exact(), await bands(), await joined()]
})

const FEW: readonly (readonly [string, Parameters<typeof openPool>[0]])[] = [
  ['of two workers', { workers: 2 }],
  ['within a memory budget for one run at a time', { workers: 2, memory: '300MB' }],
]
const ALL: typeof FEW = [
  ...FEW,
  ['of one worker', { workers: 1 }],
  ['within a memory budget for three runs', { workers: 2, memory: '900MB', runs: 3 }],
]

describe('a pool', () => {
  it.each(byDepth({ short: FEW, long: ALL }))(
    '%s serves runs at once, which find what they find alone',
    async (_, options) => {
      expect(alone.every((pairs) => pairs.length > 200)).toBe(true)
      const pool = openPool(options)
      try {
        const together = () => Promise.all([exact({ pool }), bands({ pool }), joined({ pool })])
        expect(await together()).toEqual(alone)
        expect(await together()).toEqual(alone)
      } finally {
        await pool.close()
      }
    },
  )

  it('continues when a run is aborted, and when one fails', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'likewise-pool-'))
    const file = path.join(folder, 'bad.jsonl')
    writeFileSync(file, '{"text":"a b c"}\n{"text":5}\n')
    const pool = openPool({ workers: 2 })
    try {
      const controller = new AbortController()
      const options = { pool, signal: controller.signal, onProgress: () => controller.abort('enough') }
      const aborted = find(ones, { threshold: 0.6, method: 'exact', shingle: { k: 1 }, ...options })
      const failed = find(file, { pool, threshold: 0.5 })
      const rest = Promise.all([bands({ pool }), joined({ pool })])
      await expect(aborted).rejects.toBe('enough')
      await expect(failed).rejects.toMatchObject({ code: 'bad-record' })
      expect(await rest).toEqual(alone.slice(1))
      expect(await bands({ pool })).toEqual(alone[1])
    } finally {
      await pool.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('rejects options that it determines, other objects, and runs after it is closed', async () => {
    const pool = openPool({ workers: 1 })
    expect(pool.workers).toBe(1)
    await expect(find(ones, { pool, workers: 2 })).rejects.toMatchObject({ option: 'workers' })
    await expect(join(sets, { pool, memory: '1GB' })).rejects.toMatchObject({ option: 'memory' })
    await expect(find(ones, { pool: {} as WorkerPool })).rejects.toMatchObject({ option: 'pool' })
    expect(() => openPool({ runs: 0 })).toThrow('runs')
    await pool.close()
    await expect(bands({ pool })).rejects.toThrow('the pool is closed')
  })
})
