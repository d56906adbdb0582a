import type { OnProgress } from '../../model/on-progress.js'
import type { Candidates } from '../../model/pair.js'
import { hasWords, MISSING, type ValueColumn } from './column.js'
import { FULL_POINTS, ValueComparer, type ValueComparison } from './compare-values.js'
import { levelOf, NO_BIN } from './levels.js'
import type { NicknameTable } from './nicknames.js'
import { SYNONYM, type Synonyms } from './synonyms.js'
import { TUNING, type Tuning } from './tuning.js'
import type { Vocabulary } from './vocabulary.js'

/** The comparison of two values that are in each other's field. */
const SWAPPED: ValueComparison = { points: 90, distance: 2, softenings: ['swapped'] }
/** Below this many points, a field's value is looked for in another field. */
const DISAGREES = 45
/** Two fields can be swapped when this share of the values of one occurs in the other. */
const COMMON_VALUES = 0.1

/** Compares records field by field. */
export class RecordComparer {
  readonly columns: readonly ValueColumn[]
  readonly #comparers: readonly ValueComparer[]
  readonly #swappable: readonly (readonly [number, number])[]
  readonly #synonyms: (Synonyms | undefined)[]

  constructor(
    columns: readonly ValueColumn[],
    vocabularies: readonly (Vocabulary | undefined)[],
    nicknames: NicknameTable,
    tuning: Tuning = TUNING,
  ) {
    this.columns = columns
    this.#comparers = columns.map(
      (column, i) => new ValueComparer(column, vocabularies[i], nicknames, tuning),
    )
    this.#swappable = swappablePairs(columns)
    this.#synonyms = columns.map(() => undefined)
  }

  /** Makes these values of a field count as equal from now on. */
  learn(field: number, synonyms: Synonyms): void {
    this.#synonyms[field] = synonyms
  }

  /** The comparison of each field; undefined where one of the records has no value. */
  compare(a: number, b: number): (ValueComparison | undefined)[] {
    const compared = this.columns.map(({ codes }, field) => {
      const [x, y] = [codes[a]!, codes[b]!]
      if (x === MISSING || y === MISSING) return undefined
      return this.#synonyms[field]?.has(x, y) ? SYNONYM : this.#comparers[field]!.compare(x, y)
    })
    for (const [f, g] of this.#swappable) this.#swap(compared, f, g, a, b)
    return compared
  }

  /** Detects swapped values: neither field agrees, and one record has in one field what the other record has in the other. */
  #swap(compared: (ValueComparison | undefined)[], f: number, g: number, a: number, b: number): void {
    const [inF, inG] = [compared[f], compared[g]]
    if ((inF?.points ?? 0) >= DISAGREES || (inG?.points ?? 0) >= DISAGREES) return
    const [one, other] = [this.columns[f]!, this.columns[g]!]
    const [there, back] = [sameValue(one, a, other, b), sameValue(other, a, one, b)]
    if (!there && !back) return
    // If only one value has moved to the other field, it explains only one of the two disagreements.
    if (inF !== undefined) compared[f] = SWAPPED
    if (inG !== undefined && (inF === undefined || (there && back))) compared[g] = SWAPPED
  }
}

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

/** Compares many pairs; a field's points are multiplied by its weight. */
export function comparePairs(
  comparer: RecordComparer,
  pairs: Candidates,
  weights: readonly number[],
  onProgress: OnProgress = () => {},
): ComparedPairs {
  const levels = comparer.columns.map(() => new Uint8Array(pairs.count).fill(NO_BIN))
  const points = new Float64Array(pairs.count)
  const possible = new Float64Array(pairs.count)
  for (let i = 0; i < pairs.count; i++) {
    onProgress('comparing', i, pairs.count)
    comparer.compare(pairs.a[i]!, pairs.b[i]!).forEach((comparison, field) => {
      if (comparison === undefined) return
      levels[field]![i] = levelOf(comparison.points)
      points[i]! += weights[field]! * comparison.points
      possible[i]! += weights[field]! * FULL_POINTS
    })
  }
  const shares = points.map((sum, i) => (sum === 0 ? 0 : sum / possible[i]!))
  return { levels, points, possible, shares }
}

function sameValue(one: ValueColumn, a: number, other: ValueColumn, b: number): boolean {
  const [x, y] = [one.codes[a]!, other.codes[b]!]
  return x !== MISSING && y !== MISSING && one.values[x] === other.values[y]
}

function swappablePairs(columns: readonly ValueColumn[]): (readonly [number, number])[] {
  const values = columns.map((column) => new Set(column.values))
  return columns.flatMap((one, f) =>
    columns.flatMap((other, g): (readonly [number, number])[] => {
      if (g <= f || one.kind !== other.kind || !hasWords(one.kind)) return []
      const common = one.values.filter((value) => values[g]!.has(value)).length
      return common > COMMON_VALUES * Math.min(one.values.length, other.values.length) ? [[f, g]] : []
    }),
  )
}
