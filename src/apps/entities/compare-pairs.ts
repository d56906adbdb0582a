import type { OnProgress } from '../../model/on-progress.js'
import type { Candidates } from '../../model/pair.js'
import type { RecordComparer } from './compare-records.js'
import { FULL_POINTS } from './compare-values.js'
import { levelOf, NO_BIN } from './levels.js'

/** The result of comparing many pairs. */
export interface ComparedPairs {
  /** For each field the level of every pair, or `NO_BIN`. */
  readonly levels: readonly Uint8Array[]
  /** For each pair, the points of all fields, and the points that two equal records would have. */
  readonly points: Float64Array
  readonly possible: Float64Array
  /** Points as a share of what is possible, in [0, 1]; 0 if nothing is possible. */
  readonly shares: Float64Array
}

/** What is compared, without what follows from it. */
export type ComparedPoints = Omit<ComparedPairs, 'shares'>

/** Compares many pairs on this thread; a field's points are multiplied by its weight. */
export function comparePairs(
  comparer: RecordComparer,
  { count, a, b }: Candidates,
  weights: readonly number[],
  onProgress: OnProgress = () => {},
): ComparedPairs {
  const levels = comparer.columns.map(() => new Uint8Array(count))
  const [points, possible] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < count; i++) {
    onProgress('comparing', i, count)
    const ofFields = comparer.points(a[i]!, b[i]!)
    let [sum, full] = [0, 0]
    for (let field = 0; field < ofFields.length; field++) {
      const own = ofFields[field]!
      levels[field]![i] = Number.isNaN(own) ? NO_BIN : levelOf(own)
      if (Number.isNaN(own)) continue
      sum += weights[field]! * own
      full += weights[field]! * FULL_POINTS
    }
    points[i] = sum
    possible[i] = full
  }
  return withShares({ levels, points, possible })
}

/** Adds the points as a share of what is possible. */
export function withShares(compared: ComparedPoints): ComparedPairs {
  const { points, possible } = compared
  return { ...compared, shares: Float64Array.from(points, (sum, i) => (sum === 0 ? 0 : sum / possible[i]!)) }
}
