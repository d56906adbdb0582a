// A standalone Spark cluster on this machine, from the pyspark package: a master and two workers.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Outside } from '../outside.js'

const OUT = fileURLToPath(new URL('../../out', import.meta.url))

/** The folder of pyspark, or why the tests that need it are skipped. */
export function findSpark(): Outside {
  const path = join(OUT, 'spark', 'pyspark')
  if (!existsSync(path) || !existsSync(join(OUT, 'python', 'wasmtime')))
    return {
      path: undefined,
      reason:
        'pyspark is not installed (pip install --target out/spark -r python/tests/spark-requirements.txt)',
    }
  const { status } = spawnSync('java', ['-version'])
  return status === 0
    ? { path }
    : { path: undefined, reason: 'Java is not installed (Debian: default-jre-headless)' }
}

/** The variables that Spark and its Python need. */
export function sparkEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SPARK_HOME: home,
    SPARK_LOCAL_IP: '127.0.0.1',
    PYSPARK_PYTHON: 'python3',
    PYTHONPATH: [join(OUT, 'spark'), join(OUT, 'python')].join(delimiter),
    SPARK_DAEMON_MEMORY: '256m',
    SPARK_DAEMON_JAVA_OPTS: BRIEF,
  }
}

/** Options of Java for processes that live for minutes: the optimizing compiler would take most of their time. */
const BRIEF = '-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC'

/** Small executors, few partitions: the inputs of tests are small. */
export const SMALL = {
  'spark.driver.extraJavaOptions': BRIEF,
  'spark.executor.extraJavaOptions': BRIEF,
  'spark.driver.memory': '700m',
  'spark.executor.memory': '600m',
  'spark.sql.shuffle.partitions': '2',
  'spark.sql.adaptive.enabled': 'false',
  'spark.ui.enabled': 'false',
  'spark.python.worker.reuse': 'true',
}

export interface SparkCluster {
  readonly master: string
  /** Starts one more worker. */
  addWorker(): Promise<ChildProcess>
  readonly workers: readonly ChildProcess[]
  close(): Promise<void>
}

/** Starts a master and workers of one core each. */
export async function startCluster(home: string, workers: number): Promise<SparkCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-spark-'))
  const port = await freePort()
  const master = `spark://127.0.0.1:${port}`
  const started: ChildProcess[] = []
  const start = async (args: readonly string[], isReady: RegExp) => {
    const child = spawn(join(home, 'bin', 'spark-class'), args, {
      env: { ...sparkEnvironment(home), SPARK_WORKER_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`Spark ended (${code})`)))
      createInterface({ input: child.stderr! }).on('line', (line) => {
        if (isReady.test(line)) resolve()
      })
    })
    return child
  }
  const daemon = 'org.apache.spark.deploy'
  await start(
    [`${daemon}.master.Master`, '--host', '127.0.0.1', '--port', String(port), '--webui-port', '0'],
    /ALIVE/,
  )
  const list: ChildProcess[] = []
  const addWorker = async () => {
    const options = ['--cores', '1', '--memory', '1000m', '--host', '127.0.0.1', '--webui-port', '0']
    const worker = await start([`${daemon}.worker.Worker`, ...options, master], /registered with master/)
    list.push(worker)
    return worker
  }
  await Promise.all(Array.from({ length: workers }, addWorker))
  return {
    master,
    addWorker,
    workers: list,
    async close() {
      for (const child of started) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill()
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
