import { type PairBatch, PairBuilder, sortPairs } from '../../model/pair.js'
import type { Print } from './print.js'
import { PrintIndex, type PrintIndexOptions } from './print-index.js'

/** Many–many: the result of comparing prints with each other. */
export interface PrintScores {
  /** Every pair that was compared, with its score, ordered by a, then b. */
  readonly compared: PairBatch
  /** The number of all pairs; those that were not compared have the score 0. */
  readonly pairs: number
}

/**
 * Compares every print with its candidates among the others. A pair is compared if either print is a candidate of the other.
 *
 * @param onProgress called with the number of prints done
 */
export function scorePrints(
  prints: readonly Print[],
  options: PrintIndexOptions = {},
  onProgress: (done: number) => void = () => {},
): PrintScores {
  const index = new PrintIndex(options)
  const prepared = prints.map((print) => index.prepare(print))
  for (const print of prepared) index.addPrepared(print)
  const found = new PairBuilder()
  const wanted = index.isExhaustive
    ? undefined
    : prepared.map((print, number) => {
        onProgress((number + 1) / 2)
        return new Set(index.candidates(print, number).map((candidate) => candidate.number))
      })
  prepared.forEach((print, a) => {
    for (let b = a + 1; b < prepared.length; b++) {
      const isWanted = wanted === undefined || wanted[a]!.has(b) || wanted[b]!.has(a)
      if (isWanted) found.add(a, b, index.compare(print, b).score)
    }
    onProgress(wanted === undefined ? a + 1 : (prepared.length + a + 1) / 2)
  })
  return { compared: sortPairs(found.pairs()), pairs: (prints.length * (prints.length - 1)) / 2 }
}

/** The pairs whose score reaches a threshold. */
export function pairsAtLeast({ compared }: PrintScores, threshold: number): PairBatch {
  const kept = new PairBuilder()
  for (let i = 0; i < compared.count; i++) {
    const score = compared.similarity[i]!
    if (score >= threshold) kept.add(compared.a[i]!, compared.b[i]!, score)
  }
  return kept.pairs()
}

/** Scores of pairs of the same finger and of different fingers, where the fingers are known; 0 for pairs not compared. */
export function splitScores(
  prints: readonly Print[],
  { compared }: PrintScores,
): { readonly genuine: number[]; readonly impostor: number[] } {
  const genuine: number[] = []
  const impostor: number[] = []
  let at = 0
  for (let a = 0; a < prints.length; a++) {
    for (let b = a + 1; b < prints.length; b++) {
      const isCompared = compared.a[at] === a && compared.b[at] === b
      const score = isCompared ? compared.similarity[at++]! : 0
      const [one, other] = [prints[a]!.finger, prints[b]!.finger]
      if (one === undefined || other === undefined) continue
      ;(one === other ? genuine : impostor).push(score)
    }
  }
  return { genuine, impostor }
}

/**
 * For each print with another of its finger, the rank of the best of those among all other prints, from 1; among equal
 * scores, other fingers come first. Infinity if none of its finger was compared with it.
 */
export function ranksOf(prints: readonly Print[], { compared }: PrintScores): number[] {
  const genuine = new Float64Array(prints.length)
  const each = (take: (one: number, other: number, score: number) => void) => {
    for (let i = 0; i < compared.count; i++) {
      take(compared.a[i]!, compared.b[i]!, compared.similarity[i]!)
      take(compared.b[i]!, compared.a[i]!, compared.similarity[i]!)
    }
  }
  const isSame = (one: number, other: number) =>
    prints[one]!.finger !== undefined && prints[one]!.finger === prints[other]!.finger
  each((one, other, score) => {
    if (isSame(one, other) && score > genuine[one]!) genuine[one] = score
  })
  const ahead = new Uint32Array(prints.length)
  each((one, other, score) => {
    if (!isSame(one, other) && score >= genuine[one]!) ahead[one]!++
  })
  const counts = new Map<string, number>()
  for (const { finger } of prints) if (finger !== undefined) counts.set(finger, (counts.get(finger) ?? 0) + 1)
  return prints.flatMap(({ finger }, one) => {
    if (finger === undefined || counts.get(finger) === 1) return []
    return [genuine[one]! > 0 ? ahead[one]! + 1 : Number.POSITIVE_INFINITY]
  })
}
