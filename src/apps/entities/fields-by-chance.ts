import { MISSING, type ValueColumn } from './column.js'
import type { FieldKind } from './kind.js'
import { WRONG } from './learn-field.js'
import { isEqual, NO_BIN, shareAgreeing } from './levels.js'

/** With fewer pairs a share is not reliable. */
const MIN_PAIRS = 10
/** Likely pairs that agree this many times as often as random ones agree hardly more often. */
const HARDLY_MORE = 2
/** Fewer pairs agree than by chance if chance alone gives so few with at most this probability: one end of a 95 % interval. */
const UNLIKELY = 0.025

/** A field that could identify things. */
export interface IdentifyingField {
  readonly kind: FieldKind
  /** The probability that two arbitrary records have the same value. */
  readonly chance: number
}

/**
 * The fields that could identify things, so that records of one thing should agree in them; undefined for others. If values hardly
 * recur, as times of entry and remarks do not, no two records can agree, whatever they describe; only names should nevertheless.
 * Two tables may write a field in ways of their own, so values must recur in the other table. Amounts change.
 *
 * @param split the position of the first record of the second table; undefined for one table
 */
export function identifyingFields(
  columns: readonly ValueColumn[],
  split: number | undefined,
): (IdentifyingField | undefined)[] {
  return columns.map((column) => {
    const { kind, codes, counts, filled } = column
    const inFirst = new Uint32Array(counts.length)
    for (const code of codes.subarray(0, split)) if (code !== MISSING) inFirst[code]!++
    const left = inFirst.reduce((sum, count) => sum + count, 0)
    const right = split === undefined ? left - 1 : filled - left
    let [recurring, pairs] = [0, 0]
    counts.forEach((count, code) => {
      const own = inFirst[code]!
      const others = split === undefined ? own - 1 : count - own
      pairs += own * others
      if (own > 0 && others > 0) recurring += count
    })
    const isIdentifying = kind === 'name' || (kind !== 'amount' && recurring > WRONG * filled)
    return isIdentifying ? { kind, chance: pairs / Math.max(1, left * right) } : undefined
  })
}

/**
 * The fields that could identify things, but in which likely pairs agree only by chance. One of them may just say nothing about
 * things, such as the day of an entry. Therefore, there are none unless one holds names, likely pairs agree in one even less than
 * by chance (nobody has the given name of a sister), or there are fields of different kinds.
 */
export function fieldsByChance({
  bins,
  likely,
  random,
  identifying,
}: {
  readonly bins: readonly Uint8Array[]
  /** The numbers of the likely pairs. */
  readonly likely: readonly number[]
  /** The bins of random pairs. */
  readonly random: readonly Uint8Array[]
  readonly identifying: readonly (IdentifyingField | undefined)[]
}): number[] {
  const found = bins.flatMap((of, field) => {
    const compared = likely.map((i) => of[i]!).filter((bin) => bin !== NO_BIN)
    const isFilled = compared.length >= MIN_PAIRS && compared.length > likely.length / 2
    const [own, atRandom] = [shareAgreeing(compared), shareAgreeing(random[field]!)]
    const isManyValued = atRandom < WRONG
    const isByChance = own <= WRONG || (isManyValued && own <= HARDLY_MORE * atRandom)
    const known = identifying[field]
    if (known === undefined || !isFilled || !isByChance) return []
    const { kind, chance } = known
    const isTelling =
      kind === 'name' || atMost(compared.filter(isEqual).length, chance * compared.length) < UNLIKELY
    return isTelling || isManyValued ? [{ field, kind, isTelling }] : []
  })
  const isSuspicious =
    found.some(({ isTelling }) => isTelling) || new Set(found.map(({ kind }) => kind)).size > 1
  return isSuspicious ? found.map(({ field }) => field) : []
}

/** The probability of at most this many events if `mean` are expected (the Poisson distribution). */
function atMost(events: number, mean: number): number {
  // In logarithms, since the first terms may be too small for a number.
  let [term, sum] = [-mean, Math.exp(-mean)]
  for (let i = 1; i <= events; i++) {
    term += Math.log(mean / i)
    sum += Math.exp(term)
  }
  return sum
}
