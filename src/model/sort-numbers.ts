/** Shorter lists use insertion sort, because a native call costs more. */
const SHORT = 40

/** Sorts the numbers from `start` up to, but not including, `end` in ascending order, in place. */
export function sortNumbers(numbers: Uint32Array, start: number, end: number): void {
  if (end - start > SHORT) {
    numbers.subarray(start, end).sort()
    return
  }
  for (let i = start + 1; i < end; i++) {
    const number = numbers[i]!
    let j = i
    for (; j > start && numbers[j - 1]! > number; j--) numbers[j] = numbers[j - 1]!
    numbers[j] = number
  }
}
