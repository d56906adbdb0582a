import type { FindRequest, RunControl } from '../engine/engine.js'
import { REQUEST_NAMES } from '../engine/find-options.js'
import { checkNames, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { parseBytes } from '../model/parse-bytes.js'
import type { ReadOptions } from './document-source.js'

/** What `find` and `dedup` take: what to look for, how to read, and how to run. */
export interface SearchOptions extends FindRequest, ReadOptions, RunControl {
  /** Worker threads. Default: the number of cores. The result does not depend on it. */
  readonly workers?: number
  /** Memory that the whole process may use, in bytes or such as `'1GB'`; beyond it, data go to files. Default: no limit. */
  readonly memory?: number | string
  /** A folder that keeps intermediate results, so that an interrupted run can be resumed. Only for sources that are files. */
  readonly runDir?: string
  /** Whether to resume the run in `runDir`. Default: false. */
  readonly resume?: boolean
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
}

const READ_NAMES: readonly (keyof ReadOptions)[] = [
  'text',
  'id',
  'format',
  'encoding',
  'delimiter',
  'header',
  'exclude',
  'html',
  'onError',
  'temporary',
]

const NAMES: readonly (keyof SearchOptions)[] = [
  ...REQUEST_NAMES,
  ...READ_NAMES,
  'workers',
  'memory',
  'runDir',
  'resume',
  'signal',
  'onProgress',
]

/** The options of a search by what they are for, checked. */
export interface SearchParts {
  readonly request: Omit<FindRequest, 'onError'>
  readonly reading: ReadOptions
  readonly running: Pick<SearchOptions, 'workers' | 'runDir' | 'resume' | 'signal' | 'onProgress'>
  readonly memory: number | undefined
}

/** @param others names that the caller knows besides */
export function splitOptions(options: SearchOptions, others: readonly string[] = []): SearchParts {
  checkNames(options, [...NAMES, ...others])
  return {
    request: pick(options, REQUEST_NAMES),
    reading: pick(options, READ_NAMES),
    running: pick(options, ['workers', 'runDir', 'resume', 'signal', 'onProgress']),
    memory: memoryOf(options.memory),
  }
}

/** An amount of memory in bytes. */
export function memoryOf(memory: number | string | undefined): number | undefined {
  if (memory === undefined) return undefined
  if (typeof memory === 'number') return checkWhole('memory', memory, 1, Number.MAX_SAFE_INTEGER)
  const bytes = parseBytes(memory)
  if (!(bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER)) {
    throw new InvalidOption('memory', memory, "a number of bytes, or a size such as '256MB' or '1.5GiB'")
  }
  return bytes
}

/** Those of the options that are given. */
export function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  const given = names.filter((name) => options[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, options[name]])) as Pick<Options, Name>
}
