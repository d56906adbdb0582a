// Exact thresholds without fractions: the quotient of two whole numbers is rounded correctly, and rounding never
// reverses an order, so `overlap / union >= threshold` is true exactly when the fraction is at least the one that
// the threshold was written as (9/10 for 0.9). Every bound below is the least or largest whole number that passes
// this very test, so no filter can disagree with verification. Reason and proof: docs/decisions/thresholds.md.

/** Whether `part / whole` reaches the threshold, equality included. */
export function reaches(part: number, whole: number, threshold: number): boolean {
  return part / whole >= threshold
}

/** The least whole `part` for which `part / whole` reaches the threshold. */
export function minPart(whole: number, threshold: number): number {
  let part = Math.ceil(threshold * whole)
  while (part > 0 && reaches(part - 1, whole, threshold)) part--
  while (!reaches(part, whole, threshold)) part++
  return part
}

/** No set is larger, so no bound need be. */
const LARGEST_SIZE = 2 ** 32

/** The largest whole `whole` for which `part / whole` reaches the threshold; at most 2^32. */
export function maxWhole(part: number, threshold: number): number {
  let whole = Math.min(LARGEST_SIZE, Math.floor(part / threshold))
  while (whole < LARGEST_SIZE && reaches(part, whole + 1, threshold)) whole++
  while (whole > part && !reaches(part, whole, threshold)) whole--
  return whole
}

/** The least overlap with which two sets of these sizes reach the Jaccard threshold: ⌈t / (1 + t) · (x + y)⌉. */
export function minOverlap(sizeX: number, sizeY: number, threshold: number): number {
  const total = sizeX + sizeY
  let overlap = Math.ceil((threshold / (1 + threshold)) * total)
  while (overlap > 0 && reaches(overlap - 1, total - overlap + 1, threshold)) overlap--
  while (overlap < total && !reaches(overlap, total - overlap, threshold)) overlap++
  return overlap
}

/** How sets A and B are compared: Jaccard is |A ∩ B| / |A ∪ B|; containment is |A ∩ B| / |A|, the share of A in B. */
export type Measure = 'jaccard' | 'containment'

/** The least overlap with which A and B, of these sizes, reach the threshold by the measure. */
export function minOverlapBy(measure: Measure, sizeA: number, sizeB: number, threshold: number): number {
  return measure === 'jaccard' ? minOverlap(sizeA, sizeB, threshold) : minPart(sizeA, threshold)
}
