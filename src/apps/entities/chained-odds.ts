import type { Candidates } from '../../model/pair.js'

/** In larger clusters a pair keeps its own probability, without evidence through a third record. */
const MAX_CHAINED = 200
/** Caps the certainty of a pair, in bits. */
const MAX_BITS = 40
/** Pairs between two clusters with fewer bits are ignored. */
const MIN_BITS = -10

/**
 * The probability that two records of a clustered table are the same thing: on its own, or through the third record, from either cluster,
 * that supports it most. Being the same thing is transitive, so each pair of a cluster is more certain than it would be on its own. If two
 * clusters of one thing were not merged, all pairs between them are missing.
 *
 * @param clusters for each record the number of its cluster
 * @param strengths log2 of the odds of each candidate
 */
export function chainedProbabilities(
  clusters: Uint32Array,
  candidates: Candidates,
  strengths: Float64Array,
): (a: number, b: number) => number {
  const records = clusters.length
  const members = membersOf(clusters)
  const own = new Map<number, number>()
  for (let i = 0; i < candidates.count; i++) {
    const [a, b, bits] = [candidates.a[i]!, candidates.b[i]!, strengths[i]!]
    const [ofA, ofB] = [members.get(clusters[a]!)!, members.get(clusters[b]!)!]
    const isAlone = ofA.length === 1 && ofB.length === 1
    if (ofA === ofB || (!isAlone && bits >= MIN_BITS)) own.set(a * records + b, oddsOf(bits))
  }
  const impossible = oddsOf(Number.NEGATIVE_INFINITY)
  const between = (a: number, b: number) => own.get(a < b ? a * records + b : b * records + a) ?? impossible
  return (a, b) => {
    const [ofA, ofB] = [members.get(clusters[a]!)!, members.get(clusters[b]!)!]
    const direct = between(a, b)
    let probability = direct / (1 + direct)
    const groups = ofA === ofB ? [ofA] : [ofA, ofB]
    if (groups.reduce((total, group) => total + group.length, 0) > MAX_CHAINED) return probability
    for (const group of groups) {
      for (const c of group) {
        if (c === a || c === b) continue
        probability = Math.max(probability, probabilityGivenThird(direct, between(a, c), between(c, b)))
      }
    }
    return probability
  }
}

/** The records of each cluster, by its number. */
export function membersOf(clusters: Uint32Array): Map<number, number[]> {
  const members = new Map<number, number[]>()
  clusters.forEach((cluster, record) => {
    const known = members.get(cluster)
    if (known === undefined) members.set(cluster, [record])
    else known.push(record)
  })
  return members
}

function oddsOf(bits: number): number {
  return 2 ** Math.max(-MAX_BITS, Math.min(MAX_BITS, bits))
}

/**
 * The probability that two records are the same thing given a third one, from the odds of the three pairs. Being the same is
 * transitive, so either all three are the same, or two of them, or none. The odds of the direct pair count, too.
 */
function probabilityGivenThird(direct: number, there: number, back: number): number {
  const all = direct * there * back
  return (all + direct) / (all + direct + there + back + 1)
}
