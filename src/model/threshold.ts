// Exact thresholds without fractions. The quotient of two integers is rounded correctly, and rounding never reverses an order, so `overlap
// / union >= threshold` is true exactly when the fraction is at least the one that the threshold was written as (9/10 for 0.9). Every
// bound below is the smallest or largest integer that passes this very test, so no filter can disagree with verification. Reasons and
// proof: docs/decisions/thresholds.md.

/** Whether `part / whole` is at least the threshold. */
export function reaches(part: number, whole: number, threshold: number): boolean {
  return part / whole >= threshold
}

/** The smallest integer `part` for which `part / whole` reaches the threshold. */
export function minPart(whole: number, threshold: number): number {
  let part = Math.ceil(threshold * whole)
  while (part > 0 && reaches(part - 1, whole, threshold)) part--
  while (!reaches(part, whole, threshold)) part++
  return part
}

/** No set is larger than this, so no bound needs to be. */
const LARGEST_SIZE = 2 ** 32

/** The largest integer `whole` for which `part / whole` reaches the threshold; at most 2^32. */
export function maxWhole(part: number, threshold: number): number {
  let whole = Math.min(LARGEST_SIZE, Math.floor(part / threshold))
  while (whole < LARGEST_SIZE && reaches(part, whole + 1, threshold)) whole++
  while (whole > part && !reaches(part, whole, threshold)) whole--
  return whole
}

/** The minimum overlap at which two sets of these sizes reach the Jaccard threshold: ⌈t / (1 + t) · (x + y)⌉. */
export function minOverlap(sizeX: number, sizeY: number, threshold: number): number {
  const total = sizeX + sizeY
  let overlap = Math.ceil((threshold / (1 + threshold)) * total)
  while (overlap > 0 && reaches(overlap - 1, total - overlap + 1, threshold)) overlap--
  while (overlap < total && !reaches(overlap, total - overlap, threshold)) overlap++
  return overlap
}

/** How sets A and B are compared: Jaccard is |A ∩ B| / |A ∪ B|; containment is |A ∩ B| / |A|, the fraction of A that is also in B. */
export type Measure = 'jaccard' | 'containment'

/** The minimum overlap at which A and B, with these sizes, reach the threshold by the measure. */
export function minOverlapBy(measure: Measure, sizeA: number, sizeB: number, threshold: number): number {
  return measure === 'jaccard' ? minOverlap(sizeA, sizeB, threshold) : minPart(sizeA, threshold)
}
