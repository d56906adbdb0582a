import type { Candidates } from '../../model/pair.js'
import { MISSING, type ValueColumn } from './column.js'
import type { ValueComparison } from './compare-values.js'
import { levelOf } from './levels.js'

/** Like a nickname, a value that the other table uses for the same thing counts as one letter apart. */
export const SYNONYM: ValueComparison = { points: 99, distance: 1, softenings: ['synonym'] }

/** Fields with more distinct values are skipped: they are not categories. */
const MAX_VALUES = 500
/** Synonyms must occur together in this many matches, and in this share of all matches of either value. */
const MIN_MATCHES = 5
const MIN_SHARE = 0.5

/** Pairs of values, one from each table, that mean the same: VLDB and Very Large Data Bases. */
export class Synonyms {
  readonly #values: number
  readonly #keys: ReadonlySet<number>

  constructor(values: number, keys: ReadonlySet<number>) {
    this.#values = values
    this.#keys = keys
  }

  /** @param x a value of the first table @param y a value of the second */
  has(x: number, y: number): boolean {
    return this.#keys.has(x * this.#values + y)
  }

  /** Sets the levels of the pairs that have synonymous values. */
  mark({ codes }: ValueColumn, pairs: Candidates, levels: Uint8Array): void {
    const level = levelOf(SYNONYM.points)
    for (let i = 0; i < pairs.count; i++) {
      const [x, y] = [codes[pairs.a[i]!]!, codes[pairs.b[i]!]!]
      if (x !== MISSING && y !== MISSING && this.has(x, y)) levels[i] = level
    }
  }
}

/**
 * Two tables often use different words for the same things. Values of a field count as synonyms if they occur together in
 * most of the sure matches of both. Returns undefined if there are none.
 *
 * @param matches certain matches between the two tables
 */
export function learnSynonyms({ codes, values }: ValueColumn, matches: Candidates): Synonyms | undefined {
  if (values.length > MAX_VALUES) return undefined
  const together = new Map<number, number>()
  const [left, right] = [new Uint32Array(values.length), new Uint32Array(values.length)]
  for (let i = 0; i < matches.count; i++) {
    const [x, y] = [codes[matches.a[i]!]!, codes[matches.b[i]!]!]
    if (x === MISSING || y === MISSING) continue
    const key = x * values.length + y
    together.set(key, (together.get(key) ?? 0) + 1)
    left[x]!++
    right[y]!++
  }
  const keys = new Set<number>()
  for (const [key, count] of together) {
    const [x, y] = [Math.floor(key / values.length), key % values.length]
    const share = count / Math.max(left[x]!, right[y]!)
    if (x !== y && count >= MIN_MATCHES && share >= MIN_SHARE) keys.add(key)
  }
  return keys.size === 0 ? undefined : new Synonyms(values.length, keys)
}
