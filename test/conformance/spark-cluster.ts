// A Spark cluster on this machine, from the pyspark package.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isLong, isRest } from '../depth.js'
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

/**
 * Options of Java for processes that live for minutes: the optimizing compiler would take most of their time. Loading classes is no
 * reason to collect garbage.
 */
const BRIEF = '-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC -XX:MetaspaceSize=256m'

/** Small executors, few partitions, and queries that are not compiled: inputs are small, and each query runs once. */
export const SMALL = {
  'spark.driver.extraJavaOptions': `${BRIEF} -Xms500m`,
  'spark.executor.extraJavaOptions': `${BRIEF} -Xms300m`,
  'spark.driver.memory': '700m',
  'spark.executor.memory': '600m',
  'spark.sql.shuffle.partitions': '2',
  'spark.sql.adaptive.enabled': 'false',
  'spark.sql.codegen.wholeStage': 'false',
  'spark.ui.enabled': 'false',
  'spark.python.worker.reuse': 'true',
}

/** Every task that takes longer than the first ones is started again elsewhere. */
export const SPECULATION = {
  'spark.speculation': 'true',
  'spark.speculation.multiplier': '1.01',
  'spark.speculation.quantile': '0.1',
  'spark.speculation.interval': '10ms',
  'spark.speculation.minTaskRuntime': '0ms',
}

export interface SparkCluster {
  readonly master: string
  close(): Promise<void>
}

/**
 * Starts a cluster: a master and two workers with an executor each, all in processes of their own. In a short run, the driver is all of
 * them: starting processes of Java takes longer than the tests.
 */
export async function startCluster(home: string): Promise<SparkCluster> {
  if (!isLong && !isRest) return { master: 'local[2]', close: async () => {} }
  return startStandalone(home, sparkEnvironment(home))
}

/** Starts a master and two workers, with an executor each, in processes of their own. */
export async function startStandalone(home: string, env: NodeJS.ProcessEnv): Promise<SparkCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'likewise-spark-'))
  const port = await freePort()
  const master = `spark://127.0.0.1:${port}`
  const started: ChildProcess[] = []
  const start = async (args: readonly string[], isReady: RegExp) => {
    const child = spawn(join(home, 'bin', 'spark-class'), args, {
      env: { ...env, SPARK_WORKER_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`Spark ended (${code})`)))
      createInterface({ input: child.stderr! }).on('line', (line) => {
        if (isReady.test(line)) resolve()
      })
    })
  }
  const daemon = 'org.apache.spark.deploy'
  await start(
    [`${daemon}.master.Master`, '--host', '127.0.0.1', '--port', String(port), '--webui-port', '0'],
    /ALIVE/,
  )
  const options = ['--cores', '1', '--memory', '1100m', '--webui-port', '0']
  const addWorker = (host: string) =>
    start([`${daemon}.worker.Worker`, ...options, '--host', host, master], /registered with master/)
  // Spark starts a task a second time only on another host.
  await Promise.all(['127.0.0.1', '127.0.0.2'].map(addWorker))
  return {
    master,
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

/** Kills a worker, its executor and the Python of that. */
export function killWorker(): void {
  const executor = descendantsOf(process.pid).find(({ command }) => command.includes('CoarseGrainedExecutor'))
  if (executor === undefined) throw new Error('there is no executor')
  const { pid, parent } = executor
  const victims = [...descendantsOf(pid).map((child) => child.pid), pid, parent]
  for (const victim of victims) process.kill(victim, 'SIGKILL')
}

/** Kills the driver of an application, which is its executor, too, if the master is local. */
export function killDriver(): void {
  const driver = descendantsOf(process.pid).find(({ command }) => command.includes('deploy.SparkSubmit'))
  if (driver === undefined) throw new Error('there is no driver')
  process.kill(driver.pid, 'SIGKILL')
}

interface Descendant {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** The processes that the threads of a process have started, and theirs. */
function descendantsOf(parent: number): Descendant[] {
  const threads = namesIn(`/proc/${parent}/task`)
  const children = threads.flatMap((thread) =>
    contentOf(`/proc/${parent}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return children.flatMap((pid) => [
    { pid, parent, command: contentOf(`/proc/${pid}/cmdline`) },
    ...descendantsOf(pid),
  ])
}

/** What a file of /proc holds; nothing if its thread has ended meanwhile. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
