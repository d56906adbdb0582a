import { checkWhole } from '../model/check.js'
import { deriveSeed } from './mix.js'

/**
 * Seeded random numbers: xoshiro128** (Blackman and Vigna, 2018), the same on every platform. Not suitable for cryptography.
 */
export class Random {
  readonly #state = new Uint32Array(4)
  #spare: number | undefined

  constructor(seed: number) {
    for (let i = 0; i < 4; i++) this.#state[i] = deriveSeed(seed, i)
    if (this.#state.every((word) => word === 0)) this.#state[0] = 1
  }

  /** 32 random bits. */
  bits(): number {
    const s = this.#state
    const five = Math.imul(s[1]!, 5)
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0
    const shifted = s[1]! << 9
    s[2]! ^= s[0]!
    s[3]! ^= s[1]!
    s[1]! ^= s[2]!
    s[0]! ^= s[3]!
    s[2]! ^= shifted
    s[3] = (s[3]! << 11) | (s[3]! >>> 21)
    return result
  }

  /** A number in [0, 1), with 53 random bits. */
  unit(): number {
    return ((this.bits() >>> 5) * 2 ** 26 + (this.bits() >>> 6)) / 2 ** 53
  }

  /** A whole number in [0, limit), each equally likely; `limit` at most 2^32. */
  below(limit: number): number {
    checkWhole('limit', limit, 1, 2 ** 32)
    const fair = 2 ** 32 - (2 ** 32 % limit)
    let value = this.bits()
    while (value >= fair) value = this.bits()
    return value % limit
  }

  /** The numbers 0 … count - 1 in random order. */
  permutation(count: number): Uint32Array {
    const order = Uint32Array.from({ length: count }, (_, i) => i)
    for (let i = count - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const kept = order[i]!
      order[i] = order[j]!
      order[j] = kept
    }
    return order
  }

  /**
   * `wanted` of the numbers 0 … count - 1, each equally likely, sorted; all of them if `wanted` is larger. By Floyd's method (Bentley and
   * Floyd, 1987), which needs `wanted` random numbers, whatever the count.
   */
  draw(count: number, wanted: number): Uint32Array {
    checkWhole('count', count, 0, 2 ** 32)
    checkWhole('wanted', wanted, 0, 2 ** 32)
    if (wanted >= count) return Uint32Array.from({ length: count }, (_, i) => i)
    const drawn = new Set<number>()
    for (let last = count - wanted; last < count; last++) {
      const number = this.below(last + 1)
      drawn.add(drawn.has(number) ? last : number)
    }
    return Uint32Array.from(drawn).sort()
  }

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
}

/**
 * ln x for a normal x > 0, by additions, multiplications and divisions alone. `Math.log` may differ in its last bit
 * between browsers, and a signature must not.
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
