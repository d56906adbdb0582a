import { InvalidOption, InvalidValue } from '../../model/errors.js'
import { type Candidates, PairBuilder } from '../../model/pair.js'
import { joined } from './choose-pairs.js'
import { pairKey } from './pair-key.js'

/** A labeled pair, by position. For two tables, `a` is in the first and `b` in the second. */
export interface MatchLabel {
  readonly a: number
  readonly b: number
  readonly isMatch: boolean
}

/** Converts labels to positions in the list of all records, a before b, and drops repetitions. Throws for invalid labels. */
export function labelsByIndex(
  labels: readonly MatchLabel[],
  sizes: readonly [number, number | undefined],
): MatchLabel[] {
  const [left, right] = sizes
  const seen = new Map<number, boolean>()
  return labels.flatMap(({ a, b, isMatch }, position) => {
    const limits = [left, right ?? left]
    for (const [side, number] of [a, b].entries()) {
      if (!Number.isInteger(number) || number < 0 || number >= limits[side]!) {
        throw new InvalidValue(
          'the position of a label',
          number,
          position,
          `a position below ${limits[side]}`,
        )
      }
    }
    if (right === undefined && a === b)
      throw new InvalidValue('a label', `${a}, ${b}`, position, 'two records')
    const [one, other] = right === undefined ? [Math.min(a, b), Math.max(a, b)] : [a, left + b]
    const key = pairKey(one, other)
    const before = seen.get(key)
    if (before !== undefined && before !== isMatch) {
      throw new InvalidOption(
        'labels',
        `the pair (${a}, ${b}) both as a match and as no match`,
        'one label per pair',
      )
    }
    seen.set(key, isMatch)
    return before === undefined ? [{ a: one, b: other, isMatch }] : []
  })
}

/** Appends the labeled pairs that are not among the candidates. */
export function withLabeled<Found extends Candidates>(found: Found, labels: readonly MatchLabel[]): Found {
  if (labels.length === 0) return found
  const known = new Set(Array.from(found.a, (a, i) => pairKey(a, found.b[i]!)))
  const further = new PairBuilder()
  for (const { a, b } of labels) if (!known.has(pairKey(a, b))) further.add(a, b)
  return further.count === 0 ? found : { ...found, ...joined(found, further.candidates()) }
}
