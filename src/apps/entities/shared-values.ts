import { tokenHash } from '../../hash/shingle-hash.js'
import type { SetJoin } from '../../join/set-join.js'
import type { Candidates } from '../../model/pair.js'
import { makeSetCollection } from '../../model/set-collection.js'
import { hasWords, MISSING, type ValueColumn } from './column.js'
import { WRONG } from './learn-field.js'
import type { Vocabulary } from './vocabulary.js'

/** Records that have something in common. */
export interface Shared {
  /** Positions, in ascending order. */
  readonly members: Uint32Array
  /** The evidence of sharing it, in bits: the rarer, the more. */
  readonly bits: number
}

const GRAM = 3
/** Columns whose values have more words than this on average are joined by their words. */
const MANY_WORDS = 1.5
/** What this share of the values of a table have, such as "Ltd" in each name, distinguishes none of them. */
const NEARLY_ALL = 1 - WRONG

/** Records with an identical value: those whose values have the same number. */
export function identicalValues(column: ValueColumn): Shared[] {
  return membersOfValues(column)
    .filter((members) => members.length > 1)
    .map((members) => ({ members, bits: rarity(members.length, column.codes.length) }))
}

/** Records with an identical word in values of several words. */
export function identicalWords({ codes }: ValueColumn, { lists, words }: Vocabulary): Shared[] {
  const groups: number[][] = words.map(() => [])
  codes.forEach((code, record) => {
    if (code === MISSING || lists[code]!.length < 2) return
    for (const word of new Set(lists[code])) groups[word]!.push(record)
  })
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({ members: Uint32Array.from(group), bits: rarity(group.length, codes.length) }))
}

/**
 * Records with similar values, from a join of the values' sets of words or of three-letter runs. Those that nearly all values of a table
 * have are left out: with them, all values that have one more word in common would be similar.
 *
 * @param split the position of the first record of the second table; undefined for one table
 */
export function similarValues(
  column: ValueColumn,
  join: SetJoin,
  threshold: number,
  split: number | undefined,
): Shared[] {
  const { values, kind } = column
  if (!hasWords(kind) && kind !== 'email') return []
  const words = values.reduce((sum, value) => sum + value.split(' ').length, 0)
  const elements = values.map(words > MANY_WORDS * values.length ? wordHashes : gramHashes)
  const constant = constantElements(column, elements, split)
  const sets = elements.map((list) => list.filter((element) => !constant.has(element)))
  return sharedBy(column, join(makeSetCollection(sets), { threshold }))
}

/** The elements that nearly all distinct values of either table have. */
function constantElements(
  { codes }: ValueColumn,
  elements: readonly (readonly number[])[],
  split = codes.length,
): Set<number> {
  const constant = new Set<number>()
  for (const table of [codes.subarray(0, split), codes.subarray(split)]) {
    const inTable = new Set(table)
    inTable.delete(MISSING)
    const counts = new Map<number, number>()
    for (const code of inTable) {
      for (const element of new Set(elements[code])) counts.set(element, (counts.get(element) ?? 0) + 1)
    }
    for (const [element, count] of counts) if (count >= NEARLY_ALL * inTable.size) constant.add(element)
  }
  return constant
}

/** Records with the values of each pair of values. */
export function sharedBy(column: ValueColumn, { count, a, b }: Candidates): Shared[] {
  const members = membersOfValues(column)
  return Array.from({ length: count }, (_, i) => {
    const both = Uint32Array.from([...members[a[i]!]!, ...members[b[i]!]!]).sort()
    return { members: both, bits: rarity(both.length, column.codes.length) }
  })
}

function membersOfValues({ codes, counts }: ValueColumn): Uint32Array[] {
  const members = Array.from(counts, (count) => new Uint32Array(count))
  const filled = new Uint32Array(counts.length)
  codes.forEach((code, record) => {
    if (code !== MISSING) members[code]![filled[code]!++] = record
  })
  return members
}

function rarity(members: number, records: number): number {
  return Math.log2(records / members)
}

function wordHashes(value: string): number[] {
  return value.split(' ').map(tokenHash)
}

/** With a space at both ends, so that the first and the last letter count too. */
function gramHashes(value: string): number[] {
  const text = ` ${value} `
  return Array.from({ length: text.length - GRAM + 1 }, (_, i) => tokenHash(text.slice(i, i + GRAM)))
}
