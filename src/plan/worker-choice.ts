// How many workers pay off. Each has to compile the code again, which takes about 0.3 s of CPU time: as long as one core takes for a third
// of the input that a worker is meant for.

/** Bytes of input per worker, unless the user sets the number of workers. */
export const INPUT_PER_WORKER = 1e8
/**
 * Up to this many bytes of input, a run begins on one thread even if more workers are requested, because they would often be ready only
 * when most of the work is done. Larger runs spawn them at once, so that they start while the first thread plans.
 */
export const SMALL_INPUT = 2 ** 24
/** Whether a run of this many bytes begins on one thread, if nothing else decides it. */
export function isSmallInput(bytes: number): boolean {
  return bytes <= SMALL_INPUT
}

/** Up to this many bytes of input, a run stays on one thread: a busy machine may delay it, but workers would make it later still. */
export const TINY_INPUT = 2 ** 20

/** A run that began on one thread spawns workers once a stage is expected to need this many more milliseconds. */
export const SPAWN_AFTER = 1000

/** The workers of a run. */
export interface WorkerChoice {
  readonly workers: number
  /** Whether the run begins on one thread and spawns workers only if a stage takes long. */
  readonly startsInline: boolean
}

/**
 * Chooses the number of workers for an input of this many bytes.
 *
 * @param cores of the machine
 * @param requested by the user
 * @example chooseWorkers(5e8, 16) // { workers: 5, startsInline: false }
 */
export function chooseWorkers(bytes: number, cores: number, requested?: number): WorkerChoice {
  if (bytes <= TINY_INPUT) return { workers: 1, startsInline: true }
  if (requested !== undefined) return { workers: requested, startsInline: isSmallInput(bytes) }
  const affordable = Math.floor(bytes / INPUT_PER_WORKER)
  return affordable < 2
    ? { workers: cores, startsInline: true }
    : { workers: Math.min(cores, affordable), startsInline: false }
}
