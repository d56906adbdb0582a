import type { JoinShares } from '../memory-budget.js'
import type { SetSizes } from './set-sizes.js'

/** A point in the order of sets by size, then position. */
export interface Boundary {
  readonly size: number
  readonly position: number
}

/** Sets that are joined together: those from one boundary up to, but not including, the next. */
export interface SizeClass {
  readonly from: Boundary
  /** Undefined for the last class. */
  readonly to: Boundary | undefined
  /** The smallest and the largest size. */
  readonly min: number
  readonly max: number
  readonly sets: number
  readonly elements: number
}

export function isBefore(one: Boundary, other: Boundary): boolean {
  return one.size < other.size || (one.size === other.size && one.position < other.position)
}

/** Cuts the sets that are not empty, ordered by size, then position, into classes that fit into a block of the budget. */
export function planClasses(sizes: SetSizes, budget: Pick<JoinShares, 'block' | 'bytesOf'>): Boundary[] {
  const numberOf = countSizes(sizes)
  const wanted: { readonly size: number; readonly skipped: number }[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const size of [...numberOf.keys()].sort((x, y) => x - y)) {
    const each = budget.bytesOf(1, size)
    const total = numberOf.get(size)!
    for (let done = 0; done < total; ) {
      let fits = Math.floor((budget.block - bytes) / each)
      if (!(fits >= 1)) {
        wanted.push({ size, skipped: done })
        bytes = 0
        // A set that is larger than a block is a class by itself.
        fits = Math.max(1, Math.floor(budget.block / each))
      }
      const taken = Math.min(total - done, fits)
      bytes += taken * each
      done += taken
    }
  }
  return positionsOf(sizes, wanted)
}

function countSizes(sizes: SetSizes): Map<number, number> {
  const numberOf = new Map<number, number>()
  for (let set = 0; set < sizes.count; set++) {
    const size = sizes.at(set)
    if (size > 0) numberOf.set(size, (numberOf.get(size) ?? 0) + 1)
  }
  return numberOf
}

/** For each entry, the position of the set of the given size that comes after so many others of that size. */
function positionsOf(
  sizes: SetSizes,
  wanted: readonly { readonly size: number; readonly skipped: number }[],
): Boundary[] {
  const bySize = new Map<number, { seen: number; readonly at: Map<number, number> }>()
  wanted.forEach(({ size, skipped }, number) => {
    const entry = bySize.get(size) ?? { seen: 0, at: new Map<number, number>() }
    bySize.set(size, entry)
    entry.at.set(skipped, number)
  })
  const boundaries: Boundary[] = []
  for (let position = 0; position < sizes.count; position++) {
    const size = sizes.at(position)
    const entry = bySize.get(size)
    if (entry === undefined) continue
    const number = entry.at.get(entry.seen++)
    if (number !== undefined) boundaries[number] = { size, position }
  }
  return boundaries
}

/** The classes between boundaries, which are ascending and begin at the first set. */
export function classesBetween(boundaries: readonly Boundary[], sizes: SetSizes): SizeClass[] {
  const classes = boundaries.map((from, i) => ({
    from,
    to: boundaries[i + 1],
    min: Number.POSITIVE_INFINITY,
    max: 0,
    sets: 0,
    elements: 0,
  }))
  for (let position = 0; position < sizes.count; position++) {
    const size = sizes.at(position)
    if (size === 0) continue
    const found = classes[classOf(boundaries, { size, position })]!
    found.min = Math.min(found.min, size)
    found.max = Math.max(found.max, size)
    found.sets++
    found.elements += size
  }
  return classes
}

/** The last boundary that is not after a set. */
function classOf(boundaries: readonly Boundary[], set: Boundary): number {
  let [low, high] = [0, boundaries.length]
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (isBefore(set, boundaries[middle]!)) high = middle
    else low = middle
  }
  return low
}
