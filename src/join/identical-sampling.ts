import { DEFAULT_SEED } from '../hash/mix.js'
import { hashNumbers } from '../hash/murmur3.js'
import { Random } from '../hash/random.js'
import { checkWhole } from '../model/check.js'
import { firstOfEach, groupsOf } from './identical.js'

/** How texts are sampled. */
export interface SamplingOptions {
  /** The number of characters to look at in each text, from 1 to 1024. Default 32. */
  readonly positions?: number
  /** Determines the positions, but not the result: a 32-bit integer. Default `DEFAULT_SEED`. */
  readonly seed?: number
}

/** Used if a text has no such position; no UTF-16 code unit is this large. */
const PAST_END = 0xffffffff

/**
 * The same groups as `identicalTexts`, by the method of section 3.9.1: the hash uses only the length and some random positions, the same
 * for all texts, so a text that is alone in its bucket is never read in full. Slow if many different texts of the same length agree at
 * all positions, such as forms with a single field filled in.
 *
 * @example identicalBySampling(['x', 'y', 'x'], { positions: 4 }) // [[0, 2]]
 */
export function identicalBySampling(texts: readonly string[], options: SamplingOptions = {}): number[][] {
  const { positions = 32, seed = DEFAULT_SEED } = options
  checkWhole('positions', positions, 1, 1024)
  checkWhole('seed', seed, 0, 2 ** 32 - 1)
  const longest = texts.reduce((max, text) => Math.max(max, text.length), 0)
  const chosen = choosePositions(positions, longest, new Random(seed))
  const sample = new Uint32Array(positions + 1)
  const hashOf = (item: number): number | undefined => {
    const text = texts[item]!
    if (text === '') return undefined
    sample[0] = text.length
    for (let i = 0; i < positions; i++) {
      const position = chosen[i]!
      sample[i + 1] = position < text.length ? text.charCodeAt(position) : PAST_END
    }
    return hashNumbers(sample)
  }
  return groupsOf(firstOfEach(texts.length, hashOf, (x, y) => texts[x] === texts[y]))
}

/** Each power of two up to the longest text gets the same share of the positions, so that short texts are covered, too. */
function choosePositions(count: number, longest: number, random: Random): Uint32Array {
  const widths = 32 - Math.clz32(Math.max(0, longest - 1))
  return Uint32Array.from({ length: count }, () => {
    const limit = 2 ** random.below(widths + 1)
    return random.below(Math.max(1, Math.min(limit, longest)))
  })
}
