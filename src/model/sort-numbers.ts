/** Shorter lists are sorted by insertion, because a native call costs more. */
const SHORT = 40

/** Sorts the numbers from `start` to before `end` upwards, in place. */
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
