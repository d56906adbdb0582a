import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArtifact, RunMismatch, UnwritableOutput } from '../../model/errors.js'
import { readFault } from '../../read/node-fault.js'
import { sampleChecksum } from '../../read/node-input-stamps.js'
import type { InputStamp } from '../../read/source.js'
import { removeAtExit, removeUnfinished, removeUnfinishedAtExit } from '../../temporary/node-leftovers.js'
import { UNFINISHED } from '../../temporary/unfinished.js'
import { writeFault } from '../../write/node-fault.js'
import { makeFolder } from '../../write/node-make-folder.js'
import { isLock, LOCK, lock, unlock } from './node-run-lock.js'

const FORMAT = 'likewise-run'
/** Raised whenever the blocks change, because those of another version have another meaning. */
const VERSION = 17
export const DESCRIPTION = 'run.json'
export const BLOCKS = 'blocks'

/** Identifies a run: a run that differs in any of it is another run. Plain data. */
export type RunIdentity = Readonly<Record<string, unknown>>

/** The description of an input in a run directory. */
export function describeInput({ isRead: _, ...input }: InputStamp): object {
  return { ...input, modified: new Date(input.modified).toISOString(), sample: sampleChecksum(input) }
}

export function programVersion(): string {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}

/** A folder that stores the blocks of a run. Only one run at a time can use it. */
export class RunDirectory {
  readonly path: string
  readonly blocks: string
  readonly identity: string
  readonly #keep: readonly (() => void)[]
  #isOpen = true

  private constructor(path: string, identity: string) {
    this.path = path
    this.blocks = join(path, BLOCKS)
    this.identity = identity
    // For a thread that is terminated.
    this.#keep = [
      removeAtExit(join(path, LOCK)),
      removeUnfinishedAtExit(path),
      removeUnfinishedAtExit(this.blocks),
    ]
  }

  /**
   * Creates a run directory or, with `resume`, opens an existing one.
   *
   * @throws RunMismatch if it belongs to another run, RunInUse if another process is using it
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
          'it already holds a run',
          'add `resume: true` to continue it, or use another folder',
        )
      }
      if (before === undefined && isInUse(path)) {
        throw new UnwritableOutput(path, 'it holds other files and no run', 'use a new or empty folder')
      }
      if (before !== undefined) checkSame(path, before, JSON.parse(described) as RunIdentity)
      makeFolder(join(path, BLOCKS))
      removeUnfinished(join(path, BLOCKS))
      if (before === undefined) writeWhole(join(path, DESCRIPTION), described)
      return new RunDirectory(path, described)
    } catch (error) {
      unlock(path)
      throw error
    }
  }

  /** Writes a file of the run atomically. */
  write(name: string, content: string): void {
    writeWhole(join(this.path, name), content)
  }

  /** Releases the lock; a second call does nothing. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const keep of this.#keep) keep()
    try {
      removeUnfinished(this.blocks)
      unlock(this.path)
    } catch {
      // The disk has failed or was made read-only. The lock of a process that has ended is taken over.
    }
  }
}

function describe(identity: RunIdentity): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...identity }, null, 1)}\n`
}

/** The identity of the run in a folder, or undefined if there is none. */
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
    throw new InvalidArtifact('a run', 'its run.json is damaged', 'start again in another folder', path)
  }
  const { format, version } = identity
  if (format !== FORMAT) {
    throw new InvalidArtifact('a run', 'its run.json does not describe a run', 'use another folder', path)
  }
  if (version !== VERSION) {
    throw new InvalidArtifact(
      'a run',
      `run version ${String(version)} was written by another version of Likewise; this one reads version ${VERSION}`,
      'start again in another folder',
      path,
    )
  }
  return identity
}

/** The identity of a run directory. */
export function readRun(path: string): RunIdentity {
  const identity = readDescription(path)
  if (identity !== undefined) return identity
  throw new InvalidArtifact('a run', 'it has no run.json', 'use the folder of a run', path)
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isPlain(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a folder holds anything other than what a run leaves if it is interrupted before it has written its description. */
function isInUse(path: string): boolean {
  const own = [BLOCKS, `${DESCRIPTION}${UNFINISHED}`]
  return readdirSync(path).some((name) => !own.includes(name) && !isLock(name))
}

function checkSame(path: string, stored: RunIdentity, current: RunIdentity): void {
  const differences = differencesOf(stored, current, '')
  if (differences.length > 0) throw new RunMismatch(path, differences)
}

interface Difference {
  readonly what: string
  readonly stored: unknown
  readonly current: unknown
}

function differencesOf(stored: unknown, current: unknown, what: string): Difference[] {
  if (isPlain(stored) && isPlain(current)) {
    return [...new Set([...Object.keys(stored), ...Object.keys(current)])].flatMap((key) =>
      differencesOf(stored[key], current[key], what === '' ? key : `${what} ${nameOf(stored[key]) ?? key}`),
    )
  }
  return JSON.stringify(stored) === JSON.stringify(current) ? [] : [{ what, stored, current }]
}

/** Inputs are identified by their names. */
function nameOf(value: unknown): string | undefined {
  return isPlain(value) && typeof value.name === 'string' ? value.name : undefined
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function writeWhole(path: string, content: string): void {
  const temporary = `${path}${UNFINISHED}`
  try {
    // Flushed, because after a power failure the file may exist without its content.
    writeFileSync(temporary, content, { flush: true })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw writeFault(path, error)
  }
}
