import { InvalidValue, LengthMismatch } from '../model/errors.js'
import { charactersOf } from './characters.js'
import { checkVectors } from './check-vectors.js'

/**
 * The Hamming distance: the number of positions in which two strings of the same length (in code points), or two
 * vectors of the same length, differ. It is a metric, an integer from 0 to the length. Throws `LengthMismatch` for different lengths.
 *
 * @example hammingDistance('10101', '11110') // 3
 * @example hammingDistance([1, 0, 1], [1, 1, 1]) // 1
 */
export function hammingDistance(a: string, b: string): number
export function hammingDistance(a: ArrayLike<number>, b: ArrayLike<number>): number
export function hammingDistance(a: string | ArrayLike<number>, b: string | ArrayLike<number>): number {
  if (typeof a === 'string' && typeof b === 'string') return distanceOfStrings(a, b)
  if (typeof a === 'string' || typeof b === 'string') {
    const other = typeof a === 'string' ? b : a
    throw new InvalidValue('the second argument', other, undefined, 'a string, like the first argument')
  }
  checkVectors(a, b)
  return differences(a, b)
}

function distanceOfStrings(a: string, b: string): number {
  const [charactersA, charactersB] = [charactersOf(a), charactersOf(b)]
  if (charactersA.length !== charactersB.length) {
    throw new LengthMismatch('strings', charactersA.length, charactersB.length)
  }
  return differences(charactersA, charactersB)
}

function differences<Item>(a: ArrayLike<Item>, b: ArrayLike<Item>): number {
  let count = 0
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) count++
  return count
}
