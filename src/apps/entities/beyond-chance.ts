import type { Candidates, PairBatch } from '../../model/pair.js'
import { MISSING, type ValueColumn } from './column.js'
import { cosineJoin } from './cosine-join.js'
import { cosineOf, MIN_COSINE, type WeightedSet, weightedSets } from './mutual-best.js'
import { isOneWord } from './shuffle-values.js'

/** The distinct values of a column as weighted sets, and the pairs of values with at least as much in common as apart. */
export interface SimilarValues {
  readonly column: ValueColumn
  /** The set of each value. */
  readonly sets: readonly WeightedSet[]
  readonly pairs: PairBatch
}

/** The strength of a pair that does not match, in bits. */
const UNLIKE = -10
/** The number of ranges of the cosine from `MIN_COSINE` to 1; a range of its own holds equal values. */
const RANGES = 25
/** A cosine this close to 1 differs from it only by rounding. */
const EQUAL = 1e-9
/** The number of steps that may be spent on finding pairs: per record, and the minimum for all records together. */
const STEPS_PER_RECORD = 2000
const MIN_STEPS = 20_000_000

/** Finds the pairs of distinct values whose cosine as weighted sets is at least `MIN_COSINE`. */
export function similarPairs(column: ValueColumn): SimilarValues {
  const ofRecords = weightedSets([column])
  const sets: WeightedSet[] = []
  column.codes.forEach((code, record) => {
    if (code !== MISSING) sets[code] ??= ofRecords[record]!
  })
  const maxSteps = Math.max(MIN_STEPS, STEPS_PER_RECORD * column.codes.length)
  return { column, sets, pairs: cosineJoin(sets, MIN_COSINE, maxSteps) }
}

/**
 * The strengths of pairs in a single column of one table, where no other field and no competition shows what agreement is
 * worth. What can be counted is how many pairs would agree as much by chance: those of shuffled values (shuffle-values.ts). If
 * there are ten times as many pairs of a given cosine as by chance, nine of ten are matches. A value of one word, or an amount,
 * cannot be shuffled; what two records with the same one are worth is bounded by how often such values are shared
 * (`sharedByChance`). No pair with less in common than apart is a match.
 */
export function beyondChance(
  given: SimilarValues,
  shuffled: SimilarValues,
): (pairs: Candidates, strengths: Float64Array) => Float64Array {
  const { column, sets } = given
  const isWord = column.values.map((value) => column.kind === 'amount' || isOneWord(value))
  const maxBits = sharedByChance(column.counts.filter((_, code) => isWord[code]))
  const bits = strengthsOf(
    histogramOf(given, isWord),
    histogramOf(
      shuffled,
      shuffled.column.values.map(() => false),
    ),
  )
  return ({ count, a, b }, strengths) =>
    Float64Array.from({ length: count }, (_, i) => {
      const [x, y] = [column.codes[a[i]!]!, column.codes[b[i]!]!]
      if (x === MISSING || y === MISSING) return strengths[i]!
      const cosine = x === y ? 1 : cosineOf(sets[x]!, sets[y]!)
      if (cosine < MIN_COSINE) return Math.min(UNLIKE, strengths[i]!)
      if (!isWord[x] && !isWord[y]) return bits[rangeOf(cosine)]!
      return x === y ? Math.min(strengths[i]!, maxBits) : strengths[i]!
    })
}

/**
 * The maximum evidence of a value that two records share, in bits. If values coincide by chance, the numbers of values with one, two and
 * three records are those of a mixture of Poisson distributions, whatever the frequencies of the values, and then at most √(1.5 · f1 · f3)
 * values have two records (the Cauchy–Schwarz inequality, as in Chao, 1984). Only what exceeds this is no coincidence.
 */
export function sharedByChance(counts: Uint32Array): number {
  const valuesWith = (records: number) => counts.reduce((sum, count) => sum + Number(count === records), 0)
  const byChance = Math.sqrt(1.5 * valuesWith(1) * (valuesWith(3) + 0.5))
  const wrong = Math.min(1, (byChance + 0.5) / (valuesWith(2) + 1))
  return Math.max(UNLIKE, Math.log2((1 - wrong) / wrong))
}

function rangeOf(cosine: number): number {
  return Math.min(RANGES, Math.floor(((cosine - MIN_COSINE) / (1 - MIN_COSINE)) * RANGES + EQUAL))
}

/** The number of pairs of records in each range of the cosine of their values. */
function histogramOf({ column, pairs }: SimilarValues, isWord: readonly boolean[]): Float64Array {
  const { counts } = column
  const histogram = new Float64Array(RANGES + 1)
  counts.forEach((count, code) => {
    if (!isWord[code]) histogram[RANGES]! += (count * (count - 1)) / 2
  })
  for (let i = 0; i < pairs.count; i++) {
    const [x, y] = [pairs.a[i]!, pairs.b[i]!]
    if (!isWord[x] && !isWord[y]) histogram[rangeOf(pairs.similarity[i]!)]! += counts[x]! * counts[y]!
  }
  return histogram
}

/** log2 of the odds of a match in each range, made non-decreasing by pooling neighbors that violate the order. */
function strengthsOf(found: Float64Array, byChance: Float64Array): Float64Array {
  const blocks: { found: number; byChance: number; ranges: number }[] = []
  found.forEach((count, range) => {
    let block = { found: count, byChance: byChance[range]!, ranges: 1 }
    for (
      let last = blocks.at(-1);
      last !== undefined && last.byChance * block.found < block.byChance * last.found;
      last = blocks.at(-1)
    ) {
      block = {
        found: last.found + block.found,
        byChance: last.byChance + block.byChance,
        ranges: last.ranges + block.ranges,
      }
      blocks.pop()
    }
    blocks.push(block)
  })
  return Float64Array.from(
    blocks.flatMap(({ found, byChance, ranges }) => {
      const wrong = (byChance + 0.5) / (found + 1)
      return new Array<number>(ranges).fill(Math.max(UNLIKE, Math.log2((1 - Math.min(1, wrong)) / wrong)))
    }),
  )
}
