import { hasWords, MISSING, type ValueColumn } from './column.js'
import { ValueComparer, type ValueComparison } from './compare-values.js'
import { MIN_AGREEING } from './levels.js'
import type { NicknameTable } from './nicknames.js'
import { SYNONYM, type Synonyms } from './synonyms.js'
import { TUNING, type Tuning } from './tuning.js'
import type { Vocabulary } from './vocabulary.js'

/** The comparison of two values that are in each other's field. */
const SWAPPED: ValueComparison = { points: 90, distance: 2, softenings: ['swapped'] }
/** Two fields can be swapped when this share of the values of one occurs in the other. */
const COMMON_VALUES = 0.1

/** Compares records field by field. */
export class RecordComparer {
  readonly columns: readonly ValueColumn[]
  readonly #comparers: readonly ValueComparer[]
  readonly #swappable: readonly (readonly [number, number])[]
  readonly #synonyms: (Synonyms | undefined)[]
  readonly #points: Float64Array

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
    this.#points = new Float64Array(columns.length)
  }

  /** Makes these values of a field count as equal from now on. */
  learn(field: number, synonyms: Synonyms): void {
    this.#synonyms[field] = synonyms
  }

  /** Whether values count as equal because of `learn`. */
  get hasLearned(): boolean {
    return this.#synonyms.some((synonyms) => synonyms !== undefined)
  }

  /** The comparison of each field; undefined where one of the records has no value. */
  compare(a: number, b: number): (ValueComparison | undefined)[] {
    const points = this.points(a, b).slice()
    return this.columns.map(({ codes }, field) => {
      if (Number.isNaN(points[field])) return undefined
      const [x, y] = [codes[a]!, codes[b]!]
      if (this.#synonyms[field]?.has(x, y)) return SYNONYM
      const comparison = this.#comparers[field]!.compare(x, y)
      return comparison.points === points[field] ? comparison : SWAPPED
    })
  }

  /** The points of each field, NaN where one of the records has no value; valid until the next call. */
  points(a: number, b: number): Float64Array {
    const points = this.#points
    for (let field = 0; field < points.length; field++) {
      const { codes } = this.columns[field]!
      const [x, y] = [codes[a]!, codes[b]!]
      if (x === MISSING || y === MISSING) points[field] = Number.NaN
      else if (this.#synonyms[field]?.has(x, y)) points[field] = SYNONYM.points
      else points[field] = this.#comparers[field]!.points(x, y)
    }
    for (const [f, g] of this.#swappable) this.#swap(points, f, g, a, b)
    return points
  }

  /** Detects swapped values: neither field agrees, and one record has in one field what the other record has in the other. */
  #swap(points: Float64Array, f: number, g: number, a: number, b: number): void {
    const [inF, inG] = [points[f]!, points[g]!]
    if (inF >= MIN_AGREEING || inG >= MIN_AGREEING) return
    const [one, other] = [this.columns[f]!, this.columns[g]!]
    const [there, back] = [sameValue(one, a, other, b), sameValue(other, a, one, b)]
    if (!there && !back) return
    // If only one value has moved to the other field, it explains only one of the two disagreements.
    const isAlone = Number.isNaN(inF)
    if (!isAlone) points[f] = SWAPPED.points
    if (!Number.isNaN(inG) && (isAlone || (there && back))) points[g] = SWAPPED.points
  }
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
