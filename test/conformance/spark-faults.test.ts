// What a cluster does to a run must not change its answer: other partitions, lost executors, tasks that run twice.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { dedup } from '../../src/node/dedup.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { openSpark } from '../../src/node/spark-search.js'
import { byDepth, isLong } from '../depth.js'
import { titled } from '../outside.js'
import { contentOf, rounded } from './found-content.js'
import { findSpark, SMALL, type SparkCluster, sparkEnvironment, startCluster } from './spark-cluster.js'

const spark = findSpark()
const REQUEST = { threshold: 0.7, recall: 0.95, method: 'bands', audit: 50, id: 'id' } as const

/** Documents of random words; every third is a changed or an equal copy of an earlier one. */
function documents(count: number): { id: string; text: string }[] {
  const random = new Random(5)
  const word = () => `w${Math.floor(random.unit() * 5000)}`
  const texts: string[][] = []
  for (let i = 0; i < count; i++) {
    const source = i % 3 === 2 ? texts[Math.floor(random.unit() * i)]! : undefined
    const words = source === undefined ? Array.from({ length: 60 }, word) : [...source]
    if (source !== undefined && i % 2 === 0) words[Math.floor(random.unit() * words.length)] = word()
    texts.push(words)
  }
  return texts.map((words, i) => ({ id: `d${i}`, text: words.join(' ') }))
}

type SparkSearches = ReturnType<typeof openSpark>

const DOCUMENTS = byDepth({ short: 200, long: 3000 })
const PARTITIONS = byDepth({ short: 4, long: 7 })
const TIMEOUT = 400_000

describe.skipIf(spark.path === undefined)(titled('Spark with faults', spark), { timeout: TIMEOUT }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-faults-'))
  const input = join(folder, 'in.jsonl')
  let cluster: SparkCluster
  let expected: unknown
  /** One application for the tests that need no other, with all that may change its way. */
  let shared: SparkSearches
  const { id, ...request } = REQUEST

  beforeAll(async () => {
    Object.assign(process.env, sparkEnvironment(spark.path!))
    writeFileSync(
      input,
      documents(DOCUMENTS)
        .map((document) => `${JSON.stringify(document)}\n`)
        .join(''),
    )
    expected = rounded(await contentOf(await nodeEngine({ workers: 1, id }).find(input, request)))
    cluster = await startCluster(spark.path!, 2)
    shared = open({ ...partitions, ...speculation })
  }, TIMEOUT)
  afterAll(async () => {
    await shared?.close()
    await cluster?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  const open = (conf: Record<string, string>): SparkSearches =>
    openSpark({ master: cluster.master, conf: { ...SMALL, ...conf }, id })

  const findWith = async (conf: Record<string, string>) => {
    const searches = open(conf)
    try {
      return rounded(await contentOf(await searches.find(input, request)))
    } finally {
      await searches.close()
    }
  }

  const partitions = {
    // A document has about 350 bytes.
    'spark.sql.files.maxPartitionBytes': String(Math.ceil((350 * DOCUMENTS) / PARTITIONS)),
    'spark.sql.shuffle.partitions': String(PARTITIONS),
  }
  const speculation = {
    'spark.speculation': 'true',
    'spark.speculation.multiplier': '1.01',
    'spark.speculation.quantile': '0.1',
    'spark.speculation.interval': '10ms',
  }

  // Each starts an application of its own, which takes long: in a short run the shared one has it all.
  if (isLong) {
    it('finds what the engine on one machine finds, with small blocks and many partitions', async () => {
      expect(await findWith(partitions)).toEqual(expected)
    })

    it('finds the same with speculative execution', async () => {
      expect(await findWith(speculation)).toEqual(expected)
    })
  }

  it('finds the same when a worker and its executor are killed in the middle', async () => {
    let killed = 0
    const kill = () => {
      if (killed > 0 || cluster.workers[0] === undefined) return
      killed++
      const { pid } = cluster.workers[0]
      for (const child of childrenOf(pid!)) process.kill(child, 'SIGKILL')
      process.kill(pid!, 'SIGKILL')
    }
    let news = 0
    // The first news is that reading begins; the third, that it has ended: what the worker has sketched is lost.
    const onProgress = () => {
      if (++news === 3) kill()
    }
    const found = await shared.find(input, request, { onProgress })
    expect(rounded(await contentOf(found))).toEqual(expected)
    expect(killed).toBe(1)
  })

  it('removes what the engine on one machine removes', async () => {
    const kept = join(folder, 'kept.jsonl')
    const removed = join(folder, 'removed.jsonl')
    for (const survivor of byDepth({ short: ['longest'] as const, long: ['first', 'longest'] as const })) {
      const found = await shared.find(input, request)
      const counts = await found.dedup({ survivor, files: { kept, removed, overwrite: true } })
      await found[Symbol.asyncDispose]()
      const { audit: _, ...wanted } = request
      const manifest = join(folder, 'manifest.json')
      const write = {
        kept: join(folder, 'own-kept.jsonl'),
        removed: join(folder, 'own-removed.jsonl'),
        manifest,
        force: true,
      }
      const own = await dedup(input, { ...wanted, id, survivor, write, workers: 1 })
      const report = own.summary
      await own[Symbol.asyncDispose]()
      expect(counts).toEqual({ kept: report.kept, removed: report.removed })
      expect(lines(kept).sort()).toEqual(lines(join(folder, 'own-kept.jsonl')).sort())
      const pairsOf = (text: readonly string[]) =>
        text
          .map((line) => JSON.parse(line) as { id: string; survivor: string; reason: string })
          .map((row) => [row.id, row.survivor, row.reason].join(' '))
          .sort()
      expect(pairsOf(lines(removed))).toEqual(pairsOf(lines(join(folder, 'own-removed.jsonl'))))
    }
  })
})

/** The lines of a file, or of the part files in a folder. */
function lines(path: string): string[] {
  const text = execFileSync(
    'sh',
    ['-c', `if [ -d "${path}" ]; then cat "${path}"/part-*; else cat "${path}"; fi`],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  )
  return text.split('\n').filter((line) => line !== '')
}

/** The processes that the threads of a process have started, and theirs. */
function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return children.flatMap((child) => [...childrenOf(child), child])
}
