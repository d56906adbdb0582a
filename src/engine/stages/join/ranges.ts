/** Tasks per worker: many, because later probes find more. */
const TASKS_PER_WORKER = 48
/** The minimum number of elements that make a task worth its message. */
const MIN_ELEMENTS = 1024

type Range = readonly [from: number, to: number]

/** Cuts the sets of a block from `first` on into ranges with about equally many elements, for this many workers. */
export function ranges(starts: Uint32Array, workers: number, first = 0, end = starts.length - 1): Range[] {
  const total = starts[starts.length - 1]!
  const share = Math.max(MIN_ELEMENTS, Math.ceil(total / (TASKS_PER_WORKER * workers)))
  const cut: Range[] = []
  for (let from = first; from < end; from = cut.at(-1)![1]) {
    cut.push([from, Math.min(end, firstAtLeast(starts, from + 1, starts[from]! + share))])
  }
  return cut
}

/** Cuts the sets of a block into exactly this many ranges with about equally many elements; some may be empty. */
export function cutRange(starts: Uint32Array, parts: number): Range[] {
  const sets = starts.length - 1
  const ends = Array.from({ length: parts }, (_, i) =>
    i === parts - 1 ? sets : firstAtLeast(starts, 0, Math.ceil((starts[sets]! * (i + 1)) / parts)),
  )
  return ends.map((end, i) => [i === 0 ? 0 : ends[i - 1]!, end])
}

/** The first index from `low` on whose start is at least `value`, or the last index. */
function firstAtLeast(starts: Uint32Array, low: number, value: number): number {
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! < value) low = middle + 1
    else high = middle
  }
  return high
}
