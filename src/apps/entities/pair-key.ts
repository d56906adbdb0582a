/** One number for two positions, each below 2^26. */
export function pairKey(a: number, b: number): number {
  return a * 2 ** 26 + b
}
