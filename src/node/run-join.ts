/// <reference types="node" />
import { availableParallelism } from 'node:os'
import { nodeJoin, type PooledJoinOptions } from '../engine/node/join/node-join.js'
import { describeInput, programVersion } from '../engine/node/node-run-directory.js'
import { DEFAULTS } from '../engine/request.js'
import type { JoinResult, NodeJoinOptions } from '../engine/stages/join/join-engine.js'
import { checkJoinSettings } from '../engine/stages/join/settings.js'
import { joinWorkers } from '../engine/stages/memory-budget.js'
import { incomplete } from '../model/check.js'
import type { BadRecord } from '../model/errors.js'
import { checkAnyRead } from '../read/all-skipped.js'
import type { OnError } from '../read/bad-records.js'
import type { WatchedReading } from '../read/node-bytes.js'
import { checkUnchanged } from '../read/node-input-stamps.js'
import type { InputStamp } from '../read/source.js'
import type { SetInput } from './document-source.js'
import { pick } from './search-options.js'
import { type OpenedSets, openSetInputs, type SetReading } from './set-input.js'
import { stampSets } from './stamp-sets.js'

/** What a join looks for. */
type JoinTarget = {
  readonly [Name in 'similarity' | 'threshold' | 'top' | 'maxEqual']?: NodeJoinOptions[Name] | undefined
}

/** Checks what a join looks for; returns the threshold, which is undefined with `top` if any shared element counts. */
export function joinThreshold(target: JoinTarget): number | undefined {
  const hasDefault = target.top === undefined && target.similarity !== 'overlap'
  const threshold = target.threshold ?? (hasDefault ? DEFAULTS.threshold : undefined)
  const given = pick({ ...target, threshold }, ['similarity', 'threshold', 'top', 'maxEqual'])
  checkJoinSettings(given as NodeJoinOptions)
  return threshold
}

/** How a join runs; undefined is the default of `nodeJoin`. */
export type JoinSettings = {
  readonly [Name in keyof PooledJoinOptions]: PooledJoinOptions[Name] | undefined
} & WatchedReading & {
    readonly onError: OnError
    /** See `SetLimits`. */
    readonly onSets?: ((sets: number) => void) | undefined
    readonly onRecords?: ((records: number) => void) | undefined
    /** A folder for this join, which the caller removes. */
    readonly temporary: string
    /** A folder that keeps what was found, and whether to resume an earlier run in it. */
    readonly runDir?: string | undefined
    readonly resume?: boolean | undefined
  }

const JOIN_NAMES = [
  ...(['threshold', 'similarity', 'top', 'countOnly', 'maxEqual'] as const),
  ...(['workers', 'memory', 'pool', 'temporary', 'signal', 'onProgress', 'onVerify', 'onBlock'] as const),
] as const

/** The result of a join, and what is known about its inputs. */
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
  const { onError, temporary, onRead, onSets, onRecords, signal, memory, runDir, resume = false } = settings
  if (resume && runDir === undefined) throw incomplete('resume', resume, 'a run directory (`runDir`)')
  const workers = workersOf(settings)
  const stamps = runDir === undefined ? [] : await stampSets(inputs, reading, runDir)
  const budget = memory !== undefined && { memory }
  const limits = { onError, temporary, onRead, onSets, onRecords, signal, ...budget }
  const opened = openSetInputs(inputs, reading, limits)
  try {
    const [left, right] = opened.inputs
    const options = pick(settings, JOIN_NAMES) as PooledJoinOptions
    const result = await nodeJoin(left!.source, right?.source, {
      ...options,
      ...(workers !== undefined && { workers }),
      ...(runDir !== undefined && {
        runDirectory: { path: runDir, resume, identity: identityOf(stamps, reading, settings) },
      }),
    })
    try {
      checkUnchanged({ inputs: stamps.flat(), files: [] })
      const skipped = opened.inputs.flatMap((input) => input.skipped)
      const read = result.sets.reduce((sum, sets) => sum + sets, 0)
      checkAnyRead(read, skipped)
      return { result, inputs: opened.inputs, skipped }
    } catch (error) {
      result.close()
      throw error
    }
  } finally {
    await opened.close()
  }
}

/** The workers that a budget has room for; those of a shared pool are already running. */
function workersOf({ memory, workers, pool }: JoinSettings): number | undefined {
  if (memory === undefined || pool !== undefined) return workers
  return joinWorkers(memory, { requested: workers, byDefault: availableParallelism() })
}

/** Identifies a join: what its run directory stores is of no use to any other. */
function identityOf(
  stamps: readonly (readonly InputStamp[])[],
  reading: SetReading,
  { similarity, threshold, top, countOnly = false, onError }: JoinSettings,
): Readonly<Record<string, unknown>> {
  const { kind, options } = reading
  return {
    program: programVersion(),
    join: { similarity: similarity ?? 'jaccard', threshold, top, countOnly },
    onError,
    reads:
      kind === 'sets' ? { kind, options } : { kind, options, shingle: reading.shingle, verified: 'wide' },
    inputs: stamps.map((side) => side.map(describeInput)),
  }
}
