import { minOverlapFor, type Similarity } from '../../../model/similarity.js'

/** The sizes of the sets in a block. */
interface Sized {
  readonly min: number
  readonly max: number
}

/** Two blocks that must be joined, by their numbers. */
export type BlockPair = readonly [left: number, right: number]

/**
 * The pairs of blocks that can contain a match: those whose sizes are close enough. Within one source, each two blocks are listed once,
 * unless the similarity has a direction.
 */
export function blockPairs(
  left: readonly Sized[],
  right: readonly Sized[] | undefined,
  { similarity, threshold, directed }: { similarity: Similarity; threshold: number; directed: boolean },
): BlockPair[] {
  const pairs: BlockPair[] = []
  left.forEach((a, i) => {
    ;(right ?? left).forEach((b, j) => {
      if (right === undefined && !directed && j < i) return
      if (threshold === 0 || canMatch(a, b, similarity, threshold)) pairs.push([i, j])
    })
  })
  return pairs
}

/** Whether any two sizes of these blocks can match: the two closest ones are tested, or for containment the most favorable ones. */
function canMatch(a: Sized, b: Sized, similarity: Similarity, threshold: number): boolean {
  if (similarity === 'containment') return minOverlapFor(similarity, a.min, b.max, threshold) <= b.max
  if (similarity === 'overlap') return threshold <= Math.min(a.max, b.max)
  const [low, high] = a.max < b.min ? [a.max, b.min] : b.max < a.min ? [b.max, a.min] : [1, 1]
  return minOverlapFor(similarity, low, high, threshold) <= low
}
