import type { Candidates } from '../../model/pair.js'
import type { ValueColumn } from './column.js'
import type { FeatureIndex } from './feature-index.js'

/** Of the features that a pair shares, only this many of the rarest count. */
const MAX_FEATURES = 30

/**
 * How surprising it is that two records share what they share, in bits for each field: −log2 of the probability that a record
 * of something else has it too; NaN where nothing is shared. What follows from what is shared already surprises nobody: each
 * feature, from the frequent to the rare, counts by the largest of its probabilities given any one before it, in whatever
 * field that is. So "Chicago Public Schools" counts once, beside its web site and its director too, and of a name in four
 * columns three do not count. (A tree of dependences for each pair, after Chow and Liu, 1968.)
 */
export function surprises(
  columns: readonly ValueColumn[],
  index: FeatureIndex,
  pairs: Candidates,
): Float64Array[] {
  const bits = columns.map(() => new Float64Array(pairs.count).fill(Number.NaN))
  const { fields, postings, unseen, texts } = index
  for (let i = 0; i < pairs.count; i++) {
    const shared = index
      .shared(pairs.a[i]!, pairs.b[i]!)
      .sort((x, y) => postings[y]!.length - postings[x]!.length || x - y)
    for (const feature of shared) if (Number.isNaN(bits[fields[feature]!]![i])) bits[fields[feature]!]![i] = 0
    const counted = shared.slice(-MAX_FEATURES)
    counted.forEach((feature, place) => {
      const field = fields[feature]!
      // The two records themselves are not counted.
      const alone =
        (Math.max(0, postings[feature]!.length - 2) + unseen[feature]!) / (columns[field]!.filled + 1)
      let probability = alone
      for (let before = 0; before < place; before++) {
        const given = counted[before]!
        const among = Math.max(0, postings[given]!.length - 2) + 1
        // Where no other record tells, a word follows from itself in another field, and from nothing else.
        const believed = texts[given] === texts[feature] ? 1 : alone
        const both = Math.max(0, index.together(given, feature) - 2) + believed
        probability = Math.max(probability, both / among)
      }
      bits[field]![i]! -= Math.log2(Math.min(1, probability))
    })
  }
  return bits
}
