import type { ComparedPoints } from '../../apps/entities/compare-pairs.js'
import { type PairInput, type PairTools, stagesHere } from '../../apps/entities/pair-stages.js'
import type { OnProgress } from '../../model/on-progress.js'
import type { Candidates } from '../../model/pair.js'

/** The number of pairs that a thread takes at a time: some milliseconds of work. */
export const PORTION = 1000
/** The state of a portion that no thread has computed yet, of one that a thread is storing, and of one that is complete. */
export const OPEN = 0
const STORED_NOW = 1
const COMPLETE = 2

/** What a thread is started with. */
export type PairThreadData = PairInput

/** Pairs that several threads work on; all arrays are in shared memory. */
export interface PairWork {
  readonly pairs: Candidates
  /** The next portion that nobody has taken. */
  readonly next: Int32Array
  /** The state of each portion. */
  readonly states: Int32Array
  readonly weights: readonly number[]
  /** Where the comparisons go; undefined: the stage computes surprises. */
  readonly compared?: ComparedPoints
  /** Where the surprises of each field go. */
  readonly surprises?: readonly Float64Array[]
}

/** Takes portions until none is left. */
export function takePortions(tools: PairTools, work: PairWork, onProgress?: OnProgress): void {
  // It takes a while to make, and nobody should wait for a portion meanwhile.
  if (work.surprises !== undefined) void tools.index
  for (;;) {
    const portion = Atomics.add(work.next, 0, 1)
    if (portion >= work.states.length) return
    runPortion(tools, work, portion, onProgress)
  }
}

/** Whether a portion is complete; if not, waits for it for some milliseconds. */
export function isComplete({ states }: PairWork, portion: number, wait: number): boolean {
  const end = performance.now() + wait
  for (;;) {
    const state = Atomics.load(states, portion)
    const left = end - performance.now()
    if (state === COMPLETE || left <= 0) return state === COMPLETE
    Atomics.wait(states, portion, state, left)
  }
}

/**
 * Computes one portion and stores it, unless another thread has done so. A complete portion never changes.
 *
 * @param isForced whether to store it although another thread has begun to, because that one may have ended
 */
export function runPortion(
  tools: PairTools,
  work: PairWork,
  portion: number,
  onProgress: OnProgress = () => {},
  isForced = false,
): void {
  const { pairs, weights, compared, surprises, states } = work
  const [from, to] = [portion * PORTION, Math.min(pairs.count, (portion + 1) * PORTION)]
  const own = { count: to - from, a: pairs.a.subarray(from, to), b: pairs.b.subarray(from, to) }
  const here = stagesHere(tools)
  const result =
    compared === undefined
      ? undefined
      : here.compare(own, weights, (stage, done) => onProgress(stage, from + done, pairs.count))
  const bits = surprises === undefined ? [] : here.surprises(own)
  if (Atomics.compareExchange(states, portion, OPEN, STORED_NOW) !== OPEN && !isForced) return
  result?.levels.forEach((levels, field) => {
    compared!.levels[field]!.set(levels, from)
  })
  if (result !== undefined) {
    compared!.points.set(result.points, from)
    compared!.possible.set(result.possible, from)
  }
  bits.forEach((ofField, field) => {
    surprises![field]!.set(ofField, from)
  })
  Atomics.store(states, portion, COMPLETE)
  Atomics.notify(states, portion)
}
