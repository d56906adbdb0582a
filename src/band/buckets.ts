import { type BandKeys, sharesBand } from './keys.js'

/** The leading bits of a key select its cell; more cells than this would not fit into a cache. */
const MAX_CELL_BITS = 20
/** Up to this many members of a cell are sorted by insertion. */
const FEW = 16

/**
 * Groups the given members, which must be ascending, by their key in one band: calls `visit` for each bucket of at least `minSize` members,
 * which are at `order[start] … order[end - 1]`, ascending. Members are distributed over cells by the leading bits of their key; up to a
 * million members, there are at least as many cells. Most cells have one member, or only members with the same key; the few others are
 * sorted. A `Map` of arrays takes many times as long.
 *
 * @param minSize of the buckets to visit, at least 2: cells with fewer members are skipped
 */
export function visitBuckets(
  band: number,
  bandKeys: BandKeys,
  members: Uint32Array,
  visit: (order: Uint32Array, start: number, end: number) => void,
  minSize = 2,
): void {
  const { bands, keys } = bandKeys
  const count = members.length
  const shift = cellShift(count)
  const sizes = new Uint32Array(2 ** (32 - shift))
  const cells = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const cell = keys[2 * (members[i]! * bands + band)]! >>> shift
    cells[i] = cell
    sizes[cell]!++
  }
  const { starts: ends, total } = startsOfCells(sizes, minSize)
  if (total === 0) return
  const order = new Uint32Array(total)
  // Advances the start of each cell to its end.
  for (let i = 0; i < count; i++) {
    const cell = cells[i]!
    if (sizes[cell]! >= minSize) order[ends[cell]!++] = members[i]!
  }
  const compare = (i: number, j: number) => {
    const [left, right] = [2 * (i * bands + band), 2 * (j * bands + band)]
    return keys[left]! - keys[right]! || keys[left + 1]! - keys[right + 1]! || i - j
  }
  const haveSame = (i: number, j: number) => sharesBand(bandKeys, i, j, band)
  for (let cell = 0, start = 0; start < total; cell++) {
    if (sizes[cell]! < minSize) continue
    const end = ends[cell]!
    let same = start + 1
    while (same < end && haveSame(order[start]!, order[same]!)) same++
    if (same === end) visit(order, start, end)
    else visitRuns(order, start, end, compare, haveSame, visit, minSize)
    start = end
  }
}

/** The cell of a key of one of this many members is its low half, shifted right by this. */
export function cellShift(count: number): number {
  return 32 - Math.min(MAX_CELL_BITS, Math.ceil(Math.log2(count + 2)))
}

/** Where each cell of at least this many members begins if the others are left out, and the number of members of these cells. */
function startsOfCells(sizes: Uint32Array, minSize: number): { starts: Uint32Array; total: number } {
  const starts = new Uint32Array(sizes.length)
  let total = 0
  for (let cell = 0; cell < sizes.length; cell++) {
    if (sizes[cell]! < minSize) continue
    starts[cell] = total
    total += sizes[cell]!
  }
  return { starts, total }
}

/** Visits the buckets of a cell whose members have different keys. */
function visitRuns(
  order: Uint32Array,
  start: number,
  end: number,
  compare: (i: number, j: number) => number,
  haveSame: (i: number, j: number) => boolean,
  visit: (order: Uint32Array, start: number, end: number) => void,
  minSize: number,
): void {
  if (end - start > FEW) order.subarray(start, end).sort(compare)
  else sortFew(order, start, end, compare)
  for (let from = start; from < end; ) {
    let to = from + 1
    while (to < end && haveSame(order[from]!, order[to]!)) to++
    if (to - from >= minSize) visit(order, from, to)
    from = to
  }
}

function sortFew(
  order: Uint32Array,
  start: number,
  end: number,
  compare: (i: number, j: number) => number,
): void {
  for (let i = start + 1; i < end; i++) {
    const member = order[i]!
    let at = i
    for (; at > start && compare(order[at - 1]!, member) > 0; at--) order[at] = order[at - 1]!
    order[at] = member
  }
}
