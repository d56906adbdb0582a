// Bands guarantee pairs of a Jaccard similarity, and that of a short document inside a long one is close to 0. So the index also lists a
// fixed share of all shingles, chosen by their hash: a shingle is sampled in every document or in none, and what two documents share of
// their samples is a sample of what they share (docs/decisions/live-index.md).

/** How containment is found. */
export interface ContainmentPlan {
  /** The minimum share of a document's shingles that another must have to contain it, in (0, 1]. */
  readonly threshold: number
  /** One in this many shingles is sampled. */
  readonly sampling: number
  /** Documents of at least this many shingles are found in others with the requested recall. */
  readonly guaranteedFrom: number
}

const SAMPLING = 16

export function planContainment(threshold: number, recall: number): ContainmentPlan {
  const missed = (1 - recall) / 2
  let needed = 1
  while (threshold < 1 && (1 - threshold) ** needed > missed) needed++
  let shingles = needed
  while (lowerTail(shingles, 1 / SAMPLING, needed) > missed) shingles++
  return { threshold, sampling: SAMPLING, guaranteedFrom: shingles }
}

/**
 * The number of sampled shingles of a document that another must have to be a candidate for containing it. If the share of all its shingles
 * equals the threshold, fewer are shared with at most half the probability of a miss that the recall allows.
 */
export class RequiredHits {
  readonly #threshold: number
  readonly #missed: number
  readonly #known: number[] = []

  constructor({ threshold }: ContainmentPlan, recall: number) {
    this.#threshold = threshold
    this.#missed = (1 - recall) / 2
  }

  /** @param sampled number of sampled shingles */
  of(sampled: number): number {
    this.#known[sampled] ??= this.#compute(sampled)
    return this.#known[sampled]!
  }

  #compute(sampled: number): number {
    if (this.#threshold === 1) return Math.max(1, sampled)
    let probability = 0
    let hits = 0
    for (const mass of binomial(sampled, this.#threshold)) {
      probability += mass
      if (probability > this.#missed) break
      hits++
    }
    return Math.max(1, hits)
  }
}

/** The probability of fewer than `below` successes. */
function lowerTail(trials: number, share: number, below: number): number {
  let probability = 0
  let k = 0
  for (const mass of binomial(trials, share)) {
    if (k++ >= below) break
    probability += mass
  }
  return probability
}

/** The binomial distribution from 0 on, computed with logarithms, because its first terms may underflow. */
function* binomial(trials: number, share: number): Generator<number> {
  let logarithm = trials * Math.log1p(-share)
  for (let k = 0; k <= trials; k++) {
    yield Math.exp(logarithm)
    logarithm += Math.log(((trials - k) / (k + 1)) * (share / (1 - share)))
  }
}
