import { checkWhole } from '../model/check.js'
import { countUp } from '../model/count-up.js'
import { deriveSeed } from './mix.js'

/** Everything in `Random` except normal numbers and permutations, which a search does not need, so that browsers need not load them. */
export class UniformRandom {
  readonly #state = new Uint32Array(4)

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

  /** An integer in [0, limit), all equally likely; `limit` is at most 2^32. */
  below(limit: number): number {
    checkWhole('limit', limit, 1, 2 ** 32)
    const fair = 2 ** 32 - (2 ** 32 % limit)
    let value = this.bits()
    while (value >= fair) value = this.bits()
    return value % limit
  }

  /**
   * `wanted` of the numbers 0 … count - 1, each equally likely, sorted; all of them if `wanted` is larger. By Floyd's method (Bentley and
   * Floyd, 1987), which needs `wanted` random numbers, whatever the count.
   */
  draw(count: number, wanted: number): Uint32Array {
    checkWhole('count', count, 0, 2 ** 32)
    checkWhole('wanted', wanted, 0, 2 ** 32)
    if (wanted >= count) return countUp(count)
    const drawn = new Set<number>()
    for (let last = count - wanted; last < count; last++) {
      const number = this.below(last + 1)
      drawn.add(drawn.has(number) ? last : number)
    }
    return Uint32Array.from(drawn).sort()
  }
}
