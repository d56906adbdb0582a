// Records of the same thing, after Mining of Massive Datasets, 3.8.2: each field gives up to 100 points, less a penalty
// that grows with the square of the edit distance.

import { editDistance } from '../../distance/edit.js'
import { InvalidOption } from '../../model/errors.js'
import { NICKNAMES, NicknameTable } from './nicknames.js'
import { DEFAULT_FIELDS, fieldsOf, fieldText, type RecordLike } from './record.js'

/** The points of one field. A field that one of the records lacks is not a mismatch: it has no points and no distance. */
export type FieldScore =
  | { readonly missing: false; readonly points: number; readonly distance: number }
  | { readonly missing: true; readonly points: 0 }

/** The similarity of two records, in points. */
export interface RecordScore {
  /** Sum of the points, from 0 to `possible`. */
  readonly total: number
  /** 100 for each field that both records have: the points of two equal records. */
  readonly possible: number
  readonly fields: Readonly<Record<string, FieldScore>>
}

/** What is compared, and how strictly. */
export interface RecordScoreOptions {
  /** Default: name, address, phone. */
  readonly fields?: readonly string[]
  /** The fields in which nicknames are recognized. Default: name. */
  readonly nameFields?: readonly string[]
  /** Groups of given names; two of one group count as 1 letter apart. Case does not matter. Default: `NICKNAMES`. */
  readonly nicknames?: readonly (readonly string[])[]
  /** Points lost for a distance of 1; a distance d loses d² times as much. Above 0; default 1, which leaves none at 10. */
  readonly penalty?: number
}

const POINTS = 100

/**
 * Scores two records. A field gives max(0, 100 − penalty · d²) points, where d is the edit distance (insertions and
 * deletions) of the two values as they are; normalize case and spelling first if they should not count.
 *
 * @example recordScore({ name: 'Bill Ray', phone: '555' }, { name: 'William Ray', phone: '555' })
 * // total 199 of 200: name 99 at distance 1, phone 100, address missing
 */
export function recordScore<A extends RecordLike<A>, B extends RecordLike<B>>(
  one: A,
  other: B,
  options: RecordScoreOptions = {},
): RecordScore {
  const { fields = DEFAULT_FIELDS, nameFields = ['name'], nicknames = NICKNAMES, penalty = 1 } = options
  if (!(penalty > 0 && penalty < Number.POSITIVE_INFINITY)) {
    throw new InvalidOption('penalty', penalty, 'a number above 0')
  }
  const table = NicknameTable.of(nicknames)
  const [fieldsOfOne, fieldsOfOther] = [...fieldsOf([one]), ...fieldsOf([other])]
  let total = 0
  let possible = 0
  const scores = fields.map((field): [string, FieldScore] => {
    const a = fieldText(fieldsOfOne!, field)
    const b = fieldText(fieldsOfOther!, field)
    if (a === undefined || b === undefined) return [field, { missing: true, points: 0 }]
    const distance = nameFields.includes(field) ? nameDistance(a, b, table) : editDistance(a, b)
    const points = Math.max(0, POINTS - penalty * distance ** 2)
    total += points
    possible += POINTS
    return [field, { missing: false, points, distance }]
  })
  return { total, possible, fields: Object.fromEntries(scores) }
}

/**
 * The edit distance of two names in which a nickname costs 1. Words are matched from left to right, each once. A matched
 * pair is given one spelling in both names (the alphabetically first of the two) and counted; the rest is edit distance.
 */
function nameDistance(one: string, other: string, table: NicknameTable): number {
  const plain = editDistance(one, other)
  if (plain <= 1) return plain
  const a = splitWords(one)
  const b = splitWords(other)
  const used = new Set<number>()
  for (let i = 0; i < a.length; i++) {
    const j = b.findIndex((word, index) => !used.has(index) && table.areNicknames(a[i]!, word))
    if (j < 0) continue
    used.add(j)
    const spelling = a[i]! < b[j]! ? a[i]! : b[j]!
    a[i] = spelling
    b[j] = spelling
  }
  return used.size === 0 ? plain : Math.min(plain, used.size + editDistance(a.join(''), b.join('')))
}

/** Splits a text into runs of letters and what is between them, alternating; joined, they give the text back. */
function splitWords(text: string): string[] {
  return text.split(/([^\p{L}\p{M}]+)/u)
}
