import { nodeJoin, type PooledJoinOptions } from '../engine/node/join/node-join.js'
import type { JoinResult } from '../engine/stages/join/join-engine.js'
import { checkJoinSets } from '../join/fast/join-sets.js'
import { checkTop } from '../join/fast/top-matches.js'
import { type BadRecord, InvalidOption } from '../model/errors.js'
import type { Similarity } from '../model/similarity.js'
import { checkAnyRead } from '../read/all-skipped.js'
import type { OnError } from '../read/bad-records.js'
import type { WatchedReading } from '../read/node-bytes.js'
import type { SetInput } from './document-source.js'
import { pick } from './search-options.js'
import { type OpenedSets, openSetInputs, type SetReading } from './set-input.js'

const DEFAULT_THRESHOLD = 0.8

/** What a join looks for. */
interface JoinTarget {
  readonly similarity: Similarity
  readonly threshold?: number | undefined
  readonly top?: number | undefined
}

/** Checks what a join looks for; returns the threshold, which is undefined with `top` where any shared element counts. */
export function joinThreshold({ similarity, threshold: given, top }: JoinTarget): number | undefined {
  const hasDefault = top === undefined && similarity !== 'overlap'
  const threshold = given ?? (hasDefault ? DEFAULT_THRESHOLD : undefined)
  if (top !== undefined) checkTop({ similarity, top, ...(threshold !== undefined && { threshold }) })
  else if (threshold === undefined)
    throw new InvalidOption('threshold', undefined, 'a number of shared elements')
  else checkJoinSets({ similarity, threshold })
  return threshold
}

/** How a join runs; undefined is the default of `nodeJoin`. */
type JoinSettings = {
  readonly [Name in keyof PooledJoinOptions]: PooledJoinOptions[Name] | undefined
} & WatchedReading & {
    readonly onError: OnError
    /** A folder of its own, which the caller removes. */
    readonly temporary: string
  }

const JOIN_NAMES = [
  ...(['threshold', 'similarity', 'top', 'countOnly', 'maxGroup'] as const),
  ...(['workers', 'memory', 'pool', 'temporary', 'onProgress'] as const),
] as const

/** What a join found, and what is known of its inputs. */
export interface FinishedJoin {
  readonly result: JoinResult
  readonly inputs: readonly OpenedSets[]
  readonly skipped: readonly BadRecord[]
}

/** Reads the inputs and joins them: the join of the library and of the command line. */
export async function runJoin(
  inputs: readonly SetInput[],
  reading: SetReading,
  settings: JoinSettings,
): Promise<FinishedJoin> {
  const { onError, temporary, onRead, memory } = settings
  const limits = { onError, temporary, onRead, ...(memory !== undefined && { memory }) }
  const opened = openSetInputs(inputs, reading, limits)
  try {
    const [left, right] = opened.inputs
    const options = pick(settings, JOIN_NAMES) as PooledJoinOptions
    const result = await nodeJoin(left!.source, right?.source, options)
    const skipped = opened.inputs.flatMap((input) => input.skipped)
    const read = result.sets.reduce((sum, sets) => sum + sets, 0)
    checkAnyRead(read, skipped)
    return { result, inputs: opened.inputs, skipped }
  } finally {
    opened.close()
  }
}
