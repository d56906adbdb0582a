import type { Candidates } from '../../model/pair.js'
import { MISSING, type ValueColumn } from './column.js'
import type { ValueComparison } from './compare-values.js'
import { levelOf } from './levels.js'

/** As a nickname, a value that the other table uses for the same counts as one letter apart. */
export const SYNONYM: ValueComparison = { points: 99, distance: 1, softenings: ['synonym'] }

/** Fields with more different values are not looked at: they are no categories. */
const MAX_VALUES = 500
/** Matches in which two values must meet, and the share of all matches of either. */
const MIN_MATCHES = 5
const MIN_SHARE = 0.5

/** Pairs of values, one of each table, that stand for the same: VLDB and Very Large Data Bases. */
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

  /** Sets the levels of the pairs that have such values. */
  mark({ codes }: ValueColumn, pairs: Candidates, levels: Uint8Array): void {
    const level = levelOf(SYNONYM.points)
    for (let i = 0; i < pairs.count; i++) {
      const [x, y] = [codes[pairs.a[i]!]!, codes[pairs.b[i]!]!]
      if (x !== MISSING && y !== MISSING && this.has(x, y)) levels[i] = level
    }
  }
}

/**
 * Two tables often have words of their own for the same things. Values of a field are taken for one another when they
 * meet in most of the sure matches of both; undefined when there are none.
 *
 * @param matches pairs of the two tables that match for sure
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
