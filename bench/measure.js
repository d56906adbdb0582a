// @ts-check
// Runs a program in its own process, and reports how long it took and how much memory it and its children used.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The interval between two measurements of memory, in milliseconds. */
const INTERVAL = 100

/** Ticks of CPU time per second in /proc. */
const TICKS = 100

/** @typedef {{ seconds: number, peakBytes: number, cpuSeconds: number, output: string }} Measurement */
/** @typedef {{ env?: NodeJS.ProcessEnv, whileRunning?: () => void }} ProgramContext `whileRunning` is called ten times a second */

/**
 * Measures the wall time from start to exit, including the start of the interpreter. The peak memory is that of the process and its
 * descendants together, sampled ten times per second, and at least the high-water mark that the kernel keeps for each: exact for a single
 * process, and as exact as the sampling for several. The same applies to CPU time.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {ProgramContext} [programContext]
 * @returns {Promise<Measurement>}
 */
export function measure(program, args, { env, whileRunning } = {}) {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    let message = ''
    let peakBytes = 0
    let cpuSeconds = 0
    const look = () => {
      if (child.pid === undefined) return
      const used = usageOf(child.pid)
      peakBytes = Math.max(peakBytes, used.bytes)
      cpuSeconds = Math.max(cpuSeconds, used.cpuSeconds)
      whileRunning?.()
    }
    const timer = setInterval(look, INTERVAL)
    child.stdout.on('data', (data) => {
      output += data
      // The last output is printed just before the end, when the high-water mark is nearly final.
      look()
    })
    child.stderr.on('data', (data) => {
      message = (message + data).slice(-4000)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(timer)
      const seconds = (performance.now() - began) / 1000
      if (code === 0) resolve({ seconds, peakBytes, cpuSeconds, output })
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${message}`))
    })
  })
}

/**
 * Runs the programs in turn, for several rounds, so that other load on the machine affects all of them equally.
 *
 * @template Name
 * @param {number} repetitions
 * @param {readonly { name: Name, run: () => Promise<Measurement> }[]} programs
 * @param {(name: Name, measurement: Measurement) => void} [each]
 * @returns {Promise<Map<Name, Measurement[]>>}
 */
export async function alternate(repetitions, programs, each) {
  /** @type {Map<Name, Measurement[]>} */
  const all = new Map(programs.map(({ name }) => [name, []]))
  for (let round = 0; round < repetitions; round++) {
    for (const { name, run } of programs) {
      const measurement = await run()
      all.get(name)?.push(measurement)
      each?.(name, measurement)
    }
  }
  return all
}

/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * The resident memory of a process and its descendants in bytes, or the high-water mark of one of them if that is more, and the CPU time of
 * these processes and of their children that have ended.
 *
 * @param {number} root
 */
function usageOf(root) {
  const processes = readProcesses()
  let now = 0
  let highest = 0
  let ticks = 0
  const open = [root]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const status = readStatus(pid)
    now += status.now
    highest = Math.max(highest, status.highest)
    ticks += processes.get(pid)?.ticks ?? 0
    for (const [child, { parent }] of processes) if (parent === pid) open.push(child)
  }
  return { bytes: Math.max(now, highest), cpuSeconds: ticks / TICKS }
}

/** @returns {Map<number, { parent: number, ticks: number }>} */
function readProcesses() {
  /** @type {Map<number, { parent: number, ticks: number }>} */
  const processes = new Map()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!(pid > 0)) continue
    const stat = readText(`/proc/${pid}/stat`)
    // The command is in parentheses and may contain blanks. It is followed by the state, the parent and, from the twelfth field on, CPU
    // times.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    processes.set(pid, { parent: Number(fields[1]), ticks })
  }
  return processes
}

/** @param {number} pid */
function readStatus(pid) {
  const status = readText(`/proc/${pid}/status`)
  const bytes = (/** @type {string} */ name) =>
    1024 * Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0)
  return { now: bytes('VmRSS'), highest: bytes('VmHWM') }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // It ended in between.
  }
}
