// How many workers pay. Each has to compile the code again, which takes about 0.3 s of CPU time: as much as one core takes for a
// third of the input that it is meant for.

/** Bytes of input for each worker, unless the user says how many there are. */
export const INPUT_PER_WORKER = 1e8
/**
 * Bytes of input up to which a run begins on one thread even though more workers are requested. Below, they would often be ready only
 * when most of the work is done. Beyond, they are spawned at once, and start while the first thread plans.
 */
export const SMALL_INPUT = 2 ** 24
/** Milliseconds that a stage still needs from which on a run that began on one thread spawns workers after all. */
export const PATIENCE = 1000

/** The workers of a run. */
export interface WorkerChoice {
  readonly workers: number
  /** Whether the run begins on one thread, and spawns workers only if a stage of it takes long. */
  readonly isPatient: boolean
}

/**
 * The workers for an input of so many bytes.
 *
 * @param cores of the machine
 * @param requested by the user
 * @example chooseWorkers(5e8, 16) // { workers: 5, isPatient: false }
 */
export function chooseWorkers(bytes: number, cores: number, requested?: number): WorkerChoice {
  if (requested !== undefined) return { workers: requested, isPatient: bytes <= SMALL_INPUT }
  const usual = Math.floor(bytes / INPUT_PER_WORKER)
  return usual < 2
    ? { workers: cores, isPatient: true }
    : { workers: Math.min(cores, usual), isPatient: false }
}
