/** Two fields that say the same, such as town and postcode, and how much of it in bits. */
export interface Overlap {
  readonly one: number
  readonly other: number
  readonly bits: number
}

/** Pairs that were compared. */
interface OverlapPairs {
  /** For each field the level of every pair; 0 is full agreement. */
  readonly levels: readonly Uint8Array[]
  /** The share of its possible points that each pair has. */
  readonly shares: Float64Array
}

export interface OverlapInput {
  readonly candidates: OverlapPairs
  readonly random: OverlapPairs
  /** For each field the probability that two random records have the same value. */
  readonly agreement: readonly number[]
  readonly allPairs: number
}

/** Pairs with a larger share of their points may be matches, and matches agree in everything. */
const NO_MATCH = 0.5
/** Less is not worth counting. */
const LEAST_BITS = 1
/** Fewer pairs may be chance. */
const LEAST_PAIRS = 5

/**
 * Fields that agree together oftener than chance among records of different things. Their evidence must not count twice,
 * or everyone in a town becomes one person. The fields make a forest, the strongest ties first (Chow and Liu,
 * "Approximating discrete probability distributions with dependence trees", 1968), so that of three fields that say the
 * same, two are not counted.
 */
export function findOverlaps(input: OverlapInput): Overlap[] {
  const { levels } = input.candidates
  const { agreement } = input
  const ties: Overlap[] = []
  for (let one = 0; one < levels.length; one++) {
    for (let other = one + 1; other < levels.length; other++) {
      const bits = Math.log2(jointAgreement(input, one, other) / (agreement[one]! * agreement[other]!))
      if (bits >= LEAST_BITS) ties.push({ one, other, bits })
    }
  }
  const tree = levels.map((_, field) => field)
  return ties
    .sort((x, y) => y.bits - x.bits)
    .filter(({ one, other }) => {
      const [from, to] = [tree[one]!, tree[other]!]
      if (from === to) return false
      tree.forEach((root, field) => {
        if (root === from) tree[field] = to
      })
      return true
    })
}

/**
 * The probability that two records of different things agree in both fields: rare agreement is seen among the candidates
 * only, frequent agreement among random pairs too, and may be missing among the candidates. It counts only where records
 * of different things agree so oftener than likely matches do: matches with many errors do too.
 */
function jointAgreement({ candidates, random, allPairs }: OverlapInput, one: number, other: number): number {
  const shareOf = ({ levels, shares }: OverlapPairs, all: number) => {
    const [x, y] = [levels[one]!, levels[other]!]
    let [apart, likely] = [0, 0]
    for (let i = 0; i < x.length; i++) {
      if (x[i] !== 0 || y[i] !== 0) continue
      if (shares[i]! > NO_MATCH) likely++
      else apart++
    }
    return apart < LEAST_PAIRS || apart < likely ? 0 : apart / all
  }
  return Math.max(shareOf(candidates, allPairs), shareOf(random, Math.max(1, random.shares.length)))
}
