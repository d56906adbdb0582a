// Numbers runs of k tokens exactly, without hashing: a run of 2p tokens is the pair of the numbers of its halves. A run of 5 takes three
// lookups, and different runs never get the same number.

import { TooLarge } from '../../../model/errors.js'

/** Stands for a token or run that is in no item. */
export const UNKNOWN = -1

/** Two numbers below this combine into one exact number. */
const MAX_NAMES = 2 ** 26
/** The maximum number of entries in a Map. */
const MAX_ENTRIES = 2 ** 24 - 1

/** One step: combines runs of two lengths into runs of their sum. */
interface Step {
  /** The length of the first run; the second begins after it. */
  readonly first: number
  readonly second: number
}

/** The numbers of runs of k tokens. */
export class GramNames {
  readonly #steps: readonly Step[]
  readonly #names: readonly Map<number, number>[]

  /** @param k at least 1 */
  constructor(k: number) {
    this.#steps = stepsTo(k)
    this.#names = this.#steps.map(() => new Map())
  }

  /** For each token of an item, the number of the run that starts there; none starts at the last k − 1. */
  add(tokens: Int32Array): Int32Array {
    return this.#combine(tokens, (names, key) => {
      const known = names.get(key)
      if (known !== undefined) return known
      if (names.size === MAX_ENTRIES)
        throw new TooLarge(
          'runs of words in benchmark items',
          names.size + 1,
          MAX_ENTRIES,
          'use fewer benchmarks at once',
        )
      names.set(key, names.size)
      return names.size - 1
    })
  }

  /** The same for any tokens; `UNKNOWN` for runs that are in no item. */
  find(tokens: Int32Array): Int32Array {
    return this.#combine(tokens, (names, key) => names.get(key) ?? UNKNOWN)
  }

  #combine(tokens: Int32Array, nameOf: (names: Map<number, number>, key: number) => number): Int32Array {
    const byLength = new Map<number, Int32Array>([[1, tokens]])
    let last = tokens
    this.#steps.forEach(({ first, second }, step) => {
      const names = this.#names[step]!
      const [left, right] = [byLength.get(first)!, byLength.get(second)!]
      const count = Math.max(0, tokens.length - first - second + 1)
      last = new Int32Array(count)
      for (let i = 0; i < count; i++) {
        const [one, other] = [left[i]!, right[i + first]!]
        last[i] = one < 0 || other < 0 ? UNKNOWN : nameOf(names, one * MAX_NAMES + other)
      }
      byLength.set(first + second, last)
    })
    return last
  }
}

/** Doubles the length while k allows it, then adds the rest. */
function stepsTo(k: number): Step[] {
  const steps: Step[] = []
  let length = 1
  for (; 2 * length <= k; length *= 2) steps.push({ first: length, second: length })
  for (let power = length / 2; length < k; power /= 2) {
    if (length + power > k) continue
    steps.push({ first: length, second: power })
    length += power
  }
  return steps
}
