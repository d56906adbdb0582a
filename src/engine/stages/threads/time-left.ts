/** The share of the tasks after which anybody can tell how long the others will take. */
const ENOUGH = 1 / 8

/** Says how long the rest of a run will take, by the last half of what is done: the first tasks may be of another kind. */
export class TimeLeft {
  readonly #tasks: number
  /** After each task. */
  readonly #marks = [{ milliseconds: 0, share: 0 }]

  constructor(tasks: number) {
    this.#tasks = tasks
  }

  /** After one more task: the time that has passed, and the share of all work that is done. */
  mark(milliseconds: number, share: number): void {
    this.#marks.push({ milliseconds, share })
  }

  /** In milliseconds; 0 as long as too little is done to tell. */
  get left(): number {
    const done = this.#marks.length - 1
    if (done < ENOUGH * this.#tasks) return 0
    const last = this.#marks[done]!
    const middle = this.#marks[done >> 1]!
    return ((last.milliseconds - middle.milliseconds) * (1 - last.share)) / (last.share - middle.share)
  }
}
