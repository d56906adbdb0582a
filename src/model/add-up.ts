/** Replaces each number by the sum of the numbers up to it: counts, each one place further on, become the positions where lists start. */
export function addUp(numbers: Uint32Array): void {
  for (let i = 1; i < numbers.length; i++) numbers[i]! += numbers[i - 1]!
}
