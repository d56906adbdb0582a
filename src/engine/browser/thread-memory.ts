import { CAN_SHARE } from '../stages/threads/shared-words.js'

/** The bytes that all threads of a run keep of one kind, at most, if there is memory enough. */
const MAX_BYTES = 512 * 2 ** 20
/** Of the memory of the machine. */
const MEMORY_SHARE = 1 / 8
/** In GiB; browsers that do not say what there is get this. */
const USUAL_MEMORY = 4

/**
 * The bytes that each thread may keep of what all of them use. Threads that cannot share memory have a copy each.
 *
 * @param threads of the run
 */
export function memoryOfThread(threads: number): number {
  const { deviceMemory = USUAL_MEMORY } = navigator as { readonly deviceMemory?: number }
  return Math.min(MAX_BYTES, deviceMemory * 2 ** 30 * MEMORY_SHARE) / (CAN_SHARE ? 1 : threads)
}
