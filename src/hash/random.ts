import { countUp } from '../model/count-up.js'
import { UniformRandom } from './uniform-random.js'

/**
 * Seeded random numbers: xoshiro128** (Blackman and Vigna, 2018), the same on every platform. Not suitable for cryptography.
 */
export class Random extends UniformRandom {
  #spare: number | undefined

  /** A number from the normal distribution with mean 0 and variance 1, by Marsaglia's polar method. */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare
      this.#spare = undefined
      return spare
    }
    for (;;) {
      const x = 2 * this.unit() - 1
      const y = 2 * this.unit() - 1
      const square = x * x + y * y
      if (square === 0 || square >= 1) continue
      const scale = Math.sqrt((-2 * naturalLog(square)) / square)
      this.#spare = y * scale
      return x * scale
    }
  }

  /** The numbers 0 … count - 1 in random order. */
  permutation(count: number): Uint32Array {
    const order = countUp(count)
    for (let i = count - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const kept = order[i]!
      order[i] = order[j]!
      order[j] = kept
    }
    return order
  }
}

/**
 * ln x for a normal x > 0, using only additions, multiplications and divisions. The last bit of `Math.log` may differ between browsers, but
 * signatures must not.
 */
export function naturalLog(x: number): number {
  let exponent = 0
  while (x < Math.SQRT1_2) {
    x *= 2
    exponent--
  }
  while (x > Math.SQRT2) {
    x /= 2
    exponent++
  }
  // ln x = 2 · artanh((x - 1) / (x + 1)) = 2 (z + z³/3 + z⁵/5 + …), |z| ≤ 0.172: 11 terms reach 2^-53.
  const z = (x - 1) / (x + 1)
  const square = z * z
  let sum = 0
  for (let power = 21; power >= 1; power -= 2) sum = sum * square + 1 / power
  return 2 * z * sum + exponent * Math.LN2
}
