/** The largest of the numbers of copies that are distinguished: 1, 2, 3, 4, 6, 8, 12, 16, … */
const MAX_COPIES = 2 ** 16
const STEPS = 1000
/** A document that occurs in more blocks is certain to be in every sample. */
const MAX_SEEN = 24

/**
 * How many distinct documents of the collection each document of a sample represents, by the number of blocks in which it was seen: entry z
 * is for those seen z times. A document with g copies is seen z times according to the binomial distribution. The number of documents with
 * each number of copies is estimated by maximum likelihood (Richardson–Lucy iteration, 1972 and 1974), and a document that is seen with
 * probability p represents 1 / p.
 *
 * @param seen `seen[z]` documents were seen in z blocks; `seen[0]` is ignored
 * @param share the sampled share of all blocks, in (0, 1]
 */
export function distinctWeights(seen: ArrayLike<number>, share: number): Float64Array {
  const weights = new Float64Array(seen.length).fill(1)
  if (share >= 1) return weights
  if (seen.length <= 2) return weights.fill(1 / share, 1)
  const maxSeen = Math.min(seen.length - 1, MAX_SEEN)
  const copies = copyNumbers(Math.min(MAX_COPIES, (2 * maxSeen) / share))
  const chances = copies.map((g) => Array.from({ length: maxSeen + 1 }, (_, z) => binomial(z, g, share)))
  const missed = copies.map((g) => (1 - share) ** g)
  // The number of documents with each number of copies. Where the sample does not show it, few copies are more likely than many.
  const documents = copies.map((g) => 1 / g ** 4)
  // Plain loops, because this code runs once and is not compiled by then.
  const expectedCount = (z: number) => {
    let sum = 0
    for (let i = 0; i < documents.length; i++) sum += documents[i]! * chances[i]![z]!
    return sum
  }
  for (let step = 0; step < STEPS; step++) {
    const totals = Array.from({ length: maxSeen + 1 }, (_, z) => expectedCount(z))
    for (let i = 0; i < documents.length; i++) {
      const chance = chances[i]!
      let explained = 0
      for (let z = 1; z <= maxSeen; z++) {
        if (totals[z]! > 0) explained += (seen[z]! * chance[z]!) / totals[z]!
      }
      documents[i] = (documents[i]! * explained) / (1 - missed[i]!)
    }
  }
  for (let z = 1; z <= maxSeen; z++) {
    const total = expectedCount(z)
    if (total === 0) continue
    weights[z] =
      documents.reduce((sum, count, i) => sum + (count * chances[i]![z]!) / (1 - missed[i]!), 0) / total
  }
  return weights
}

function copyNumbers(max: number): number[] {
  const numbers = [1]
  for (let g = 2; g <= Math.max(4, max); g *= 2) numbers.push(g, 1.5 * g)
  return numbers
}

/** The probability of z successes in g trials of this share. */
function binomial(z: number, g: number, share: number): number {
  if (z > g) return 0
  let chance = (1 - share) ** (g - z)
  for (let i = 0; i < z; i++) chance *= (share * (g - i)) / (z - i)
  return chance
}
