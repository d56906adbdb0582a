import { checkNames } from '../../model/check.js'
import { signatureAt } from '../../model/signatures.js'
import { signatureSimilarity } from '../../sketch/similarity.js'
import { makeSketcher, type SketchOptions, sketchCollection } from '../../sketch/sketch.js'
import type { ShingleOptions } from '../../text/shingle-options.js'
import { ListBudget, listShingles, shingleCollection } from '../../text/shingles.js'

/** How two texts are compared. */
export interface CompareOptions {
  /** Default: 5 words, lower-cased. */
  readonly shingle?: ShingleOptions
  /** For the estimate. Default: Fast Similarity Sketching with 128 slots. */
  readonly sketch?: SketchOptions
}

/** What two texts have in common. */
export interface Comparison {
  /** The Jaccard similarity of the shingle sets, in [0, 1]; 0 if one of the texts is empty. */
  readonly similarity: number
  /** The similarity as the signatures estimate it. */
  readonly estimate: number
  /** The share of the first text's shingles that the second has, and the reverse. */
  readonly containment: { readonly aInB: number; readonly bInA: number }
  /** The common shingles, in the order of the first text. */
  readonly shared: readonly string[]
  readonly onlyA: readonly string[]
  readonly onlyB: readonly string[]
}

/**
 * Compares two texts and shows why they are similar. As bags, a shingle is shared as often as both texts have it.
 *
 * @example compare('abcdabd', 'bcdabcd', { shingle: { kind: 'chars', k: 2 } }).shared // ['ab', 'bc', 'cd', 'da']
 */
export function compare(a: string, b: string, options: CompareOptions = {}): Comparison {
  return compareWithin(Number.POSITIVE_INFINITY, a, b, options)
}

/**
 * The same for texts whose shingles, all listed, have at most so many characters.
 *
 * @throws TooLarge
 */
export function compareWithin(limit: number, a: string, b: string, options: CompareOptions): Comparison {
  checkNames(options, ['shingle', 'sketch'])
  const { shingle = {} } = options
  const budget = new ListBudget(limit)
  const left = listShingles(a, shingle, budget)
  const right = listShingles(b, shingle, budget)
  const { both: shared, rest: onlyA } = split(left, right)
  const { rest: onlyB } = split(right, left)
  const union = shared.length + onlyA.length + onlyB.length
  const signatures = sketchCollection(
    shingleCollection([a, b], options.shingle),
    makeSketcher(options.sketch),
  )
  return {
    similarity: share(shared.length, union),
    estimate: signatureSimilarity(signatureAt(signatures, 0), signatureAt(signatures, 1)),
    containment: { aInB: share(shared.length, left.length), bInA: share(shared.length, right.length) },
    shared,
    onlyA,
    onlyB,
  }
}

/** Splits `shingles` into those that `others` has as well, each as often as it occurs there, and the rest. */
function split(shingles: readonly string[], others: readonly string[]): { both: string[]; rest: string[] } {
  const left = new Map<string, number>()
  for (const shingle of others) left.set(shingle, (left.get(shingle) ?? 0) + 1)
  const both: string[] = []
  const rest: string[] = []
  for (const shingle of shingles) {
    const count = left.get(shingle) ?? 0
    if (count > 0) left.set(shingle, count - 1)
    ;(count > 0 ? both : rest).push(shingle)
  }
  return { both, rest }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
