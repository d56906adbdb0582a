// A cluster with the settings that Spark has by default, except that tasks are started twice.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dedup } from '../../src/node/dedup.js'
import { openSpark } from '../../src/node/spark-search.js'
import { titled } from '../outside.js'
import {
  findSpark,
  SPECULATION,
  type SparkCluster,
  sparkEnvironment,
  startStandalone,
} from './spark-cluster.js'
import { lines } from './spark-outputs.js'

const spark = findSpark()
const TIMEOUT = 600_000
const REQUEST = { threshold: 0.7, method: 'bands', text: 'text', id: 'id' } as const

const FILLER = 'x'.repeat(12_000)

/** Ids that JSON can write in several ways. */
const ODD_IDS = ['é"\\/\n', '\u2028\u007f\u0001', '😀', '1e3', '', ' ']

describe.skipIf(spark.path === undefined)(
  titled('Spark with its default settings', spark),
  { timeout: TIMEOUT },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'likewise-spark-defaults-'))
    const [input, events] = [join(folder, 'in.jsonl'), join(folder, 'events')]
    const own = { kept: join(folder, 'own-kept.jsonl'), removed: join(folder, 'own-removed.jsonl') }
    let cluster: SparkCluster

    beforeAll(async () => {
      Object.assign(process.env, sparkEnvironment(spark.path!))
      mkdirSync(events)
      writeFileSync(input, documents())
      const write = { ...own, manifest: join(folder, 'manifest.json') }
      await using _ = await dedup(input, { ...REQUEST, write, workers: 1 })
      cluster = await startStandalone(spark.path!, sparkEnvironment(spark.path!))
    }, TIMEOUT)
    afterAll(async () => {
      await cluster?.close()
      rmSync(folder, { recursive: true, force: true })
    }, 60_000)

    const log = {
      'spark.eventLog.enabled': 'true',
      'spark.eventLog.dir': events,
      'spark.eventLog.compress': 'false',
      'spark.eventLog.rolling.enabled': 'false',
    }

    it('writes every document once, in order, also if tasks are started twice', async () => {
      const conf = { ...SPECULATION, ...log }
      const engine = openSpark({ master: cluster.master, conf, text: 'text', id: 'id' })
      const files = { kept: join(folder, 'kept.jsonl'), removed: join(folder, 'removed.jsonl') }
      try {
        await using found = await engine.find(input, { threshold: 0.7, method: 'bands' })
        await found.dedup({ survivor: 'first', files: { ...files, overwrite: true } })
      } finally {
        await engine.close()
      }
      for (const name of ['kept', 'removed'] as const) {
        expect(lines(own[name]).length).toBeGreaterThan(20)
        // In the order of the input: parts of a file are written in their order.
        expect(lines(files[name])).toEqual(lines(own[name]))
      }
      const tasks = readdirSync(events).flatMap((file) => lines(join(events, file)))
      const isCopy = (line: string) => line.includes('TaskStart"') && line.includes('"Speculative":true')
      expect(tasks.filter(isCopy).length).toBeGreaterThan(0)
    })
  },
)

/**
 * Every other document is a changed copy of the one before it. By default, a task reads at least 1 MB: another field makes several tasks of
 * them. That of the last document, which is long, takes longer than the others.
 */
function documents(): string {
  const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`)
  const texts = Array.from({ length: 300 }, (_, i) => [
    ...words(`w${i >> 1}x`, 50),
    ...(i % 2 === 0 ? [] : ['more']),
  ])
  texts.push(words('u', 60_000))
  return texts
    .map(
      (text, i) => `${JSON.stringify({ id: ODD_IDS[i] ?? `d${i}`, text: text.join(' '), more: FILLER })}\n`,
    )
    .join('')
}
