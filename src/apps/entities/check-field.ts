// How good are the matches? As in Mining of Massive Datasets, 3.8.3, a field that was not used for matching gives an
// estimate. In the book, records of one customer were created 10 days apart on average, random ones 45 days. Pairs that are
// x days apart on average are a mixture of the two, so (45 − x) / 35 of them are true.

import type { Candidates } from '../../model/pair.js'
import type { DayOrder } from './dates.js'
import { dayOrder, parseDate } from './dates.js'
import { guessKind } from './kind.js'
import { normalizeValue } from './normalize-value.js'

/**
 * Estimates the share of true matches among pairs from a field that was not compared, by the mean distance of pairs in that field.
 *
 * @param observed for the pairs in question
 * @param sure for pairs that are certain matches
 * @param random for random pairs
 * @returns from 0 to 1; undefined if the field does not separate matches from random pairs
 * @example precisionFromField(17, 10, 45) // 0.8
 */
export function precisionFromField(observed: number, sure: number, random: number): number | undefined {
  if (!(random > sure)) return undefined
  return Math.min(1, Math.max(0, (random - observed) / (random - sure)))
}

/** The mean distance in the field, over the pairs in which both records have a value. */
export interface MeanDistance {
  readonly pairs: number
  readonly mean: number
}

/** What a field that was not compared shows about the matches. */
export interface FieldCheck {
  readonly field: string
  /** The distance of dates is in days, that of numbers is their difference; other values are the same (0) or different (1). */
  readonly unit: 'days' | 'difference' | 'share that differ'
  readonly certain: MeanDistance
  readonly random: MeanDistance
  readonly found: MeanDistance
  /** The estimated share of true matches; undefined if there are too few pairs, or if the field is not informative. */
  readonly precision: number | undefined
}

/** With fewer pairs the mean is not reliable. */
const MIN_PAIRS = 10
const DAY = 86_400_000

/** Measures a field over sure, random and found pairs. */
export function checkByField(
  field: string,
  texts: readonly (string | undefined)[],
  pairs: { readonly sure: Candidates; readonly random: Candidates; readonly found: Candidates },
): FieldCheck {
  const { unit, values } = measured(field, texts)
  const meanOf = ({ count, a, b }: Candidates): MeanDistance => {
    let [sum, seen] = [0, 0]
    for (let i = 0; i < count; i++) {
      const [x, y] = [values[a[i]!], values[b[i]!]]
      if (x === undefined || y === undefined) continue
      sum += typeof x === 'number' && typeof y === 'number' ? Math.abs(x - y) : Number(x !== y)
      seen++
    }
    return { pairs: seen, mean: seen === 0 ? 0 : sum / seen }
  }
  const [sure, random, found] = [meanOf(pairs.sure), meanOf(pairs.random), meanOf(pairs.found)]
  const isEnough = [sure, random, found].every((mean) => mean.pairs >= MIN_PAIRS)
  const precision = isEnough ? precisionFromField(found.mean, sure.mean, random.mean) : undefined
  return { field, unit, certain: sure, random, found, precision }
}

function measured(
  field: string,
  texts: readonly (string | undefined)[],
): { readonly unit: FieldCheck['unit']; readonly values: readonly (string | number | undefined)[] } {
  const given = texts.filter((text) => text !== undefined)
  const kind = guessKind(field, given)
  if (kind === 'date') {
    const order = dayOrder(given)
    return {
      unit: 'days',
      values: texts.map((text) => (text === undefined ? undefined : dayOf(text, order))),
    }
  }
  const plain = texts.map((text) =>
    text === undefined ? undefined : normalizeValue(text, kind) || undefined,
  )
  const isNumeric = plain.every((value) => value === undefined || /^-?\d+(\.\d+)?$/.test(value))
  if ((kind === 'code' || kind === 'amount') && isNumeric) {
    return {
      unit: 'difference',
      values: plain.map((value) => (value === undefined ? undefined : Number(value))),
    }
  }
  return { unit: 'share that differ', values: plain }
}

function dayOf(text: string, order: DayOrder): number | undefined {
  const date = parseDate(text, order)
  if (date === undefined) return undefined
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6))) / DAY
}
