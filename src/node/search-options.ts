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

/** What `find` and `dedup` take: what to look for, how to read, and how to run. */
export interface SearchOptions
  extends FindRequest,
    Omit<AgainstRequest<DocumentSource>, 'against'>,
    ReadOptions,
    RunControl,
    Omit<RunRequest, 'memory'> {
  /**
   * Compare with these documents: only pairs of a document of the source and one of these are found. Documents as the source has
   * them, a finished run directory, or a live index: an open one, its folder, or its address in Redis. Default: none.
   */
  readonly against?: DocumentSource | LiveIndex
  /** Which part of an index to compare with is used. */
  readonly againstIndex?: IndexPart
  /** How the documents to compare with are read where that differs: the fields of their texts and ids. Default: as the others. */
  readonly againstFields?: Pick<ReadOptions, 'text' | 'id'>
  /** Memory that the whole process may use, in bytes or such as `'1GB'`; beyond it, data go to files. Default: no limit. */
  readonly memory?: number | string
  /** Workers that other runs use as well, from `openPool`; they have their own `workers` and `memory`. Default: own ones. */
  readonly pool?: WorkerPool
  /** The folder for temporary files. Default: the system's. */
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

/** The options of a search by what they are for, checked. */
export interface SearchParts {
  readonly request: Omit<FindRequest, 'onError'> & Pick<AgainstRequest<DocumentSource>, 'alsoWithin'>
  /** Documents to compare with, and the fields of their own. */
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

/** @param others names that the caller knows besides */
export function splitOptions(options: SearchOptions, others: readonly string[] = []): SearchParts {
  const names = [...NAMES, ...others]
  checkNames(options, names)
  const pool = poolOf(options)
  const memory = pool === undefined ? memoryOf(options.memory) : pool.memory
  const { memory: _, against, ...rest } = options
  // An index is no source of documents, but stands for one.
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

/** Those of the options that are given. */
export function pick<Options extends object, Name extends keyof Options>(
  options: Options,
  names: readonly Name[],
): Pick<Options, Name> {
  const given = names.filter((name) => options[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, options[name]])) as Pick<Options, Name>
}
