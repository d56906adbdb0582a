/**
 * Replaces each number with the sum of all numbers up to it. If the count of list i is stored at i + 1, the result at i is the start of
 * list i.
 */
export function addUp(numbers: Uint32Array): void {
  for (let i = 1; i < numbers.length; i++) numbers[i]! += numbers[i - 1]!
}
