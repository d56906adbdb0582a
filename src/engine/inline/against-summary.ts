import type { AgainstSummary } from '../../model/report.js'
import { sequenceOf } from './copy-kinds.js'
import type { BetweenSides, SearchResult } from './search.js'

/** A summary of the second side, with the number of its documents that are used. */
export function againstSummary(
  texts: readonly string[],
  { plan, copies }: Pick<SearchResult, 'plan' | 'copies'>,
  between: BetweenSides,
): AgainstSummary {
  const sequence = sequenceOf(plan.shingle)
  const others = between.copies.slice(copies.length)
  const textOf = (position: number) => between.texts[position - between.boundary]!
  const known = new Set(others.flatMap((group) => group.map((position) => textOf(position).toWellFormed())))
  const sequences = new Set(others.map(([first]) => sequence(textOf(first!))))
  let [identical, equal] = [0, 0]
  for (const group of copies) {
    const same = group.filter((position) => known.has(texts[position]!.toWellFormed())).length
    identical += same
    if (sequences.has(sequence(texts[group[0]!]!))) equal += group.length - same
  }
  return { documents: between.texts.length, empty: between.empty, identical, equal }
}
