import { joinRange, visitRange } from '../../../join/fast/join-range.js'
import type { PreparedJoin } from '../../../join/fast/prepare-join.js'
import { type PreparedTop, TopSearcher } from '../../../join/fast/top-matches.js'
import { takeWords } from '../../../kernel/join-memory.js'
import { type PrepareStep, runPrepareStep } from '../../../kernel/join-prepare.js'
import { proberWords, WasmProber } from '../../../kernel/join-prober.js'
import type { PairBatch } from '../../../model/pair.js'
import type { Thread } from '../threads/thread.js'

type JoinTask = PrepareTask | ProbeTask

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
  /** A number for each join of two blocks in this run: a thread keeps what it needs from task to task. */
  readonly job: number
  /** The same for all joins of a run. */
  readonly memory: WebAssembly.Memory
  readonly join: PreparedJoin
  readonly from: number
  readonly to: number
  readonly wants: 'pairs' | 'count'
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

export function runSetTask(task: SetTask, thread: Thread): PairBatch {
  thread.begin(task.kind)
  return task.kind === 'join' ? runJoinTask(task, thread) : runTopTask(task, thread)
}

/** The pairs of the range, or only their number, with empty arrays. */
function runJoinTask(task: JoinTask, thread: Thread): PairBatch {
  if (task.wants === 'preparation') {
    runPrepareStep(task.memory, task.step)
    return countOnly(0)
  }
  const { job, join, from, to, wants } = task
  // The heads of the lists only move forward; tasks of one join come by rising ranges.
  const kept = thread.keep('prober', job, () => ({ prober: makeProber(task, thread), next: 0 }))
  if (kept.next > from) kept.prober = makeProber(task, thread)
  kept.next = to
  if (wants === 'pairs') return joinRange(join, kept.prober, from, to)
  return countOnly(visitRange(join, kept.prober, from, to))
}

function countOnly(count: number): PairBatch {
  return { count, a: new Uint32Array(0), b: new Uint32Array(0), similarity: new Float64Array(0) }
}

function makeProber({ memory, join }: ProbeTask, thread: Thread): WasmProber {
  const needed = proberWords(join)
  // The thread's own part of the memory, used by one job after the other.
  const own = thread.keep('prober-words', 0, () => ({ words: new Uint32Array(0) as Uint32Array }))
  if (own.words.length >= needed) own.words.fill(0)
  else own.words = takeWords(memory, needed)
  return new WasmProber(join, memory, own.words)
}

function runTopTask({ job, search, from, to }: TopTask, thread: Thread): PairBatch {
  return thread.keep('top', job, () => new TopSearcher(search)).search(from, to)
}
