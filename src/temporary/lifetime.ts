/** What must be cleaned up if the run ends early: temporary folders and partial files. */
export class Lifetime {
  readonly #undo = new Set<() => void | Promise<void>>()
  #ended = false
  #isStuck = false

  /** Whether the run was stopped from outside: its own errors no longer matter. */
  get ended(): boolean {
    return this.#ended
  }

  /** Whether something is still running that the process cannot wait for, so that it has to be killed. */
  get isStuck(): boolean {
    return this.#isStuck
  }

  /** Reports that something did not stop in time. */
  reportStuck(): void {
    this.#isStuck = true
  }

  /** Registers a cleanup; returns a function that cancels it once the result is complete. */
  onEnd(undo: () => void | Promise<void>): () => void {
    this.#undo.add(undo)
    return () => this.#undo.delete(undo)
  }

  /** Runs all cleanups, the last one first; those that fail are skipped. */
  async end(): Promise<void> {
    this.#ended = true
    for (const undo of [...this.#undo].reverse()) {
      this.#undo.delete(undo)
      try {
        await undo()
      } catch {
        // The next one may still succeed.
      }
    }
  }
}
