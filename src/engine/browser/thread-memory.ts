import { CAN_SHARE } from '../stages/threads/shared-words.js'

/** The maximum number of bytes of one kind that all threads of a run keep, if there is enough memory. */
const MAX_BYTES = 512 * 2 ** 20
/** The maximum share of the memory of the machine. */
const MEMORY_SHARE = 1 / 8
/** The memory in GiB that is assumed if the browser does not report it. */
const ASSUMED_MEMORY = 4

/**
 * The number of bytes that each thread may keep of data that all of them use. Threads that cannot share memory have a copy each.
 *
 * @param threads of the run
 */
export function memoryOfThread(threads: number): number {
  const { deviceMemory = ASSUMED_MEMORY } = navigator as { readonly deviceMemory?: number }
  return Math.min(MAX_BYTES, deviceMemory * 2 ** 30 * MEMORY_SHARE) / (CAN_SHARE ? 1 : threads)
}
