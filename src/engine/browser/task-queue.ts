import type { Task } from '../stages/tasks.js'

/** Which thread has read each unit, by its file and its first byte. */
export type Readers = Map<string, number>

/**
 * The tasks of a stage that have not been assigned yet. A thread that keeps its own copy of what it reads gets the units that it has read
 * already, or else neighboring ones; when none of these is left, it takes one from the end.
 */
export class TaskQueue {
  readonly #tasks: readonly Task[]
  readonly #threads: number
  readonly #readers: Readers | undefined
  readonly #left: Set<number>

  /** @param readers undefined: all threads share what they read, so the order does not matter */
  constructor(tasks: readonly Task[], threads: number, readers: Readers | undefined) {
    this.#tasks = tasks
    this.#threads = threads
    this.#readers = readers
    this.#left = new Set(tasks.keys())
  }

  /** The number of the next task for a thread; undefined: none is left. */
  take(thread: number): number | undefined {
    const number = this.#choose(thread)
    if (number === undefined) return undefined
    this.#left.delete(number)
    const unit = unitOf(this.#tasks[number]!)
    if (unit !== undefined) this.#readers?.set(unit, thread)
    return number
  }

  #choose(thread: number): number | undefined {
    if (this.#readers === undefined) return this.#left.values().next().value
    let last: number | undefined
    for (const number of this.#left) {
      const unit = unitOf(this.#tasks[number]!)
      if (unit === undefined) return number
      const neighbors = Math.floor((number * this.#threads) / this.#tasks.length)
      if ((this.#readers.get(unit) ?? neighbors) === thread) return number
      last = number
    }
    return last
  }
}

function unitOf(task: Task): string | undefined {
  return 'unit' in task ? `${task.unit.file} ${task.unit.from}` : undefined
}
