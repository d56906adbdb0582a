/** Tasks for each worker: many, because later probes find more. */
const TASKS_A_WORKER = 48
/** A task is worth its message from so many elements on. */
const LEAST_ELEMENTS = 1024

/** Cuts the sets of a block into ranges of about as many elements each. */
export function ranges(starts: Uint32Array, workers: number): [from: number, to: number][] {
  const sets = starts.length - 1
  const total = starts[sets]!
  const share = Math.max(LEAST_ELEMENTS, Math.ceil(total / (TASKS_A_WORKER * workers)))
  const cut: [number, number][] = []
  for (let from = 0; from < sets; from = cut.at(-1)![1]) {
    cut.push([from, firstAtLeast(starts, from + 1, starts[from]! + share)])
  }
  return cut
}

/** The first place from `low` on at which the starts have reached a value, or the last. */
function firstAtLeast(starts: Uint32Array, low: number, value: number): number {
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! < value) low = middle + 1
    else high = middle
  }
  return high
}
