import { joinPart, type RangePairs, visitRange } from '../../../join/fast/join-range.js'
import type { PreparedJoin } from '../../../join/fast/prepare-join.js'
import { type PreparedTop, TopSearcher } from '../../../join/fast/top-matches.js'
import { takeWords } from '../../../kernel/join-memory.js'
import { proberWords, WasmProber } from '../../../kernel/join-prober.js'
import { type PrepareStep, runPrepareStep } from '../../../kernel/join-threads.js'
import type { Thread } from '../threads/thread.js'

type JoinTask = PrepareTask | ProbeTask

/** Run one step of the preparation of a join. */
export interface PrepareTask {
  readonly kind: 'join'
  readonly wants: 'preparation'
  readonly memory: WebAssembly.Memory
  readonly step: PrepareStep
}

/** Join a range of probes. Its arrays are in memory that all workers share. */
interface ProbeTask {
  readonly kind: 'join'
  /** A number for each join of two blocks in this run. A thread keeps what it needs for a join from task to task. */
  readonly job: number
  /** The same for all joins of a run. */
  readonly memory: WebAssembly.Memory
  readonly join: PreparedJoin
  readonly from: number
  readonly to: number
  readonly wants: 'pairs' | 'count'
  /** The task ends after the probe that reaches this many pairs; the rest of its range becomes another task. */
  readonly maxPairs: number
}

/** Find the most similar sets of a range of probes. */
interface TopTask {
  readonly kind: 'top'
  readonly job: number
  readonly search: PreparedTop
  readonly from: number
  readonly to: number
}

export type SetTask = JoinTask | TopTask

export function runSetTask(task: SetTask, thread: Thread): RangePairs {
  thread.begin(task.kind)
  return task.kind === 'join' ? runJoinTask(task, thread) : runTopTask(task, thread)
}

/** The pairs of the range, or only their number, with empty arrays. */
function runJoinTask(task: JoinTask, thread: Thread): RangePairs {
  if (task.wants === 'preparation') {
    runPrepareStep(task.memory, task.step)
    return countOnly(0, 0)
  }
  const { job, join, from, to, wants, maxPairs } = task
  // The heads of the lists only move forward; the tasks of a join arrive by ascending range.
  const kept = thread.keep('prober', job, () => ({ prober: makeProber(task, thread), next: 0 }))
  if (kept.next > from) kept.prober = makeProber(task, thread)
  const result =
    wants === 'pairs'
      ? joinPart(join, kept.prober, from, to, maxPairs)
      : countOnly(visitRange(join, kept.prober, from, to), to)
  kept.next = result.next
  return result
}

function countOnly(count: number, next: number): RangePairs {
  return { count, a: new Uint32Array(0), b: new Uint32Array(0), similarity: new Float64Array(0), next }
}

function makeProber({ memory, join }: ProbeTask, thread: Thread): WasmProber {
  const needed = proberWords(join)
  // The thread's own part of the memory, which is reused by one job after the other.
  const own = thread.keep('prober-words', 0, () => ({ words: new Uint32Array(0) as Uint32Array }))
  if (own.words.length >= needed) own.words.fill(0)
  else own.words = takeWords(memory, needed)
  return new WasmProber(join, memory, own.words)
}

function runTopTask({ job, search, from, to }: TopTask, thread: Thread): RangePairs {
  return { ...thread.keep('top', job, () => new TopSearcher(search)).search(from, to), next: to }
}
