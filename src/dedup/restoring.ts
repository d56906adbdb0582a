import { StopCheck } from '../model/stop-check.js'
import type { StopSignal } from '../model/stop-signal.js'
import type { Lifetime } from '../temporary/lifetime.js'

/** The number of documents after which progress is reported. */
const REPORTED = 1000

/** How the caller of restore controls and watches it. */
export interface RestoreControl {
  readonly lifetime: Lifetime
  /** Stops it. */
  readonly signal?: StopSignal | undefined
  /** Called with the number of documents so far, and of all. */
  readonly onProgress?: (documents: number, total: number) => void
}

/** The progress of restoring files. */
export class Restoring {
  readonly lifetime: Lifetime
  readonly #total: number
  readonly #onProgress: RestoreControl['onProgress']
  readonly #stop: StopCheck
  #documents = 0

  /** @param total the number of documents to restore */
  constructor({ lifetime, signal, onProgress }: RestoreControl, total: number) {
    this.lifetime = lifetime
    this.#total = total
    this.#onProgress = onProgress
    this.#stop = new StopCheck(signal)
    onProgress?.(0, total)
  }

  /** Counts documents, or rows, some of which may be none, and throws if restoring is to stop. If it returns a promise, await it. */
  add(documents: number): void | Promise<void> {
    const before = this.#documents
    this.#documents += documents
    if (Math.floor(before / REPORTED) < Math.floor(this.#documents / REPORTED))
      this.#onProgress?.(Math.min(this.#documents, this.#total), this.#total)
    return this.#stop.check()
  }
}
