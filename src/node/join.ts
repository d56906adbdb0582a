import { namePairs } from '../engine/name-pairs.js'
import { checkNames } from '../model/check.js'
import { type BadRecord, InvalidOption } from '../model/errors.js'
import type { Pair, PairBatch } from '../model/pair.js'
import type { MaxGroup } from '../model/plan.js'
import type { Similarity } from '../model/similarity.js'
import type { SetsOptions } from '../read/sets/node-open-sets.js'
import { removeTemporaryFolder } from '../temporary/node-leftovers.js'
import type { ShingleOptions } from '../text/shingle-options.js'
import type { ReadOptions, SetInput } from './document-source.js'
import { memoryOf } from './memory-of.js'
import type { WorkerPool } from './pool.js'
import { poolOf } from './pool-of.js'
import { joinThreshold, runJoin } from './run-join.js'
import { makeTemporary } from './search.js'
import { pick } from './search-options.js'
import { type SetReading, sidesOf } from './set-input.js'

/** What a join looks for, and how it reads and runs. */
export interface JoinOptions extends Omit<SetsOptions, 'numbers' | 'memory' | 'format' | 'onRead'> {
  /** The smallest similarity of a pair; for `overlap` a number of elements. Default: 0.8, and with `top` any overlap. */
  readonly threshold?: number
  /** Default: `jaccard`. */
  readonly similarity?: Similarity
  /** Only this many most similar sets for each set of the first input. Default: all pairs. */
  readonly top?: number
  /** List every pair of up to this many equal sets; of more, connecting pairs. Default: 2000. */
  readonly maxGroup?: MaxGroup
  /** Default: detected by the extension of the file. */
  readonly format?: SetsOptions['format'] | ReadOptions['format']
  /** The inputs are documents: the fields that hold the text. Default: the inputs hold sets. */
  readonly text?: string | readonly string[]
  /** The inputs are documents: how they become sets. Default, with `text`: 5 words. */
  readonly shingle?: ShingleOptions
  readonly workers?: number
  /** Memory that the whole process may use, in bytes or such as `'1GB'`. Default: no limit. */
  readonly memory?: number | string
  /** Workers that other runs use as well, from `openPool`; they have their own `workers` and `memory`. Default: own ones. */
  readonly pool?: WorkerPool
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
  /** A folder that keeps what was found, so that an interrupted join can be resumed; for inputs that are files. */
  readonly runDir?: string
  /** Resume the join in `runDir`. Default: false. */
  readonly resume?: boolean
  /** Ends the join: the promise is rejected with the reason of the signal. */
  readonly signal?: AbortSignal
  /** Called with the share that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

const SET_NAMES = ['list', 'separator', 'set', 'element', 'copies', 'bag'] as const
const COMMON_NAMES = ['id', 'format', 'encoding', 'delimiter', 'header'] as const
const NAMES: readonly (keyof JoinOptions)[] = [
  'threshold',
  'similarity',
  'top',
  'maxGroup',
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

/** What a join found. Pairs can be read once, in one of the two forms; close it when you are done. */
export interface Joined extends AsyncDisposable {
  readonly summary: JoinSummary
  /** Pairs by the ids of their sets: sorted by a, then b; with `top` by a, then falling similarity. */
  pairs(): AsyncIterable<Pair>
  /** The same pairs by positions, in typed arrays. */
  pairBatches(): AsyncIterable<PairBatch>
  close(): Promise<void>
}

/** A join in numbers: plain JSON. */
export interface JoinSummary {
  readonly similarity: Similarity
  readonly threshold?: number
  readonly top?: number
  /** Sets of each input, and how many of them are empty: these match nothing. */
  readonly sets: readonly number[]
  readonly empty: readonly number[]
  readonly pairs: number
  /** True pairs that are not listed, because of `maxGroup`: exactly. */
  readonly pairsOmitted: number
  readonly skipped: readonly BadRecord[]
}

/**
 * Joins sets exactly: all pairs of one input, or of a set of `left` and one of `right`, that reach the threshold. The result
 * does not depend on workers or memory.
 *
 * @param left a file of sets, or records such as `{ id: 'x', items: ['a', 'b'] }` in an iterable or async iterable
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
 * For each query all sets of an index that reach the threshold: `join(queries, index)`, where a pair has the query first.
 *
 * @example await probe('known.sets', 'new.sets', { threshold: 0.8, top: 3 })
 */
export function probe(index: SetInput, queries: SetInput, options: JoinOptions = {}): Promise<Joined> {
  return joinInputs([queries, index], options)
}

async function joinInputs(inputs: readonly SetInput[], options: JoinOptions): Promise<Joined> {
  checkNames(options, NAMES)
  const { similarity = 'jaccard', top, maxGroup, workers, onError = 'stop' } = options
  const threshold = joinThreshold({ similarity, threshold: options.threshold, top })
  options.signal?.throwIfAborted()
  const pool = poolOf(options)
  const memory = pool === undefined ? memoryOf(options.memory) : pool.memory
  const temporary = makeTemporary(options.temporary)
  try {
    const joined = await runJoin(inputs, readingOf(options), {
      ...{ similarity, threshold, top, maxGroup, onError },
      ...{ workers, memory, pool, temporary },
      ...pick(options, ['runDir', 'resume', 'signal', 'onProgress']),
    })
    const { result, skipped } = joined
    const { sets, empty, pairs, pairsOmitted } = result
    const close = async () => {
      result.close()
      removeTemporaryFolder(temporary)
    }
    return {
      summary: {
        similarity,
        ...(threshold !== undefined && { threshold }),
        ...(top !== undefined && { top }),
        sets,
        empty,
        pairs,
        pairsOmitted,
        skipped,
      },
      pairs() {
        const [a, b] = sidesOf(joined.inputs)
        return namePairs(
          result.batches(),
          () => a.idOf,
          () => b.idOf,
        )
      },
      pairBatches: () => result.batches(),
      close,
      [Symbol.asyncDispose]: close,
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
    throw new InvalidOption(ofSets, options[ofSets], 'no such option for documents: it is for sets')
  }
  const fields = text === undefined ? {} : { text: typeof text === 'string' ? [text] : text }
  return {
    kind: 'documents',
    options: { ...common, ...fields } as (SetReading & { kind: 'documents' })['options'],
    shingle: shingle ?? {},
  }
}
