/** The positions in a document where runs of an item start, in ascending order, and the number of the run at each. */
export interface Hits {
  readonly positions: readonly number[]
  readonly names: readonly number[]
}

/** A part of a document that contains many runs of an item. */
export interface ItemWindow {
  /** The number of distinct runs of the item in it. */
  readonly runs: number
  /** Its first token, and one past its last. */
  readonly from: number
  readonly to: number
}

/**
 * The windows of a document that contain enough distinct runs of an item, without overlap: the best one (among equals the
 * shortest, then the first), then the best before and after it in the same way. In order of position.
 *
 * @param tokens the length of a window
 * @param k the length of a run
 * @param required the minimum number of distinct runs
 */
export function bestWindows(hits: Hits, tokens: number, k: number, required: number): ItemWindow[] {
  const { positions } = hits
  const search = new WindowSearch(hits, tokens - k, required)
  const windows: ItemWindow[] = []
  for (let first = search.next(); first !== undefined; first = search.next()) {
    const { runs, last } = search.windowAt(first)
    const window = { runs, from: positions[first]!, to: positions[last]! + k }
    let [before, after] = [first, last + 1]
    while (search.isFree(before - 1) && positions[before - 1]! + k > window.from) before--
    while (search.isFree(after) && positions[after]! < window.to) after++
    search.take(before, after)
    windows.push(window)
  }
  return windows.sort((one, other) => one.from - other.from)
}

/** A window by its first hit, with its distinct runs and its length without the last run. */
interface Started {
  readonly first: number
  readonly runs: number
  readonly length: number
}

/**
 * For each hit that is free, the window that starts there and ends before the next hit that is not. Hits are taken, never freed, so that a
 * window only gets worse, and only if it starts shortly before hits that were taken: few are computed again.
 */
class WindowSearch {
  readonly #positions: readonly number[]
  readonly #reach: number
  readonly #required: number
  readonly #taken: Uint8Array
  /** For each hit, the previous and the next one of the same run. */
  readonly #previous: Int32Array
  readonly #next: Int32Array
  /** The distinct runs and the last hit of each window. */
  readonly #runs: Int32Array
  readonly #last: Int32Array
  /** Windows, as a heap whose root is the best one; those that were computed again since they were added do not count. */
  readonly #heap: Started[] = []

  constructor({ positions, names }: Hits, reach: number, required: number) {
    const { length } = positions
    this.#positions = positions
    this.#reach = reach
    this.#required = required
    this.#taken = new Uint8Array(length)
    this.#previous = new Int32Array(length)
    this.#next = new Int32Array(length).fill(length)
    this.#runs = new Int32Array(length)
    this.#last = new Int32Array(length)
    const latest = new Map<number, number>()
    for (let i = 0; i < length; i++) {
      const previous = latest.get(names[i]!) ?? -1
      this.#previous[i] = previous
      if (previous >= 0) this.#next[previous] = i
      latest.set(names[i]!, i)
    }
    this.#compute(0, length)
  }

  isFree(hit: number): boolean {
    return this.#taken[hit] === 0
  }

  windowAt(first: number): { readonly runs: number; readonly last: number } {
    return { runs: this.#runs[first]!, last: this.#last[first]! }
  }

  /** The first hit of the best window; undefined if none has enough runs. */
  next(): number | undefined {
    for (let best = this.#pop(); best !== undefined; best = this.#pop()) {
      const { first, runs } = best
      if (this.isFree(first) && runs === this.#runs[first]) return first
    }
    return undefined
  }

  take(from: number, to: number): void {
    this.#taken.fill(1, from, to)
    let first = from
    while (this.isFree(first - 1) && this.#positions[from]! - this.#positions[first - 1]! <= this.#reach)
      first--
    this.#compute(first, from)
  }

  /** Computes the windows that start in a range of hits and end in it. */
  #compute(from: number, to: number): void {
    let [end, runs, last] = [from, 0, from]
    for (let first = from; first < to; first++) {
      for (; end < to && this.#positions[end]! - this.#positions[first]! <= this.#reach; end++) {
        // A repeated run makes the window longer but no better.
        if (this.#previous[end]! >= first) continue
        runs++
        last = end
      }
      this.#runs[first] = runs
      this.#last[first] = last
      if (runs >= this.#required)
        this.#push({ first, runs, length: this.#positions[last]! - this.#positions[first]! })
      const next = this.#next[first]!
      if (next < end) last = Math.max(last, next)
      else runs--
    }
  }

  #push(window: Started): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBetter(window, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = window
  }

  #pop(): Started | undefined {
    const heap = this.#heap
    const root = heap[0]
    const moved = heap.pop()
    if (moved === undefined || heap.length === 0) return root
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBetter(heap[child + 1]!, heap[child]!)) child++
      if (!isBetter(heap[child]!, moved)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = moved
    return root
  }
}

function isBetter(one: Started, other: Started): boolean {
  if (one.runs !== other.runs) return one.runs > other.runs
  return one.length === other.length ? one.first < other.first : one.length < other.length
}
