/**
 * A power of two that scales `largest` (above 0, finite) to between 2^-100 and 2^100. Vectors are multiplied by it before they are squared,
 * because 1e200 squared would overflow and 1e-200 squared would be 0. A power of two changes no digits, so vectors that need no scaling
 * give the same result as without it. Dividing by the largest component would change digits.
 */
export function scaleFor(largest: number): number {
  let scale = 1
  while (largest * scale > 2 ** 100) scale *= 2 ** -200
  while (largest * scale < 2 ** -100) scale *= 2 ** 200
  return scale
}
