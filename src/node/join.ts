import type { IdLookup, Progress, RunControl } from '../engine/engine.js'
import { namePairs } from '../engine/name-pairs.js'
import { checkRequestOption } from '../engine/request.js'
import { checkNames } from '../model/check.js'
import { type BadRecord, InvalidOption } from '../model/errors.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { MaxGroup } from '../model/plan.js'
import type { OmittedPairs } from '../model/report.js'
import type { Similarity } from '../model/similarity.js'
import { stoppable } from '../model/stoppable.js'
import type { SetsOptions } from '../read/sets/node-open-sets.js'
import { removeTemporaryFolder } from '../temporary/node-leftovers.js'
import type { ShingleOptions } from '../text/shingle-options.js'
import { pathsOf, type ReadOptions, type SetInput } from './document-source.js'
import { memoryOf } from './memory-of.js'
import type { WorkerPool } from './pool.js'
import { poolOf } from './pool-of.js'
import { type FinishedJoin, type JoinSettings, joinThreshold, runJoin } from './run-join.js'
import { makeTemporary } from './search.js'
import { pick } from './search-options.js'
import { type SetReading, sidesOf } from './set-input.js'

/** The options of `join` and `probe`: what to find, how to read the inputs, and how to run. */
export interface JoinOptions
  extends Omit<SetsOptions, 'numbers' | 'memory' | 'format' | 'onRead'>,
    RunControl {
  /** The minimum similarity of a pair; for `overlap`, a number of elements. Default: 0.8; with `top`, any overlap. */
  readonly threshold?: number
  /** Default: `jaccard`. */
  readonly similarity?: Similarity
  /** Report only this many sets for each set of the first input, the most similar ones. Default: all pairs. */
  readonly top?: number
  /** List every pair in groups of up to this many equal sets; in larger groups, only the connecting pairs. Conflicts with `top`. Default: 2000. */
  readonly maxEqual?: MaxGroup
  /** Default: detected by the extension of the file. */
  readonly format?: SetsOptions['format'] | ReadOptions['format']
  /** For documents: the fields that hold the text. Default: the inputs are sets. */
  readonly text?: string | readonly string[]
  /** For documents: how they become sets. Default, with `text`: 5 words. */
  readonly shingle?: ShingleOptions
  readonly workers?: number
  /** The memory budget of the whole process, in bytes or as a size such as `'1GB'`. Default: no limit. */
  readonly memory?: number | string
  /** A pool of workers from `openPool`, shared with other runs; it has its own `workers` and `memory`. Default: separate workers. */
  readonly pool?: WorkerPool
  /** The folder for temporary files. Default: that of the system. */
  readonly temporary?: string
  /** A folder that keeps intermediate results, so that an interrupted join can be resumed. Only for inputs that are files. */
  readonly runDir?: string
  /** Resume the join in `runDir`. Default: false. */
  readonly resume?: boolean
}

const SET_NAMES = ['list', 'separator', 'set', 'element', 'copies', 'bag'] as const
const COMMON_NAMES = ['id', 'format', 'encoding', 'delimiter', 'header', 'exclude'] as const
const NAMES: readonly (keyof JoinOptions)[] = [
  'threshold',
  'similarity',
  'top',
  'maxEqual',
  'text',
  'shingle',
  ...SET_NAMES,
  ...COMMON_NAMES,
  'onError',
  'workers',
  'memory',
  'pool',
  'temporary',
  'runDir',
  'resume',
  'signal',
  'onProgress',
]

/** The result of a join. Pairs can be read only once, in one of the two forms. Close it when you are done. */
export interface Joined extends AsyncDisposable {
  readonly summary: JoinSummary
  /** Pairs by the ids of their sets, sorted by a, then b; with `top`, by a, then by decreasing similarity. */
  pairs(): AsyncIterable<Pair>
  /** The same pairs by position, in typed arrays. */
  pairBatches(): AsyncIterable<PairBatch>
  /** Returns functions that map the positions of `pairBatches` to ids, before or after the pairs are read. */
  ids(): Promise<JoinedIds>
  close(): Promise<void>
}

/** The ids of the sets that a join compares. Without a second input, both sides are the same. */
export interface JoinedIds {
  readonly a: IdLookup
  readonly b: IdLookup
}

/** The result of a join in numbers, as plain JSON. */
export interface JoinSummary {
  readonly similarity: Similarity
  readonly threshold?: number
  readonly top?: number
  /** The number of sets in each input, and how many of them are empty. Empty sets match nothing. */
  readonly sets: readonly number[]
  readonly empty: readonly number[]
  readonly pairs: number
  /** Pairs that reach the threshold but are not listed because of `maxEqual`. All are counted. */
  readonly pairsOmitted: OmittedPairs
  readonly skipped: readonly BadRecord[]
}

/**
 * Joins sets exactly: returns all pairs within one input, or of a set of `left` and a set of `right`, that reach the
 * threshold. The result does not depend on workers or memory.
 *
 * @param left a path, a glob or a folder, a list of those, or records such as `{ id: 'x', items: ['a', 'b'] }` in any iterable or async
 *   iterable
 * @example
 * await using joined = await join(baskets, { threshold: 0.7 })
 * for await (const { a, b, similarity } of joined.pairs()) console.log(a, b, similarity)
 */
export function join(left: SetInput, options?: JoinOptions): Promise<Joined>
export function join(left: SetInput, right: SetInput | undefined, options: JoinOptions): Promise<Joined>
export function join(left: SetInput, ...rest: readonly unknown[]): Promise<Joined> {
  const [right, options] = rest.length < 2 ? [undefined, rest[0]] : rest
  const inputs = right === undefined ? [left] : [left, right as SetInput]
  return joinInputs(inputs, (options ?? {}) as JoinOptions)
}

/**
 * Finds, for each query, all sets of an index that reach the threshold. The same as `join(queries, index)`: in each pair, `a`
 * is the query.
 *
 * @example await probe('known.sets', 'new.sets', { threshold: 0.8, top: 3 })
 */
export function probe(index: SetInput, queries: SetInput, options: JoinOptions = {}): Promise<Joined> {
  return joinInputs([queries, index], options)
}

async function joinInputs(inputs: readonly SetInput[], options: JoinOptions): Promise<Joined> {
  checkNames(options, NAMES)
  for (const input of inputs) pathsOf(input, 'source', options.text === undefined ? 'records' : 'documents')
  for (const name of ['onError', 'workers', 'runDir', 'resume'] as const) {
    const value = options[name]
    if (value !== undefined) checkRequestOption(name, value)
  }
  const { similarity = 'jaccard', top, maxEqual, workers, onError = 'stop' } = options
  const threshold = joinThreshold({ similarity, threshold: options.threshold, top, maxEqual })
  options.signal?.throwIfAborted()
  const pool = poolOf(options)
  const memory = pool === undefined ? memoryOf(options.memory) : pool.memory
  let sets = 0
  const report = (stage: Progress['stage'], done: number, total: number) =>
    options.onProgress?.({ stage, done, total, documents: sets })
  const onRead = (read: number) => {
    sets = Math.max(sets, read)
    report('read', sets, 0)
  }
  let taken = 0
  const joined = await joinFiles(inputs, readingOf(options), {
    ...{ similarity, threshold, top, maxEqual, onError, workers, memory, pool },
    onRecords: onRead,
    onSets: (more) => {
      taken += more
      onRead(taken)
    },
    onProgress: (share) => report('join', share * sets, sets),
    onVerify: (done, total) => report('verify', done, total),
    ...pick(options, ['temporary', 'runDir', 'resume', 'signal']),
  })
  const { result, skipped } = joined
  const { empty, pairs, pairsOmitted } = result
  const close = async () => joined.close()
  return {
    summary: {
      similarity,
      ...(threshold !== undefined && { threshold }),
      ...(top !== undefined && { top }),
      sets: result.sets,
      empty,
      pairs,
      pairsOmitted: { count: pairsOmitted },
      skipped,
    },
    pairs() {
      const [a, b] = sidesOf(joined.inputs)
      const pairs = namePairs(
        result.batches(),
        () => a.idOf,
        () => b.idOf,
      )
      return stoppable(pairs, options.signal)
    },
    pairBatches: () => stoppable(result.batches(), options.signal),
    async ids() {
      const [a, b] = sidesOf(joined.inputs)
      return { a: a.idOf, b: b.idOf }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A finished join with its temporary files. */
interface JoinedFiles extends FinishedJoin {
  /** Removes all temporary files. */
  close(): void
}

/**
 * What `join`, `probe` and the command line share: a join by checked options, in a temporary folder of its own.
 *
 * @internal
 */
export async function joinFiles(
  inputs: readonly SetInput[],
  reading: SetReading,
  { temporary: parent, ...settings }: Omit<JoinSettings, 'temporary'> & { readonly temporary?: string },
): Promise<JoinedFiles> {
  const temporary = makeTemporary(parent)
  try {
    const joined = await runJoin(inputs, reading, { ...settings, temporary })
    return {
      ...joined,
      close() {
        joined.result.close()
        removeTemporaryFolder(temporary)
      },
    }
  } catch (error) {
    removeTemporaryFolder(temporary)
    throw error
  }
}

/** Whether the inputs hold sets, or documents, and how they are read. */
function readingOf(options: JoinOptions): SetReading {
  const { text, shingle } = options
  const common = pick(options, COMMON_NAMES)
  if (text === undefined && shingle === undefined) {
    return { kind: 'sets', options: { ...common, ...pick(options, SET_NAMES) } as SetsOptions }
  }
  const ofSets = SET_NAMES.find((name) => options[name] !== undefined)
  if (ofSets !== undefined) {
    throw new InvalidOption(ofSets, options[ofSets], 'no value for documents; this option is for sets')
  }
  const fields = text === undefined ? {} : { text: typeof text === 'string' ? [text] : text }
  return {
    kind: 'documents',
    options: { ...common, ...fields } as (SetReading & { kind: 'documents' })['options'],
    shingle: shingle ?? {},
  }
}
