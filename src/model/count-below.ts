/** How many of the ascending `values` are less than `limit`. */
export function countBelow(values: ArrayLike<number>, limit: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
