// The engine on Spark, in one application for all tests: submitting one takes longer than a search.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engine/engine.js'
import { Random } from '../../src/hash/random.js'
import { dedup } from '../../src/node/dedup.js'
import { find } from '../../src/node/find.js'
import { nodeEngine } from '../../src/node/node-engine.js'
import { type SparkEngine, sparkEngine } from '../../src/node/spark-engine.js'
import type { SparkFoundFiles } from '../../src/node/spark-search.js'
import { openMemoryStore } from '../../src/store/memory/memory-store.js'
import { byDepth, isLong } from '../depth.js'
import { titled } from '../outside.js'
import { againstSuite } from './against-suite.js'
import { engineSuite } from './engine-suite.js'
import { contentOf, rounded } from './found-content.js'
import { longDocumentTests } from './long-document-suite.js'
import {
  findSpark,
  killWorker,
  SMALL,
  SPECULATION,
  type SparkCluster,
  sparkEnvironment,
  startCluster,
} from './spark-cluster.js'
import { lines } from './spark-outputs.js'

const spark = findSpark()
const REQUEST = { threshold: 0.7, recall: 0.95, method: 'bands', audit: 50 } as const
const DOCUMENTS = byDepth({ short: 200, long: 3000 })
const PARTITIONS = byDepth({ short: 4, long: 7 })
const TIMEOUT = byDepth({ short: 400_000, long: 1_800_000 })

/** Parts of files that are read at once; a document has about 350 bytes. */
const PARTS = { 'spark.sql.files.maxPartitionBytes': String(Math.ceil((350 * DOCUMENTS) / PARTITIONS)) }

/** Searches with more pairs in their buckets keep pairs in tables of Spark, so that the tests have searches of both kinds. */
const HELD_PAIRS = 60
const HELD = { 'spark.likewise.driverPairs': String(HELD_PAIRS) }

/** What Spark sends takes many messages. */
const SENT = { 'spark.likewise.messageBytes': '1000' }

describe.skipIf(spark.path === undefined)(titled('Spark', spark), { timeout: TIMEOUT }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-spark-test-'))
  const input = join(folder, 'in.jsonl')
  let cluster: SparkCluster
  let engine: SparkEngine
  let expected: unknown

  const open = (conf: Record<string, string>): SparkEngine =>
    sparkEngine({ master: cluster.master, conf: { ...SMALL, ...conf } })

  beforeAll(async () => {
    Object.assign(process.env, sparkEnvironment(spark.path!))
    writeFileSync(
      input,
      documents(DOCUMENTS)
        .map((document) => `${JSON.stringify(document)}\n`)
        .join(''),
    )
    expected = rounded(await contentOf(await nodeEngine({ workers: 1 }).find(input, REQUEST)))
    cluster = await startCluster(spark.path!)
    engine = open({ ...PARTS, ...HELD, ...SENT })
  }, TIMEOUT)
  afterAll(async () => {
    await engine?.close()
    await cluster?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  const shared: Engine = {
    name: 'spark',
    plan: (...args) => engine.plan(...args),
    find: (...args) => engine.find(...args),
  }
  // Each search takes a second or more, so properties run once.
  engineSuite('spark', shared, { runs: 1, isShort: !isLong, oneLarge: !isLong })
  againstSuite('spark', shared, { runs: 1, isShort: !isLong })
  longDocumentTests('spark', shared)

  // In a short run, all searches read small parts of files.
  if (isLong) {
    /** Another application, with another configuration. */
    const inAnother = async (conf: Record<string, string>, work: () => Promise<void>) => {
      // An application holds the cores of the cluster until it ends.
      await engine.close()
      engine = open(conf)
      await work()
      await engine.close()
      engine = open({ ...PARTS, ...HELD, ...SENT })
    }

    it('finds what the engine on one machine finds, with small parts of files and many partitions', async () => {
      await inAnother({ ...PARTS, 'spark.sql.shuffle.partitions': '7' }, async () => {
        expect(rounded(await contentOf(await engine.find(input, REQUEST)))).toEqual(expected)
      })
    })

    it('finds what the engine on one machine finds when tasks are started twice', async () => {
      // The task with the last document takes much longer than the others.
      const uneven = join(folder, 'uneven.jsonl')
      const words = Array.from({ length: 2_000_000 }, (_, i) => `u${i}`)
      const long = JSON.stringify({ id: 'long', text: words.join(' ') })
      writeFileSync(uneven, `${readFileSync(input, 'utf8')}${long}\n`)
      const own = rounded(await contentOf(await nodeEngine({ workers: 1 }).find(uneven, REQUEST)))
      const events = join(folder, 'events')
      mkdirSync(events)
      const log = {
        'spark.eventLog.enabled': 'true',
        'spark.eventLog.dir': events,
        'spark.eventLog.compress': 'false',
        'spark.eventLog.rolling.enabled': 'false',
      }
      await inAnother({ ...PARTS, ...SPECULATION, ...log }, async () => {
        expect(rounded(await contentOf(await engine.find(uneven, REQUEST)))).toEqual(own)
      })
      const started = lines(join(events, readdirSync(events)[0]!)).filter((line) =>
        line.startsWith('{"Event":"SparkListenerTaskStart"'),
      )
      expect(started.filter((line) => line.includes('"Speculative":true')).length).toBeGreaterThan(0)
    })
  }

  it('finds and removes what the engine on one machine does when a worker is killed in the middle', async () => {
    let news = 0
    // The first news is that reading begins; the third, that it has ended: what its executor has sketched is lost.
    const onProgress = () => {
      if (++news === 3) killWorker()
    }
    const found = (await engine.find(input, REQUEST, { onProgress })) as SparkFoundFiles
    expect(news).toBeGreaterThan(3)
    await expectSameRemovals(found, input)
    expect(rounded(await contentOf(found))).toEqual(expected)
  })

  it('compares with a finished run, by its plan, and refuses an index', async () => {
    const [runDir, few] = [join(folder, 'run'), join(folder, 'new.jsonl')]
    const lines = readFileSync(input, 'utf8').split('\n')
    writeFileSync(few, lines.slice(0, 50).join('\n'))
    const { audit: _, ...planned } = REQUEST
    await find(input, { ...planned, runDir, workers: 1 }).then((run) => run.close())
    const request = { against: runDir, alsoWithin: true }
    const here = rounded(await contentOf(await nodeEngine({ workers: 1 }).find(few, request)))
    const there = await engine.find(few, request)
    expect(there.summary.against).toMatchObject({ documents: DOCUMENTS })
    expect(rounded(await contentOf(there))).toEqual(here)
    await expect(engine.find(few, { ...request, threshold: 0.9 })).rejects.toMatchObject({
      option: 'threshold',
    })
    await using index = await openMemoryStore()
    await expect(engine.find(few, { against: index as never })).rejects.toMatchObject({ option: 'against' })
  })

  it('removes what the engine on one machine does when the driver holds the pairs', async () => {
    const few = join(folder, 'few.jsonl')
    writeFileSync(few, readFileSync(input, 'utf8').split('\n').slice(0, HELD_PAIRS).join('\n'))
    const found = (await engine.find(few, REQUEST)) as SparkFoundFiles
    expect(found.summary.candidates).toBeGreaterThan(0)
    expect(found.summary.candidates).toBeLessThan(HELD_PAIRS)
    await expectSameRemovals(found, few)
  })

  it('removes what the engine on one machine does in groups of which not all pairs are listed', async () => {
    const pages = join(folder, 'pages.jsonl')
    const request = { ...REQUEST, maxGroup: byDepth({ short: 20, long: 400 }) }
    writeFileSync(pages, pagesOfTemplates(byDepth({ short: 120, long: 1600 })))
    const found = (await engine.find(pages, request)) as SparkFoundFiles
    expect(found.summary.pairsOmitted.count).toBeGreaterThan(0)
    await expectSameRemovals(found, pages, request)
  })

  const held = ['the driver holds the pairs', HELD_PAIRS / 2] as const
  const inTables = ['pairs are in tables', 4 * HELD_PAIRS] as const

  it.each<readonly [string, number, boolean]>([
    [...held, false],
    ...byDepth({ short: [], long: [[...held, true] as const, [...inTables, false] as const] }),
    [...inTables, true],
  ])(
    'removes what the engine on one machine does against others without ids when %s (%i documents, also within: %s)',
    async (_, count, alsoWithin) => {
      const own = join(folder, 'own.jsonl')
      const others = join(folder, 'others.jsonl')
      const all = documents(2 * count)
      const write = (path: string, some: readonly object[]) =>
        writeFileSync(path, some.map((document) => `${JSON.stringify(document)}\n`).join(''))
      write(
        own,
        all.filter((_, i) => i % 4 < 3),
      )
      // A survivor without an id is known by its number among the others.
      write(
        others,
        all.filter((_, i) => i % 4 === 3).map(({ text }) => ({ text })),
      )
      const request = { ...REQUEST, against: others, alsoWithin }
      const found = (await engine.find(own, request)) as SparkFoundFiles
      expect(found.summary.candidates > HELD_PAIRS).toBe(count > HELD_PAIRS)
      await expectSameRemovals(found, own, request)
    },
  )

  /** Kept and removed documents are those of the engine on one machine. */
  async function expectSameRemovals(
    found: SparkFoundFiles,
    source: string,
    { audit: _, ...request }: typeof REQUEST & Removing = REQUEST,
  ): Promise<void> {
    const kept = join(folder, 'kept.jsonl')
    const removed = join(folder, 'removed.jsonl')
    const own = { kept: join(folder, 'own-kept.jsonl'), removed: join(folder, 'own-removed.jsonl') }
    for (const survivor of byDepth({ short: ['longest'] as const, long: ['first', 'longest'] as const })) {
      const counts = await found.dedup({ survivor, files: { kept, removed, overwrite: true } })
      const write = { ...own, manifest: join(folder, 'manifest.json'), force: true }
      const here = await dedup(source, { ...request, survivor, write, workers: 1 })
      expect(counts).toEqual({ kept: here.summary.kept, removed: here.summary.removed })
      await here[Symbol.asyncDispose]()
      expect(lines(kept).sort()).toEqual(lines(own.kept).sort())
      expect(lines(removed).sort()).toEqual(lines(own.removed).sort())
    }
  }
})

interface Removing {
  readonly maxGroup?: number
  readonly against?: string
  readonly alsoWithin?: boolean
}

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

/** Pages of two templates; two pages of the same one have similarities around the threshold. */
function pagesOfTemplates(count: number): string {
  const random = new Random(6)
  const templates = ['a', 'b'].map((name) => Array.from({ length: 60 }, (_, i) => `${name}${i}`))
  const pages = Array.from({ length: count }, (_, id) => {
    const words = [...templates[id % 3 === 0 ? 0 : 1]!]
    words[Math.floor(random.unit() * words.length)] = `s${id}`
    return { id, text: words.slice(0, 54 + Math.floor(6 * random.unit())).join(' ') }
  })
  return pages.map((page) => `${JSON.stringify(page)}\n`).join('')
}
