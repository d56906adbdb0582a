import { joinRange, visitRange } from '../../../join/fast/join-range.js'
import type { PreparedJoin } from '../../../join/fast/prepare-join.js'
import { type PreparedTop, TopSearcher } from '../../../join/fast/top-matches.js'
import { takeWords } from '../../../kernel/join-memory.js'
import { type PrepareStep, runPrepareStep } from '../../../kernel/join-prepare.js'
import { proberWords, WasmProber } from '../../../kernel/join-prober.js'
import type { PairBatch } from '../../../model/pair.js'

export type JoinTask = PrepareTask | ProbeTask

/** Do a step of making a join ready. */
export interface PrepareTask {
  readonly kind: 'join'
  readonly wants: 'preparation'
  readonly memory: WebAssembly.Memory
  readonly step: PrepareStep
}

/** Join a range of probes. Its arrays lie in memory that all workers share. */
interface ProbeTask {
  readonly kind: 'join'
  /** A number for each join of two blocks in this process: a worker keeps what it needs from task to task. */
  readonly job: number
  /** The first job in the same memory. */
  readonly firstJob: number
  readonly memory: WebAssembly.Memory
  readonly join: PreparedJoin
  readonly from: number
  readonly to: number
  readonly wants: 'pairs' | 'count'
}

/** Find the most similar sets of a range of probes. */
export interface TopTask {
  readonly kind: 'top'
  readonly job: number
  readonly search: PreparedTop
  readonly from: number
  readonly to: number
}

let kept: { readonly job: number; readonly prober: WasmProber; next: number } | undefined
/** This worker's own part of the memory, used by one job after the other. */
let own: { readonly firstJob: number; readonly words: Uint32Array } | undefined

export type SetTask = JoinTask | TopTask

export function runSetTask(task: SetTask): PairBatch {
  return task.kind === 'join' ? runJoinTask(task) : runTopTask(task)
}

/** The pairs of the range, or only their number, with empty arrays. */
export function runJoinTask(task: JoinTask): PairBatch {
  if (task.wants === 'preparation') {
    runPrepareStep(task.memory, task.step)
    return countOnly(0)
  }
  const { job, join, from, to, wants } = task
  // The heads of the lists only move forward; tasks of one join come by rising ranges.
  if (kept?.job !== job || kept.next > from) kept = { job, prober: makeProber(task), next: 0 }
  kept.next = to
  if (wants === 'pairs') return joinRange(join, kept.prober, from, to)
  return countOnly(visitRange(join, kept.prober, from, to))
}

function countOnly(count: number): PairBatch {
  return { count, a: new Uint32Array(0), b: new Uint32Array(0), similarity: new Float64Array(0) }
}

function makeProber({ firstJob, memory, join }: ProbeTask): WasmProber {
  const needed = proberWords(join)
  if (own?.firstJob === firstJob && own.words.length >= needed) own.words.fill(0)
  else own = { firstJob, words: takeWords(memory, needed) }
  return new WasmProber(join, memory, own.words)
}

let searching: { readonly job: number; readonly searcher: TopSearcher } | undefined

export function runTopTask({ job, search, from, to }: TopTask): PairBatch {
  if (searching?.job !== job) searching = { job, searcher: new TopSearcher(search) }
  return searching.searcher.search(from, to)
}
