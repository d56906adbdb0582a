import type { Candidates } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import type { FeatureIndex } from './feature-index.js'

/** Only this many of the features that a pair shares count, the rarest ones. */
const MAX_FEATURES = 30

/**
 * How surprising it is that two records share what they share, in bits per field: −log2 of the probability that a record of
 * something else has it too; NaN where nothing is shared. A feature that follows from other shared features is no surprise:
 * from the most frequent to the rarest, each counts by its highest probability given any single earlier one, in whatever
 * field. So "Chicago Public Schools" counts once, even if its web site and its director agree as well, and a name that is
 * repeated in four columns counts once. (A dependence tree for each pair, after Chow and Liu, 1968.)
 */
export function surprises(
  columns: readonly ValueColumn[],
  index: FeatureIndex,
  pairs: Candidates,
): Float64Array[] {
  const { count, a, b } = pairs
  const bits = columns.map(() => new Float64Array(count))
  const { fields, sizes, unseen, texts, filled } = index
  const rarestLast = (x: number, y: number) => sizes[y]! - sizes[x]! || x - y
  for (let i = 0; i < count; i++) {
    for (const ofField of bits) ofField[i] = Number.NaN
    const shared = index.shared(a[i]!, b[i]!).sort(rarestLast)
    for (const feature of shared) bits[fields[feature]!]![i] = 0
    const first = Math.max(0, shared.length - MAX_FEATURES)
    for (let position = first; position < shared.length; position++) {
      const feature = shared[position]!
      const field = fields[feature]!
      // The two records themselves are not counted.
      const alone = (Math.max(0, sizes[feature]! - 2) + unseen[feature]!) / (filled[field]! + 1)
      let probability = alone
      for (let before = first; before < position; before++) {
        const given = shared[before]!
        const among = Math.max(0, sizes[given]! - 2) + 1
        // If no other record has it, a word follows from the same word in another field, and from nothing else.
        const expected = texts[given] === texts[feature] ? 1 : alone
        const both = Math.max(0, index.together(given, feature) - 2) + expected
        probability = Math.max(probability, both / among)
      }
      bits[field]![i]! -= Math.log2(Math.min(1, probability))
    }
  }
  return bits
}
