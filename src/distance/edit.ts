import { checkWhole } from '../model/check.js'
import { TooLarge } from '../model/errors.js'
import { charactersOf } from './characters.js'
import { commonPositions } from './common-subsequence.js'
import { unitEditDistance } from './edit-units.js'
import { lcsRow } from './lcs-row.js'
import { shortestEdit } from './shortest-edit.js'

// Characters are code points. A common prefix and suffix are removed first: they always belong to a longest common subsequence, and make up
// most of a near-duplicate. The limits apply to what remains. Memory grows only with the lengths, so the limits are there to keep the time
// to a few seconds.

/** The maximum product of the two lengths, such as two texts of about 131,000 characters each. */
const LARGEST_TABLE = 2 ** 34

/** The maximum of the bound times the sum of the two lengths. */
const LARGEST_BAND = 2 ** 31

/**
 * A longest text that can be obtained from either text by deleting characters. If there are several, the choice is always the same.
 * Throws `TooLarge` if the product of the lengths exceeds 2^34.
 *
 * @example longestCommonSubsequence('abcde', 'acfdeg') // 'acde'
 */
export function longestCommonSubsequence(a: string, b: string): string {
  const { characters, start, middleA, middleB, alphabet } = prepare(a, b)
  checkTable(middleA, middleB)
  const shared = commonPositions(middleA, middleB, new Int32Array(alphabet))
  const end = start + middleA.length
  const kept = shared.map((position) => characters[start + position]!)
  return characters.slice(0, start).concat(kept, characters.slice(end)).join('')
}

/**
 * The length of a longest common subsequence, in characters. Throws `TooLarge` if the product of the lengths exceeds 2^34.
 *
 * @example lcsLength('abcde', 'acfdeg') // 4
 */
export function lcsLength(a: string, b: string): number {
  const { characters, middleA, middleB, alphabet } = prepare(a, b)
  checkTable(middleA, middleB)
  const row = lcsRow(middleA, middleB, new Int32Array(alphabet))
  return characters.length - middleA.length + row[middleB.length]!
}

/**
 * The edit distance of two texts with insertions and deletions only, |a| + |b| − 2 · LCS: a metric, an integer from 0 to |a| + |b|. A
 * replaced character counts as 2. Throws `TooLarge` if the product of the lengths exceeds 2^34.
 *
 * @example editDistance('abcde', 'acfdeg') // 3
 */
export function editDistance(a: string, b: string): number {
  if (typeof a === 'string' && typeof b === 'string') {
    const distance = unitEditDistance(a, b)
    if (distance !== undefined) return distance
  }
  const { middleA, middleB, alphabet } = prepare(a, b)
  checkTable(middleA, middleB)
  const row = lcsRow(middleA, middleB, new Int32Array(alphabet))
  return middleA.length + middleB.length - 2 * row[middleB.length]!
}

/**
 * The edit distance if it is at most `bound` (an integer of at least 0), otherwise `undefined`. It is fast for a small bound, whatever the
 * lengths. Throws `TooLarge` if the bound times the sum of the lengths exceeds 2^31.
 *
 * @example editDistanceWithin('abcde', 'acfdeg', 3) // 3
 * @example editDistanceWithin('abcde', 'acfdeg', 2) // undefined
 */
export function editDistanceWithin(a: string, b: string, bound: number): number | undefined {
  checkWhole('bound', bound, 0, Number.MAX_SAFE_INTEGER)
  const { middleA, middleB } = prepare(a, b)
  const total = middleA.length + middleB.length
  if (Math.abs(middleA.length - middleB.length) > bound) return undefined
  const minimum = Math.min(bound, total)
  if (minimum * total > LARGEST_BAND) {
    throw new TooLarge(
      'bound × characters',
      minimum * total,
      LARGEST_BAND,
      'use a smaller bound, or compare parts',
    )
  }
  return shortestEdit(middleA, middleB, minimum)
}

function checkTable(a: Uint32Array, b: Uint32Array): void {
  const cells = a.length * b.length
  if (cells > LARGEST_TABLE) {
    const hint = 'use editDistanceWithin with a small bound, or compare parts'
    throw new TooLarge('characters × characters', cells, LARGEST_TABLE, hint)
  }
}

interface Prepared {
  /** All characters of the first text. */
  readonly characters: readonly string[]
  /** The length of the common prefix, in characters. */
  readonly start: number
  /** The texts between the common prefix and the common suffix, with a number for each distinct character. */
  readonly middleA: Uint32Array
  readonly middleB: Uint32Array
  /** The number of distinct characters. */
  readonly alphabet: number
}

function prepare(a: string, b: string): Prepared {
  const [charactersA, charactersB] = [charactersOf(a), charactersOf(b)]
  let [endA, endB] = [charactersA.length, charactersB.length]
  let start = 0
  while (start < endA && start < endB && charactersA[start] === charactersB[start]) start++
  while (endA > start && endB > start && charactersA[endA - 1] === charactersB[endB - 1]) {
    endA--
    endB--
  }
  const numbers = new Map<string, number>()
  const numberOf = (character: string) => {
    const number = numbers.get(character) ?? numbers.size
    if (number === numbers.size) numbers.set(character, number)
    return number
  }
  const middleA = Uint32Array.from(charactersA.slice(start, endA), numberOf)
  const middleB = Uint32Array.from(charactersB.slice(start, endB), numberOf)
  return { characters: charactersA, start, middleA, middleB, alphabet: numbers.size }
}
