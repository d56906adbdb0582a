import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArtefact, RunMismatch, UnwritableOutput } from '../../model/errors.js'
import { readFault } from '../../read/node-fault.js'
import { writeFault } from '../../write/node-fault.js'
import { makeFolder } from '../../write/node-make-folder.js'
import { PART } from './blocks/node-block-file.js'
import { isLock, lock, unlock } from './node-run-lock.js'

const FORMAT = 'likewise-run'
/** Raised whenever blocks change: those of another version mean something else. */
const VERSION = 6
const DESCRIPTION = 'run.json'
const BLOCKS = 'blocks'

/** What a run is about: a run that differs in any of it is another run. Plain data. */
export type RunIdentity = Readonly<Record<string, unknown>>

/** A folder that keeps the blocks of a run. Only one run at a time works in it. */
export class RunDirectory {
  readonly path: string
  readonly blocks: string
  readonly identity: string
  #isOpen = true

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
      if (before === undefined && isInUse(path)) {
        throw new UnwritableOutput(path, 'it holds other files and no run', 'name a new or an empty folder')
      }
      if (before !== undefined) checkSame(path, before, JSON.parse(described) as RunIdentity)
      makeFolder(join(path, BLOCKS))
      removeParts(join(path, BLOCKS))
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

  /** Lets others in; a second call does nothing. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      removeParts(this.blocks)
      unlock(this.path)
    } catch {
      // The disk has failed, or was made read-only meanwhile. The lock of a process that is gone is taken over.
    }
  }
}

function describe(identity: RunIdentity): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...identity }, null, 1)}\n`
}

/** What the run in a folder is about, or undefined where there is none. */
function readDescription(path: string): RunIdentity | undefined {
  let text: string
  try {
    text = readFileSync(join(path, DESCRIPTION), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw readFault(join(path, DESCRIPTION), error)
  }
  const identity = parse(text)
  if (identity === undefined) {
    throw new InvalidArtefact('a run', 'its run.json is damaged', 'begin again in another folder', path)
  }
  const { format, version } = identity
  if (format !== FORMAT) {
    throw new InvalidArtefact('a run', 'its run.json is of another kind', 'name another folder', path)
  }
  if (version !== VERSION) {
    throw new InvalidArtefact(
      'a run',
      `it was made by another version of likewise (run version ${String(version)}, this one makes ${VERSION}), which reads texts differently`,
      'start again in another folder',
      path,
    )
  }
  return identity
}

/** What a run directory says it is about. */
export function readRun(path: string): RunIdentity {
  const identity = readDescription(path)
  if (identity !== undefined) return identity
  throw new InvalidArtefact('a run', 'it has no run.json', 'name the folder of a run', path)
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isPlain(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a folder holds anything but what a run leaves that was cut off before it had described itself. */
function isInUse(path: string): boolean {
  const own = [BLOCKS, `${DESCRIPTION}${PART}`]
  return readdirSync(path).some((name) => !own.includes(name) && !isLock(name))
}

/** Removes what was being written when a run was cut off. */
function removeParts(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.endsWith(PART)) rmSync(join(folder, name), { force: true })
  }
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
    return [...new Set([...Object.keys(there), ...Object.keys(here)])].flatMap((key) =>
      differencesOf(there[key], here[key], what === '' ? key : `${what} ${nameOf(there[key]) ?? key}`),
    )
  }
  return JSON.stringify(there) === JSON.stringify(here) ? [] : [{ what, there, here }]
}

/** Inputs are told apart by their names. */
function nameOf(value: unknown): string | undefined {
  return isPlain(value) && typeof value.name === 'string' ? value.name : undefined
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function writeWhole(path: string, content: string): void {
  const beside = `${path}${PART}`
  try {
    // Flushed, for after a loss of power the name may be there without the content.
    writeFileSync(beside, content, { flush: true })
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw writeFault(path, error)
  }
}
