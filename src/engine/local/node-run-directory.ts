import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArtefact, RunInUse, RunMismatch, UnwritableOutput } from '../../model/errors.js'
import { writeFault } from '../../write/node-fault.js'

const FORMAT = 'likewise-run'
const VERSION = 1
const DESCRIPTION = 'run.json'
const LOCK = 'lock'
const BLOCKS = 'blocks'

/** What a run is about: a run that differs in any of it is another run. Plain data. */
export type RunIdentity = Readonly<Record<string, unknown>>

/** A folder that keeps the blocks of a run. Only one run at a time works in it. */
export class RunDirectory {
  readonly path: string
  readonly blocks: string
  readonly identity: string

  private constructor(path: string, identity: string) {
    this.path = path
    this.blocks = join(path, BLOCKS)
    this.identity = identity
  }

  /**
   * Makes a new run directory, or, with `resume`, opens the one that is there.
   *
   * @throws RunMismatch where it belongs to another run, RunInUse where another process works in it
   */
  static open(path: string, identity: RunIdentity, resume: boolean): RunDirectory {
    const described = describe(identity)
    makeFolder(path)
    lock(path)
    try {
      const before = readDescription(path)
      if (before !== undefined && !resume) {
        throw new UnwritableOutput(
          path,
          'it holds a run already',
          'go on with --resume, or name another folder',
        )
      }
      if (before === undefined && resume && isInUse(path)) {
        throw new UnwritableOutput(path, 'it holds other files and no run', 'name a folder of its own')
      }
      if (before === undefined && !resume && isInUse(path)) {
        throw new UnwritableOutput(path, 'it is not empty', 'name a new or an empty folder')
      }
      if (before !== undefined)
        checkSame(path, JSON.parse(before) as RunIdentity, JSON.parse(described) as RunIdentity)
      makeFolder(join(path, BLOCKS))
      if (before === undefined) writeWhole(join(path, DESCRIPTION), described)
      return new RunDirectory(path, described)
    } catch (error) {
      unlock(path)
      throw error
    }
  }

  /** Writes a file of the run, as a whole. */
  write(name: string, content: string): void {
    writeWhole(join(this.path, name), content)
  }

  close(): void {
    unlock(this.path)
  }
}

function describe(identity: RunIdentity): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...identity }, null, 1)}\n`
}

/** The description of the run in a folder, or undefined where there is none. */
function readDescription(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(join(path, DESCRIPTION), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const { format, version } = parse(path, text)
  if (format !== FORMAT) throw new InvalidArtefact(`a run (${path})`, 'its run.json is of another kind')
  if (version !== VERSION) {
    throw new RunMismatch(path, [{ what: 'version', there: version, here: VERSION }])
  }
  return text
}

/** What a run directory says it is about. */
export function readRun(path: string): RunIdentity {
  const text = readDescription(path)
  if (text === undefined)
    throw new InvalidArtefact(`a run (${path})`, 'it has no run.json', 'name the folder of a run')
  return parse(path, text)
}

function parse(path: string, text: string): RunIdentity {
  try {
    return JSON.parse(text) as RunIdentity
  } catch {
    throw new InvalidArtefact(`a run (${path})`, 'its run.json is damaged', 'begin again in another folder')
  }
}

function isInUse(path: string): boolean {
  return readdirSync(path).some((name) => name !== LOCK && !name.startsWith(`${LOCK}.`))
}

function checkSame(path: string, there: RunIdentity, here: RunIdentity): void {
  const differences = differencesOf(there, here, '')
  if (differences.length > 0) throw new RunMismatch(path, differences)
}

interface Difference {
  readonly what: string
  readonly there: unknown
  readonly here: unknown
}

function differencesOf(there: unknown, here: unknown, what: string): Difference[] {
  if (isPlain(there) && isPlain(here)) {
    return [...new Set([...Object.keys(there), ...Object.keys(here)])].flatMap((name) =>
      differencesOf(there[name], here[name], what === '' ? name : `${what}.${name}`),
    )
  }
  return JSON.stringify(there) === JSON.stringify(here) ? [] : [{ what, there, here }]
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw writeFault(path, error)
  }
}

function writeWhole(path: string, content: string): void {
  const beside = `${path}.part`
  try {
    writeFileSync(beside, content)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw writeFault(path, error)
  }
}

/** A lock names its process; that of a process which is gone is taken over. */
function lock(path: string): void {
  const own = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  for (;;) {
    try {
      writeFileSync(join(path, LOCK), own, { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeFault(path, error)
    }
    const holder = holderOf(path)
    if (holder !== undefined) throw new RunInUse(path, holder)
    removeStale(path)
  }
}

/** Takes a stale lock away; should another process have put its own there meanwhile, that is put back. */
function removeStale(path: string): void {
  const stale = join(path, `${LOCK}.${process.pid}`)
  try {
    renameSync(join(path, LOCK), stale)
    const holder = holderOf(path, `${LOCK}.${process.pid}`)
    if (holder !== undefined) {
      renameSync(stale, join(path, LOCK))
      throw new RunInUse(path, holder)
    }
    rmSync(stale, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw writeFault(path, error)
  }
}

/** The process that holds the lock, if it lives. */
function holderOf(path: string, name = LOCK): number | undefined {
  let held: { pid: number; started: string | null }
  try {
    held = JSON.parse(readFileSync(join(path, name), 'utf8')) as typeof held
  } catch {
    return undefined
  }
  try {
    process.kill(held.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
  }
  return startOf(held.pid) === held.started ? held.pid : undefined
}

/** When a process began, where the system tells: numbers of processes are used again, and dead ones linger for a while. */
function startOf(pid: number): string | null {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return state === 'Z' || state === 'X' ? null : fields[18]!
  } catch {
    return null
  }
}

function unlock(path: string): void {
  rmSync(join(path, LOCK), { force: true })
}
