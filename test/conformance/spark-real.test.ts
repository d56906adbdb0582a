// Many real documents on Spark: the pairs, clusters, survivors and counts of one machine, whatever the partitions.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { corpusFile } from '../../bench/corpora.js'
import { Workspace } from '../cli/likewise.js'
import { byDepth } from '../depth.js'
import { titled } from '../outside.js'
import { findSpark, SMALL, sparkEnvironment, startCluster } from './spark-cluster.js'
import { lines, removalOf } from './spark-outputs.js'

const spark = findSpark()
const DOCUMENTS = 200_000
const TIMEOUT = 900_000
const SEARCH = ['--threshold', '0.8', '--survivor', 'longest', '--json', '--quiet']
const PARTITIONS: readonly [string, Record<string, string>][] = [
  ['as many partitions as files need', {}],
  [
    'parts of 4 MB and 13 partitions',
    { 'spark.sql.files.maxPartitionBytes': '4m', 'spark.sql.shuffle.partitions': '13' },
  ],
]

describe.skipIf(spark.path === undefined)(
  titled('real documents on Spark', spark),
  { timeout: TIMEOUT },
  () => {
    const workspace = new Workspace()
    let own: ReturnType<typeof resultOf>

    /** What a run wrote. Spark writes kept and removed documents in any order. */
    const resultOf = (folder: string, stdout: string) => {
      const file = (name: string) => join(workspace.folder, folder, `${name}.jsonl`)
      // In an exact search, the number of pairs that are compared depends on the partitions.
      const { documents, empty, identical, equal, candidates, pairs, clusters, kept, removed } =
        JSON.parse(stdout)
      return {
        counts: { documents, empty, identical, equal, candidates, pairs, clusters, kept, removed },
        pairs: readFileSync(file('pairs'), 'utf8'),
        clusters: readFileSync(file('clusters'), 'utf8'),
        kept: lines(file('kept')).sort(),
        removed: lines(file('removed')).map(removalOf).sort(),
      }
    }
    const run = async (folder: string, options: readonly string[]) => {
      mkdirSync(join(workspace.folder, folder))
      const outputs = ['kept', 'removed', 'pairs', 'clusters'].flatMap((name) => [
        `--${name}`,
        `${folder}/${name}.jsonl`,
      ])
      const args = ['dedup', corpus, ...SEARCH, ...outputs, '--manifest', `${folder}/manifest.json`]
      const { code, stdout, stderr } = await workspace.runAlone([...args, ...options])
      expect([code, stderr]).toEqual([0, ''])
      return resultOf(folder, stdout)
    }
    let corpus = ''

    beforeAll(async () => {
      Object.assign(process.env, sparkEnvironment(spark.path!))
      corpus = corpusFile('packages', DOCUMENTS)
      own = await run('own', [])
    }, TIMEOUT)

    it('are as many as said, with similar ones among them', () => {
      expect(own.counts.documents).toBe(DOCUMENTS)
      expect(own.counts.identical).toBeGreaterThan(1000)
      expect(own.counts.pairs).toBeGreaterThan(10_000)
      expect(own.kept.length + own.removed.length).toBe(DOCUMENTS)
    })

    it.each(byDepth({ short: PARTITIONS.slice(1), long: PARTITIONS }))(
      'have the same duplicates as on one machine, with %s',
      async (name, conf) => {
        const cluster = await startCluster(spark.path!)
        try {
          const { 'spark.sql.shuffle.partitions': _, ...small } = SMALL
          const found = await run(
            `spark-${PARTITIONS.findIndex(([other]) => other === name)}`,
            ['--engine', 'spark', '--master', cluster.master].concat(
              Object.entries({ ...small, ...conf }).flatMap(([key, value]) => [
                '--spark-conf',
                `${key}=${value}`,
              ]),
            ),
          )
          expect(found.counts).toEqual(own.counts)
          expect(found.pairs === own.pairs).toBe(true)
          expect(found.clusters === own.clusters).toBe(true)
          expect(found.removed).toEqual(own.removed)
          expect(found.kept).toEqual(own.kept)
        } finally {
          await cluster.close()
        }
      },
    )
  },
)
