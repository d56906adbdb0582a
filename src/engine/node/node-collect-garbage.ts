import { Session } from 'node:inspector'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { GarbageLimit } from '../stages/memory-budget.js'

/** While the process is far from its budget, a thread may hold so many times the garbage. */
const FAR = 4
/** So much of the young generation does not count: V8 frees it in less than a millisecond when it is full. */
const YOUNG = 4 << 20

/** Frees memory of a thread. */
export class GarbageCollector {
  #collect: (() => Promise<void> | void) | undefined
  #isCollecting = false
  /** Bytes that were in use after the last time. */
  #inUse = 0

  /**
   * Frees memory of this thread that is no longer used, if that may be more than the limit allows. The engine of
   * JavaScript does so by itself only after some 64 MB of typed arrays in each thread, which a small budget has no room for; a
   * large one has, and each time takes some milliseconds. Nobody needs to wait for a returned promise.
   */
  collect({ bytes, nearBudget }: GarbageLimit): Promise<void> | void {
    if (bytes === Number.POSITIVE_INFINITY || this.#isCollecting) return
    const garbage = bytesHeld() - this.#inUse
    if (garbage <= bytes || (garbage <= FAR * bytes && process.memoryUsage.rss() < nearBudget)) return
    this.#collect ??= exposedCollector() ?? inspectorCollector()
    this.#isCollecting = true
    const collecting = this.#collect()
    // A loop that calls this does not let promises go on: what is in use must be known before the next call.
    if (collecting === undefined) this.#end()
    else return collecting.then(() => this.#end())
  }

  #end(): void {
    this.#isCollecting = false
    this.#inUse = bytesHeld()
  }
}

/**
 * The collector of V8, if whoever owns the process has exposed it, as the command line does. A library does not set flags
 * for the whole process.
 */
function exposedCollector(): (() => void) | undefined {
  if (typeof globalThis.gc === 'function') return globalThis.gc as () => void
  try {
    // Where it was exposed after this thread had begun, only new contexts have it.
    return runInNewContext('gc') as () => void
  } catch {
    return undefined
  }
}

/**
 * Without a flag: it takes two to four times as long, and frees typed arrays at once as well. The session stays open: to end it
 * from its own answer blocks the thread.
 */
function inspectorCollector(): () => Promise<void> | undefined {
  if (!process.features.inspector) return () => undefined
  const session = new Session()
  session.connect()
  return () => new Promise((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()))
}

/** What `process.memoryUsage` says of this thread, without the memory of the process, which takes a file to read. */
function bytesHeld(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return used_heap_size - Math.min(young?.space_used_size ?? 0, YOUNG) + external_memory
}
