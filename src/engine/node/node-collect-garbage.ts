import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Frees memory of a thread. */
export class GarbageCollector {
  #collect: (() => void) | undefined
  /** Bytes that were in use after the last time. */
  #inUse = 0

  /**
   * Frees memory of this thread that is no longer used, if that may be more than so many bytes. The engine of
   * JavaScript does so by itself only after some 64 MB of typed arrays in each thread, which a small budget has no room for; a
   * large one has, and each time takes some milliseconds.
   */
  collect(most: number): void {
    if (most === Number.POSITIVE_INFINITY || bytesHeld() - this.#inUse <= most) return
    this.#collect ??= makeCollector()
    this.#collect()
    this.#inUse = bytesHeld()
  }
}

function makeCollector(): () => void {
  setFlagsFromString('--expose-gc')
  // By default a thread in the background frees typed arrays some time later: until then they count as memory in use.
  setFlagsFromString('--no-concurrent-array-buffer-sweeping')
  return runInNewContext('gc') as () => void
}

function bytesHeld(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
