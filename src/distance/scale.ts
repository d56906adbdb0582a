/**
 * A power of two that brings `largest` (above 0, finite) to between 2^-100 and 2^100. Vectors are multiplied by it
 * before they are squared: 1e200 squared is beyond the largest number, 1e-200 squared is 0. A power of two changes no
 * digit, so what needs no scaling comes out as if there were none; dividing by the largest component would not do that.
 */
export function scaleFor(largest: number): number {
  let scale = 1
  while (largest * scale > 2 ** 100) scale *= 2 ** -200
  while (largest * scale < 2 ** -100) scale *= 2 ** 200
  return scale
}
