/** The share of the work that must be done before the remaining time can be estimated. */
const ENOUGH = 1 / 8

/** Estimates the remaining time of a run from the second half of what is done, because the first tasks may be of another kind. */
export class TimeLeft {
  readonly #tasks: number
  /** One entry per completed task. */
  readonly #marks = [{ milliseconds: 0, share: 0 }]

  constructor(tasks: number) {
    this.#tasks = tasks
  }

  /** Records a completed task: the elapsed time, and the share of all work that is done. */
  mark(milliseconds: number, share: number): void {
    this.#marks.push({ milliseconds, share })
  }

  /** In milliseconds; 0 while too little is done for an estimate. */
  get left(): number {
    const done = this.#marks.length - 1
    if (done < ENOUGH * this.#tasks) return 0
    const last = this.#marks[done]!
    const middle = this.#marks[done >> 1]!
    return ((last.milliseconds - middle.milliseconds) * (1 - last.share)) / (last.share - middle.share)
  }
}
