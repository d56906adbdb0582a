import { MIN_PAIRS, SHARES } from './chance.js'

/**
 * The maximum share of the variance that a split into two parts explains if the values have one hump: that of a uniform
 * distribution. A larger share shows two humps, one of independent pairs and one of copies.
 */
const ONE_HUMP = 0.75

/** Two documents, by their positions. */
type Positions = readonly [a: number, b: number]

/** The pairs of a class that are probably independent. */
interface IndependentPairs {
  /** The pairs from which to learn what is usual, by number. */
  readonly usual: readonly number[]
  /** The share of all pairs that may be similar by chance: pairs of two documents that both have copies are not counted. */
  readonly share: number
}

/**
 * Separates independent pairs from copies. If the scores have two humps, the upper one may be copies, even if it has most of
 * the pairs, as long as some documents are not part of it: then only pairs of those documents are used. If there is no such
 * document, as in a folder with two tasks, both humps are usual.
 */
export function independentPairs(pairs: readonly Positions[], scores: readonly number[]): IndependentPairs {
  const all = pairs.map((_, i) => i)
  const split = upperHump(scores.map(SHARES.to))
  if (split === undefined) return { usual: all, share: 1 }
  const involved = new Set<number>()
  pairs.forEach((pair, i) => {
    if (SHARES.to(scores[i]!) >= split) for (const document of pair) involved.add(document)
  })
  const apart = all.filter((i) => !pairs[i]!.some((document) => involved.has(document)))
  if (apart.length < MIN_PAIRS) return { usual: all, share: 1 }
  const copied = all.filter((i) => pairs[i]!.every((document) => involved.has(document)))
  return { usual: apart, share: 1 - copied.length / all.length }
}

/** The start of the upper of two humps (Otsu, 1979); undefined if there is only one. */
function upperHump(values: readonly number[]): number | undefined {
  const sorted = Float64Array.from(values).sort()
  const count = sorted.length
  const sum = sorted.reduce((total, value) => total + value, 0)
  const variance = sorted.reduce((total, value) => total + (value - sum / count) ** 2, 0)
  let [below, best, at] = [0, 0, 0]
  for (let i = 1; i < count; i++) {
    below += sorted[i - 1]!
    const apart = (sum - below) / (count - i) - below / i
    const between = (i * (count - i) * apart ** 2) / count
    if (between > best && sorted[i]! > sorted[i - 1]!) [best, at] = [between, i]
  }
  return best > ONE_HUMP * variance ? sorted[at] : undefined
}
