import type { RunControl } from '../engine/engine.js'
import {
  type AgainstRequest,
  checkRequest,
  type FindRequest,
  REQUEST_NAMES,
  RUN_NAMES,
  type RunRequest,
} from '../engine/request.js'
import { checkNames } from '../model/check.js'
import type { LiveIndex } from '../store/live-index.js'
import type { DocumentSource, ReadOptions } from './document-source.js'
import { memoryOf } from './memory-of.js'
import { type IndexPart, isLiveIndex } from './open-index-side.js'
import type { WorkerPool } from './pool.js'
import { poolOf } from './pool-of.js'

/** The options of `find` and `dedup`: what to find, how to read the source, and how to run. */
export interface SearchOptions
  extends FindRequest,
    Omit<AgainstRequest<DocumentSource>, 'against'>,
    ReadOptions,
    RunControl,
    Omit<RunRequest, 'memory'> {
  /**
   * Compare with these documents. Each pair then has one document of the source and one of these. The same kinds of sources,
   * a finished run directory, or a live index (open, or by its folder or its address in Redis). Default: none.
   */
  readonly against?: DocumentSource | LiveIndex
  /** The namespace and prefix of an index that is given by folder or address. */
  readonly againstIndex?: IndexPart
  /** The text and id fields of the documents to compare with. Default: the same as for the source. */
  readonly againstFields?: Pick<ReadOptions, 'text' | 'id'>
  /** The memory budget of the whole process, in bytes or as a size such as `'1GB'`; data that does not fit goes to files. Default: no limit. */
  readonly memory?: number | string
  /** A pool of workers from `openPool`, shared with other runs; it has its own `workers` and `memory`. Default: separate workers. */
  readonly pool?: WorkerPool
  /** The folder for temporary files. Default: that of the system. */
  readonly temporary?: string
}

export const READ_NAMES: readonly (keyof ReadOptions)[] = [
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
  ...RUN_NAMES,
  'againstFields',
  'againstIndex',
  'pool',
  'signal',
  'onProgress',
]

/** The options of a search, grouped by purpose and checked. */
export interface SearchParts {
  readonly request: Omit<FindRequest, 'onError'> & Pick<AgainstRequest<DocumentSource>, 'alsoWithin'>
  /** The documents to compare with, and their fields. */
  readonly against?: {
    readonly source: DocumentSource | LiveIndex
    readonly fields: Pick<ReadOptions, 'text' | 'id'>
    readonly index?: IndexPart
  }
  readonly reading: ReadOptions
  readonly running: Pick<SearchOptions, 'workers' | 'runDir' | 'resume' | 'signal' | 'onProgress'>
  readonly memory: number | undefined
  readonly pool?: WorkerPool | undefined
}

/** @param others additional names that the caller accepts */
export function splitOptions(options: SearchOptions, others: readonly string[] = []): SearchParts {
  const names = [...NAMES, ...others]
  checkNames(options, names)
  const pool = poolOf(options)
  const memory = pool === undefined ? memoryOf(options.memory) : pool.memory
  const { memory: _, against, ...rest } = options
  // An index is not a source of documents, but takes the place of one.
  const secondSide = isLiveIndex(against) ? [] : against
  checkRequest({ ...rest, ...(secondSide !== undefined && { against: secondSide }) }, names)
  const { againstFields: fields = {}, againstIndex: index = {} } = options
  checkNames(index, ['namespace', 'prefix'])
  return {
    request: pick(
      options,
      REQUEST_NAMES.filter((name) => name !== 'against'),
    ),
    ...(against !== undefined && { against: { source: against, fields, index } }),
    reading: pick(options, READ_NAMES),
    running: pick(options, ['workers', 'runDir', 'resume', 'signal', 'onProgress']),
    memory,
    pool,
  }
}

/** The options that are given, of some names. */
export function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  const given = names.filter((name) => options[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, options[name]])) as Pick<Options, Name>
}
