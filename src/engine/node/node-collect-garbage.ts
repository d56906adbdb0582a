import { Session } from 'node:inspector'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { GarbageLimit } from '../stages/memory-budget.js'

/** While the process is far from its memory budget, the limit on garbage is multiplied by this. */
const FAR = 4
/** Bytes of the young generation that do not count: V8 frees it in less than a millisecond when it is full. */
const YOUNG = 4 << 20

export class GarbageCollector {
  #collect: (() => Promise<void> | void) | undefined
  #isCollecting = false
  /** Bytes in use after the last collection. */
  #inUse = 0

  /**
   * Frees unused memory of this thread, if there may be more of it than the limit allows. V8 does so by itself only after about 64 MB of
   * typed arrays per thread, which is too much for a small budget. With a large budget it is not, and each collection takes some
   * milliseconds. Callers need not await a returned promise.
   */
  collect({ bytes, nearBudget }: GarbageLimit): Promise<void> | void {
    if (bytes === Number.POSITIVE_INFINITY || this.#isCollecting) return
    const garbage = bytesHeld() - this.#inUse
    if (garbage <= bytes || (garbage <= FAR * bytes && process.memoryUsage.rss() < nearBudget)) return
    this.#collect ??= exposedCollector() ?? inspectorCollector()
    this.#isCollecting = true
    const collecting = this.#collect()
    // A loop that calls this does not let promises continue, so the memory in use must be known before the next call.
    if (collecting === undefined) this.#end()
    else return collecting.then(() => this.#end())
  }

  #end(): void {
    this.#isCollecting = false
    this.#inUse = bytesHeld()
  }
}

/**
 * V8's collector, if the owner of the process has exposed it, as the command line does. A library should not set flags for the whole
 * process.
 */
function exposedCollector(): (() => void) | undefined {
  if (typeof globalThis.gc === 'function') return globalThis.gc as () => void
  try {
    // If it was exposed after this thread started, only new contexts have it.
    return runInNewContext('gc') as () => void
  } catch {
    return undefined
  }
}

/**
 * Works without a flag: takes two to four times as long, and frees typed arrays at once as well. The session stays open, because closing it
 * from its own callback blocks the thread.
 */
function inspectorCollector(): () => Promise<void> | undefined {
  if (!process.features.inspector) return () => undefined
  const session = new Session()
  session.connect()
  return () => new Promise((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()))
}

/** The figures of `process.memoryUsage` for this thread, without those of the process, which would require reading a file. */
function bytesHeld(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return used_heap_size - Math.min(young?.space_used_size ?? 0, YOUNG) + external_memory
}
