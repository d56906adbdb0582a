// Executors without any of the packages that Likewise needs, which get a packed environment.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ARTICLES, Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { findSpark, SMALL, type SparkCluster, sparkEnvironment, startStandalone } from './spark-cluster.js'

const spark = findSpark()
const PACKAGES = fileURLToPath(new URL('../../out/python', import.meta.url))
const TIMEOUT = 600_000

describe.skipIf(spark.path === undefined)(
  titled('Spark with executors that have no packages', spark),
  { timeout: TIMEOUT },
  () => {
    const workspace = new Workspace()
    let cluster: SparkCluster
    const search = ['find', ARTICLES, '--threshold', '0.7', '--method', 'bands', '--json', '--quiet']
    const onCluster = (...options: string[]) => [
      ...[...search, '--engine', 'spark', '--master', cluster.master, ...options],
      ...Object.entries(SMALL).flatMap(([key, value]) => ['--spark-conf', `${key}=${value}`]),
    ]

    beforeAll(async () => {
      const { PYTHONPATH: _, ...bare } = sparkEnvironment(spark.path!)
      cluster = await startStandalone(spark.path!, bare)
    }, TIMEOUT)
    afterAll(() => cluster?.close(), 60_000)

    it('says what the executors need', async () => {
      const ran = await workspace.runAlone(onCluster(), '', sparkEnvironment(spark.path!))
      expect([ran.code, ran.stderr]).toEqual([
        1,
        expect.stringMatching(/executors.*(?:numpy|pyarrow|pandas)/s),
      ])
      expect(ran.stderr).toContain('archives')
    })

    it('finds what one machine finds if the environment is shipped with --spark-archives', async () => {
      const archive = packEnvironment(workspace.folder)
      const own = await workspace.runAlone([...search, '--pairs', 'own.jsonl'])
      expect(own.code).toBe(0)
      const ran = await workspace.runAlone(
        onCluster('--pairs', 'spark.jsonl', '--spark-archives', `${archive}#environment`),
        '',
        {
          ...sparkEnvironment(spark.path!),
          PYSPARK_PYTHON: './environment/bin/python',
          PYSPARK_DRIVER_PYTHON: 'python3',
        },
      )
      expect([ran.code, ran.stderr]).toEqual([0, ''])
      expect(workspace.read('spark.jsonl')).toBe(workspace.read('own.jsonl'))
      expect(workspace.read('own.jsonl').length).toBeGreaterThan(0)
    })
  },
)

/** An archive of a virtual environment with the packages, as venv-pack makes it, except that it is hardly compressed, which would take longer. */
function packEnvironment(folder: string): string {
  const made = join(folder, 'packed')
  execFileSync('python3', ['-m', 'venv', '--without-pip', made])
  const lib = join(made, 'lib')
  const site = join(lib, readdirSync(lib)[0]!, 'site-packages')
  const names = [
    'numpy',
    'numpy.libs',
    'pandas',
    'pandas.libs',
    'pyarrow',
    'wasmtime',
    'dateutil',
    'tzdata',
    'six.py',
  ]
  for (const name of names) {
    const from = join(PACKAGES, name)
    if (existsSync(from)) cpSync(from, join(site, name), { recursive: true })
  }
  const archive = join(folder, 'environment.tar.gz')
  execFileSync('tar', ['-I', 'gzip -1', '-cf', archive, '-C', made, '.'])
  return archive
}
