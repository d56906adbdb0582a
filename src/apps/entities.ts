// Records of the same thing, after Mining of Massive Datasets, 3.8.2: each field gives up to 100 points, less a penalty
// that grows with the square of the edit distance; only records with an identical field are ever compared.

import { editDistance } from '../distance/edit.js'
import { InvalidOption, InvalidValue } from '../model/errors.js'
import { type Candidates, PairBuilder, sortPairs } from '../model/pair.js'

/** A record: texts by the name of their field. A field that is absent, or holds white space only, is missing. */
export type RecordFields = Readonly<Record<string, string | undefined>>

/** The points of one field. A field that either record lacks is no mismatch: it gives no points and has no distance. */
export type FieldScore =
  | { readonly missing: false; readonly points: number; readonly distance: number }
  | { readonly missing: true; readonly points: 0 }

/** How alike two records are. */
export interface RecordScore {
  /** Sum of the points, from 0 to `possible`. */
  readonly total: number
  /** 100 for each field that both records have: what two equal records would get. */
  readonly possible: number
  readonly fields: Readonly<Record<string, FieldScore>>
}

/** What is compared, and how strictly. */
export interface RecordScoreOptions {
  /** Default: name, address, phone. */
  readonly fields?: readonly string[]
  /** The fields in which nicknames count; default: name. */
  readonly nameFields?: readonly string[]
  /** Groups of given names; two of one group count as 1 letter apart. Case does not matter. Default: `NICKNAMES`. */
  readonly nicknames?: readonly (readonly string[])[]
  /** Points lost for a distance of 1; a distance d loses d² times as much. Above 0; default 1: none left at 10. */
  readonly penalty?: number
}

const DEFAULT_FIELDS = ['name', 'address', 'phone'] as const
const POINTS = 100

/**
 * A few English given names and their short forms. Source: common English usage, written for this library; Bill and
 * William are the pair that the text names. It is a start, not a register: for real data pass a table of your own, such
 * as one made from github.com/carltonnorthern/nicknames (Apache 2.0, about 1,600 names).
 */
export const NICKNAMES: readonly (readonly string[])[] = [
  ['alexander', 'alex', 'sandy'],
  ['andrew', 'andy', 'drew'],
  ['anthony', 'tony'],
  ['benjamin', 'ben', 'benny'],
  ['catherine', 'cathy', 'kate'],
  ['charles', 'charlie', 'chuck'],
  ['christopher', 'chris'],
  ['daniel', 'dan', 'danny'],
  ['david', 'dave'],
  ['deborah', 'debbie'],
  ['edward', 'ed', 'eddie', 'ted'],
  ['elizabeth', 'beth', 'betty', 'liz', 'lisa'],
  ['james', 'jim', 'jimmy'],
  ['jennifer', 'jenny'],
  ['john', 'jack', 'johnny'],
  ['joseph', 'joe'],
  ['katherine', 'kathy', 'kate', 'katie'],
  ['margaret', 'maggie', 'meg', 'peggy'],
  ['matthew', 'matt'],
  ['michael', 'mike', 'mick'],
  ['nicholas', 'nick'],
  ['patricia', 'pat', 'patty', 'trish'],
  ['patrick', 'pat', 'paddy'],
  ['peter', 'pete'],
  ['rebecca', 'becky'],
  ['richard', 'dick', 'rich', 'rick'],
  ['robert', 'bob', 'bobby', 'rob'],
  ['samuel', 'sam'],
  ['stephen', 'steve'],
  ['steven', 'steve'],
  ['susan', 'sue', 'susie'],
  ['theodore', 'ted', 'theo'],
  ['thomas', 'tom', 'tommy'],
  ['timothy', 'tim'],
  ['william', 'bill', 'billy', 'will', 'willie'],
]

/**
 * Scores two records. A field gives max(0, 100 − penalty · d²) points, where d is the edit distance (insertions and
 * deletions) of the two values as they are: bring case and spelling into line first if they should not count.
 *
 * @example recordScore({ name: 'Bill Ray', phone: '555' }, { name: 'William Ray', phone: '555' })
 * // total 199 of 200: name 99 at distance 1, phone 100, address missing
 */
export function recordScore(
  one: RecordFields,
  other: RecordFields,
  options: RecordScoreOptions = {},
): RecordScore {
  const { fields = DEFAULT_FIELDS, nameFields = ['name'], nicknames = NICKNAMES, penalty = 1 } = options
  if (!(penalty > 0 && penalty < Number.POSITIVE_INFINITY)) {
    throw new InvalidOption('penalty', penalty, 'a number above 0')
  }
  let total = 0
  let possible = 0
  const scores = fields.map((field): [string, FieldScore] => {
    const a = fieldText(one, field)
    const b = fieldText(other, field)
    if (a === undefined || b === undefined) return [field, { missing: true, points: 0 }]
    const distance = nameFields.includes(field) ? nameDistance(a, b, nicknames) : editDistance(a, b)
    const points = Math.max(0, POINTS - penalty * distance ** 2)
    total += points
    possible += POINTS
    return [field, { missing: false, points, distance }]
  })
  return { total, possible, fields: Object.fromEntries(scores) }
}

/**
 * The pairs of records that have an identical value in at least one of the fields, in the order of a, then b. Missing
 * values match nothing. Records are sorted by one field after the other, as in the text; a pair is told in the first
 * field that agrees, so no set of pairs is kept. n records with one value make n (n − 1) / 2 pairs: empty out
 * placeholders such as "unknown" first.
 *
 * @example recordCandidates([{ phone: '1' }, { phone: '2' }, { phone: '1' }]) // the pair (0, 2)
 */
export function recordCandidates(
  records: readonly RecordFields[],
  options: { readonly fields?: readonly string[] } = {},
): Candidates {
  const { fields = DEFAULT_FIELDS } = options
  const found = new PairBuilder()
  const columns = fields.map((field) => records.map((record, position) => fieldText(record, field, position)))
  columns.forEach((column, number) => {
    const earlier = columns.slice(0, number)
    for (const bucket of equalRuns(column)) {
      bucket.forEach((a, i) => {
        for (const b of bucket.subarray(i + 1)) {
          if (!earlier.some((values) => values[a] !== undefined && values[a] === values[b])) found.add(a, b)
        }
      })
    }
  })
  const { count, a, b } = sortPairs(found.pairs())
  return { count, a, b }
}

function fieldText(record: RecordFields, field: string, position?: number): string | undefined {
  const value: unknown = Object.hasOwn(record, field) ? record[field] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') {
    throw new InvalidValue(`the field ${JSON.stringify(field)}`, value, position, 'a text')
  }
  return value.trim() === '' ? undefined : value
}

/** The positions of each value that occurs more than once, rising. */
function* equalRuns(column: readonly (string | undefined)[]): Iterable<Uint32Array> {
  const order = Uint32Array.from(column.keys())
    .filter((position) => column[position] !== undefined)
    .sort((i, j) => (column[i]! < column[j]! ? -1 : column[i]! > column[j]! ? 1 : i - j))
  let start = 0
  for (let end = 1; end <= order.length; end++) {
    if (end < order.length && column[order[end]!] === column[order[start]!]) continue
    if (end - start > 1) yield order.subarray(start, end)
    start = end
  }
}

/**
 * The edit distance of two names in which nicknames cost 1. Words are matched from left to right, each once; a matched
 * pair is spelled alike in both names (as the alphabetically first of the two) and counted; the rest is edit distance.
 */
function nameDistance(one: string, other: string, nicknames: readonly (readonly string[])[]): number {
  const plain = editDistance(one, other)
  if (plain <= 1) return plain
  const a = splitWords(one)
  const b = splitWords(other)
  const used = new Set<number>()
  for (let i = 0; i < a.length; i++) {
    const j = b.findIndex((word, index) => !used.has(index) && areNicknames(a[i]!, word, nicknames))
    if (j < 0) continue
    used.add(j)
    const spelling = a[i]! < b[j]! ? a[i]! : b[j]!
    a[i] = spelling
    b[j] = spelling
  }
  return used.size === 0 ? plain : Math.min(plain, used.size + editDistance(a.join(''), b.join('')))
}

/** Runs of letters and what stands between them, in turn: joined, they give the text back. */
function splitWords(text: string): string[] {
  return text.split(/([^\p{L}\p{M}]+)/u)
}

function areNicknames(one: string, other: string, groups: readonly (readonly string[])[]): boolean {
  const a = one.toLowerCase()
  const b = other.toLowerCase()
  if (a === b) return false
  return groups.some((group) => hasName(group, a) && hasName(group, b))
}

function hasName(group: readonly string[], lowerCase: string): boolean {
  return group.some((name) => name.toLowerCase() === lowerCase)
}
