/** The limits of a share. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * The interval of Clopper and Pearson (1934) for a share of which `successes` of `trials` were seen; both may be fractions, as
 * effective sizes are. It covers the true share with at least the confidence, however few the trials, and is never a point: 20
 * of 20 give [0.832, 1] at 95 %.
 */
export function binomialInterval(successes: number, trials: number, confidence = 0.95): Interval {
  const tail = (1 - confidence) / 2
  const failures = trials - successes
  // The share below which this many successes, and the share above which this few, would be as rare as the tail.
  return {
    low: successes <= 0 ? 0 : quantile(tail, successes, failures + 1),
    high: failures <= 0 ? 1 : quantile(1 - tail, successes + 1, failures),
  }
}

/** The quantile of the beta distribution, by bisection. */
function quantile(below: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, a, b) < below) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The regularized incomplete beta function I_x(a, b), by its continued fraction (Numerical Recipes, section 6.4). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return (front / a) * continuedFraction(x, a, b)
}

const TINY = 1e-300

/** Lentz's method; some √max(a, b) steps. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = reciprocal(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = reciprocal(1 + even * d)
    c = 1 + even / c || TINY
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = reciprocal(1 + odd * d)
    c = 1 + odd / c || TINY
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-14) break
  }
  return value
}

function reciprocal(value: number): number {
  return 1 / (value || TINY)
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** ln Γ(x) for x > 0, by Lanczos' approximation: 15 digits. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x + 6.5
  let sum = 0.99999999999980993
  LANCZOS.forEach((coefficient, i) => {
    sum += coefficient / (x + i)
  })
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}
