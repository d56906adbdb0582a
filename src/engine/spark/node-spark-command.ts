import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SparkFailed } from '../../model/errors.js'
import { DEFAULT_MASTER, type SparkOptions } from './spark-options.js'

/** How the Spark program is started. */
interface SparkCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * Options of the Java that submits the program and runs the driver. Python does most of the work, so the optimizing compiler takes more
 * CPU time than it saves. Options that the user sets come later on the command line and override these.
 */
const DRIVER_JAVA = '-XX:TieredStopAtLevel=1'

/** Settings unless the user sets them with `conf`. What the driver collects is bounded by what it can hold, not by Spark's limit of 1 GB. */
const CONF = { 'spark.ui.showConsoleProgress': 'false', 'spark.driver.maxResultSize': '0' }

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** The command that submits the program, or an error that says what is missing. */
export function sparkCommand(options: SparkOptions, env: NodeJS.ProcessEnv = process.env): SparkCommand {
  checkMaster(options.master ?? DEFAULT_MASTER)
  checkJava(env)
  const { home, submit } = findSubmit(env)
  const { program, archive } = findProgram()
  const conf = { ...CONF, ...options.conf }
  return {
    command: submit,
    args: [
      ...['--master', options.master ?? DEFAULT_MASTER, '--deploy-mode', 'client', '--name', 'likewise'],
      ...['--py-files', archive],
      ...(options.archives === undefined ? [] : ['--archives', options.archives]),
      ...Object.entries(conf).flatMap(([name, value]) => ['--conf', `${name}=${value}`]),
      program,
    ],
    env: {
      ...(home !== undefined && { SPARK_HOME: home }),
      SPARK_SUBMIT_OPTS: [DRIVER_JAVA, env.SPARK_SUBMIT_OPTS].filter(Boolean).join(' '),
    },
  }
}

/** Spark Connect has no RDDs, which most steps of a search need. */
function checkMaster(master: string): void {
  if (!master.startsWith('sc://')) return
  throw new SparkFailed(
    'spark-connect',
    `${master} is a Spark Connect server, which cannot run the program of Likewise: Connect has no RDDs`,
    'use the URL of the cluster itself: spark://host:7077, yarn or k8s://…',
  )
}

function checkJava(env: NodeJS.ProcessEnv): void {
  const own = env.JAVA_HOME
  if (own !== undefined && isProgram(join(own, 'bin', 'java'))) return
  if (findInPath('java', env) !== undefined) return
  throw new SparkFailed(
    'no-java',
    'Spark requires Java, which was not found',
    'install Java 17, or set JAVA_HOME',
  )
}

/** Finds `spark-submit` in SPARK_HOME, in the pyspark package of Python, or in the PATH. */
function findSubmit(env: NodeJS.ProcessEnv): { readonly home: string | undefined; readonly submit: string } {
  const home = env.SPARK_HOME
  if (home !== undefined && home !== '') {
    const submit = join(home, 'bin', 'spark-submit')
    if (isProgram(submit)) return { home, submit }
    throw new SparkFailed(
      'no-spark',
      `SPARK_HOME is ${home}, which has no bin/spark-submit`,
      'set SPARK_HOME to the folder of Spark, or unset it',
    )
  }
  const python = env.PYSPARK_DRIVER_PYTHON ?? env.PYSPARK_PYTHON ?? 'python3'
  const { status, stdout } = spawnSync(
    python,
    ['-c', 'import importlib.util; print(importlib.util.find_spec("pyspark").submodule_search_locations[0])'],
    { encoding: 'utf8', env },
  )
  if (status === 0) {
    const found = stdout.trim()
    const submit = join(found, 'bin', 'spark-submit')
    if (isProgram(submit)) return { home: found, submit }
  }
  const submit = findInPath('spark-submit', env)
  if (submit !== undefined) return { home: undefined, submit }
  throw new SparkFailed(
    'no-spark',
    'Spark was not found: no SPARK_HOME, no spark-submit in PATH, no pyspark in Python',
    'pip install pyspark, or set SPARK_HOME',
  )
}

/** The program and the archive of the Python package: next to this file, or in dist/ if the source is run directly. */
function findProgram(): { readonly program: string; readonly archive: string } {
  for (const folder of [HERE, join(HERE, '../../../dist/engine/spark')]) {
    const [program, archive] = [join(folder, 'program.py'), join(folder, 'likewise.zip')]
    if (existsSync(program) && existsSync(archive)) return { program, archive }
  }
  throw new SparkFailed('no-program', 'the program for Spark is missing', 'reinstall likewise')
}

function findInPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
