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
  let from = 0
  for (let set = 1; set <= sets; set++) {
    if (set < sets && starts[set]! - starts[from]! < share) continue
    cut.push([from, set])
    from = set
  }
  return cut
}
