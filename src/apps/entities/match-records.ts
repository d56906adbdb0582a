import type { MatchOptions } from './match-options.js'
import { matchTuned, type RecordMatches } from './match-tuned.js'
import { fieldsOf, type RecordLike } from './record.js'
import { TUNING } from './tuning.js'

/**
 * Finds records that describe the same thing, in two tables or in one. Candidates have an identical or a similar value
 * in some field; each field gives up to 100 points, less a penalty that grows with the square of the edit distance;
 * missing values are ignored. Records are objects of any type; a field holds a text, a number, a boolean or a date.
 *
 * @param a the first table
 * @param b the second table; undefined: find matches within the first
 * @example matchRecords([{ name: 'Bill Ray' }], [{ name: 'William Ray' }], { score: 'points' }).pairs
 */
export function matchRecords<A extends RecordLike<A>, B extends RecordLike<B> = A>(
  a: readonly A[],
  b?: readonly B[],
  options: MatchOptions = {},
): RecordMatches {
  return matchTuned(fieldsOf(a), b === undefined ? undefined : fieldsOf(b), options, TUNING)
}
