// @ts-check
// Runs a program that uses Spark, and measures its cost: time, memory, CPU time, bytes shuffled, disk space.
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { scratch } from './cases/settings.js'
import { measure } from './measure.js'

/** The interval between two measurements of disk space, in milliseconds. */
const INTERVAL = 1000

/**
 * @typedef {object} SparkCost
 * @property {number} shuffleBytes written for other tasks, compressed
 * @property {number} tasks
 * @property {number} diskBytes the most that the local folder of Spark and its checkpoints took at one time
 */
/** @typedef {import('./measure.js').Measurement & SparkCost} SparkMeasurement */

const WORK = scratch('spark')
const LOCAL = join(WORK, 'local')
const EVENTS = join(WORK, 'events')
/** A folder for checkpoints, for programs that take one. */
export const SHARED = join(WORK, 'shared')

/** The settings of Spark that every program must use: where its files are, and a log of its tasks. */
export const MEASURED = {
  'spark.local.dir': LOCAL,
  'spark.eventLog.enabled': 'true',
  'spark.eventLog.dir': pathToFileURL(EVENTS).href,
  'spark.eventLog.compress': 'false',
  'spark.eventLog.rolling.enabled': 'false',
  'spark.ui.enabled': 'false',
}

/**
 * Runs a program that submits one Spark application with the settings above.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<SparkMeasurement>}
 */
export async function measureSpark(program, args, env) {
  rmSync(WORK, { recursive: true, force: true })
  for (const folder of [LOCAL, EVENTS, SHARED]) mkdirSync(folder, { recursive: true })
  let [diskBytes, last] = [0, 0]
  const whileRunning = () => {
    if (performance.now() - last < INTERVAL) return
    diskBytes = Math.max(diskBytes, sizeOf(LOCAL) + sizeOf(SHARED))
    last = performance.now()
  }
  const measurement = await measure(program, args, { env, whileRunning })
  const cost = { shuffleBytes: 0, tasks: 0 }
  for (const name of readdirSync(EVENTS)) {
    const found = await readEvents(join(EVENTS, name))
    cost.shuffleBytes += found.shuffleBytes
    cost.tasks += found.tasks
  }
  rmSync(WORK, { recursive: true, force: true })
  return { ...measurement, ...cost, diskBytes }
}

/**
 * The bytes that the tasks of an application wrote for each other, according to its event log: one JSON object per line.
 *
 * @param {string} file
 */
export async function readEvents(file) {
  let [shuffleBytes, tasks] = [0, 0]
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.startsWith('{"Event":"SparkListenerTaskEnd"')) continue
    const metrics = JSON.parse(line)['Task Metrics']
    shuffleBytes += metrics?.['Shuffle Write Metrics']?.['Shuffle Bytes Written'] ?? 0
    tasks++
  }
  return { shuffleBytes, tasks }
}

/** @param {string} folder @returns {number} the bytes of the files in it */
function sizeOf(folder) {
  let bytes = 0
  for (const entry of listed(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += sizeOf(path)
    else bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes
}

/** @param {string} folder */
function listed(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // It was removed in between.
  }
}
