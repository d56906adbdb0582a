// @ts-check
// Measures of quality against known truth.

/**
 * The area under the ROC curve: the probability that a positive scores above a negative, ties counting half.
 *
 * @param {readonly number[]} positives
 * @param {readonly number[]} negatives
 */
export function areaUnderCurve(positives, negatives) {
  let sum = 0
  for (const one of positives) {
    for (const other of negatives) sum += one > other ? 1 : one === other ? 0.5 : 0
  }
  return sum / (positives.length * negatives.length)
}

/**
 * @param {number} right pairs found that are true
 * @param {number} found
 * @param {number} truth
 */
export function pairQuality(right, found, truth) {
  return { precision: right / found, recall: right / truth, f1: (2 * right) / (found + truth) }
}

/**
 * The adjusted Rand index of two ways to group the same items: 1 for equal, near 0 for chance.
 *
 * @param {readonly (string | number)[]} one the group of each item
 * @param {readonly (string | number)[]} other
 */
export function adjustedRand(one, other) {
  const both = pairsWithin(one.map((group, i) => `${group} ${other[i]}`))
  const [inOne, inOther] = [pairsWithin(one), pairsWithin(other)]
  const expected = (inOne * inOther) / pairs(one.length)
  return (both - expected) / ((inOne + inOther) / 2 - expected)
}

/** @param {readonly (string | number)[]} groups */
function pairsWithin(groups) {
  /** @type {Map<string | number, number>} */
  const sizes = new Map()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return [...sizes.values()].reduce((sum, size) => sum + pairs(size), 0)
}

/** @param {number} count */
function pairs(count) {
  return (count * (count - 1)) / 2
}
