/** The number of milliseconds of work after which the page can do something else. */
export const SLICE = 40

/** Does work in steps without blocking the page. Work that is done within one slice is done at once. */
export function inSlices<T>(work: Generator<undefined, T>, onDone: (result: T) => void): void {
  const until = performance.now() + SLICE
  do {
    const step = work.next()
    if (step.done) {
      onDone(step.value)
      return
    }
  } while (performance.now() < until)
  setTimeout(() => inSlices(work, onDone))
}
