// Bounds for laws of chance: with a fixed seed a test gives the same answer every time, and the margin says how far a
// true law may lie off by luck. A margin of chance 1e-7 is passed by a true law in all but one of ten million seeds.

const CHANCE = 1e-7

/**
 * How far the share of successes in `trials` independent trials may lie above or below `p`: the Chernoff–Hoeffding
 * bound, P(share ≥ p + d) ≤ exp(−trials · KL(p + d ‖ p)), solved for d.
 */
export function binomialMargin(trials: number, p: number): { above: number; below: number } {
  const enough = -Math.log(CHANCE) / trials
  return {
    above: solve((d) => divergence(p + d, p), 1 - p, enough),
    below: solve((d) => divergence(p - d, p), p, enough),
  }
}

/**
 * How far the mean square error of `trials` estimates, each the share of successes in `slots` trials of probability p, may lie
 * off, as a share of its variance: the variance of a squared binomial error is κ − 1 of it squared, with the kurtosis
 * κ = 3 + (1 − 6p(1 − p)) / (slots · p(1 − p)); 5.4 standard deviations.
 */
export function varianceMargin(trials: number, slots: number, p: number): number {
  const kurtosis = 3 + (1 - 6 * p * (1 - p)) / (slots * p * (1 - p))
  return 5.4 * Math.sqrt((kurtosis - 1) / trials)
}

function solve(distance: (d: number) => number, most: number, enough: number): number {
  let [low, high] = [0, most]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (distance(middle) < enough) low = middle
    else high = middle
  }
  return high
}

/** The Kullback–Leibler divergence of two coins. */
function divergence(q: number, p: number): number {
  const term = (x: number, y: number) => (x <= 0 ? 0 : x * Math.log(x / y))
  return term(q, p) + term(1 - q, 1 - p)
}
