/** How many of the ascending `values` are less than `limit`. */
export function countBelow(values: ArrayLike<number>, limit: number): number {
  return countBetween(values, limit, 0, values.length)
}

/** The same if at least `start` are, and probably not many more: galloping, then binary search. */
export function countBelowFrom(values: ArrayLike<number>, start: number, limit: number): number {
  let low = start
  let step = 1
  while (low + step <= values.length && values[low + step - 1]! < limit) {
    low += step
    step *= 2
  }
  return countBetween(values, limit, low, Math.min(values.length, low + step))
}

/** The same if at least `low` and at most `high` are. */
function countBetween(values: ArrayLike<number>, limit: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
