/** What must be undone if the run ends before it is done: temporary folders, partial files. */
export class Lifetime {
  readonly #undo = new Set<() => void | Promise<void>>()
  #ended = false
  #isStuck = false

  /** Whether the run was stopped from outside: its own errors no longer matter. */
  get ended(): boolean {
    return this.#ended
  }

  /** Whether something still runs that the process cannot wait for: it has to be killed. */
  get isStuck(): boolean {
    return this.#isStuck
  }

  /** Reports that something did not stop in time. */
  reportStuck(): void {
    this.#isStuck = true
  }

  /** Registers an undo; returns what takes it back once the thing is whole. */
  onEnd(undo: () => void | Promise<void>): () => void {
    this.#undo.add(undo)
    return () => this.#undo.delete(undo)
  }

  /** Undoes everything, the last first; what fails is left. */
  async end(): Promise<void> {
    this.#ended = true
    for (const undo of [...this.#undo].reverse()) {
      this.#undo.delete(undo)
      try {
        await undo()
      } catch {
        // The next one may still be possible.
      }
    }
  }
}
