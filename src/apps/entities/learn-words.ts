import { type Candidates, PairBuilder } from '../../model/pair.js'
import type { ComparedPairs } from './compare-pairs.js'
import type { RecordComparer } from './compare-records.js'
import type { Evidence } from './evidence.js'
import { learnSynonyms } from './synonyms.js'

/** The minimum probability of the matches from which synonyms are learned. */
const CERTAIN = 8 / 9
/** Learns which words the two tables use for the same thing and marks the pairs that have them. Returns whether there are any. */
export function learnWords(
  comparer: RecordComparer,
  candidates: Candidates,
  { probabilities }: Evidence,
  [compared, apart]: readonly [ComparedPairs, ComparedPairs],
  random: Candidates,
): boolean {
  const sure = new PairBuilder()
  probabilities.forEach((probability, i) => {
    if (probability >= CERTAIN) sure.add(candidates.a[i]!, candidates.b[i]!)
  })
  const matches = sure.candidates()
  return comparer.columns
    .map((column, field) => {
      const synonyms = learnSynonyms(column, matches)
      if (synonyms === undefined) return false
      comparer.learn(field, synonyms)
      synonyms.mark(column, candidates, compared.levels[field]!)
      synonyms.mark(column, random, apart.levels[field]!)
      return true
    })
    .some(Boolean)
}
