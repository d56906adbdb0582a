import { checkBandsFit } from '../band/keys.js'
import { type BandLayout, candidateProbability } from '../band/s-curve.js'
import { checkChoice, checkNames, checkShare, checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import {
  bandThreshold,
  keptFrom,
  type MaxGroup,
  type Plan,
  type ShinglePlan,
  similarityIn,
} from '../model/plan.js'
import { counted } from '../model/quantities.js'
import { RANGES } from '../model/ranges.js'
import type { SketchScheme } from '../model/signatures.js'
import { DOCUMENT_SIMILARITIES, type DocumentSimilarity } from '../model/similarity.js'
import { checkShingleOptions, planShingles } from '../text/shingle-options.js'

/** Checks every field of a plan that came from outside. Throws an `InvalidOption` that names the field and has a hint. */
export function checkPlan(given: unknown): Plan {
  const plan = checkObject('plan', given)
  const method = plan.method as Plan['method']
  checkChoice('plan.method', method, ['exact', 'bands'])
  const names = ['threshold', 'similarity', 'recall', 'shingle', 'maxGroup', 'keepPairsFrom', 'method']
  checkNames(plan, [...names, ...(method === 'exact' ? ['seed'] : ['bands', 'rows', 'scheme'])])
  const threshold = checkShare('plan.threshold', plan.threshold as number)
  const recall = checkShare('plan.recall', plan.recall as number)
  const similarity = (plan.similarity ?? 'jaccard') as DocumentSimilarity
  checkChoice('plan.similarity', similarity, DOCUMENT_SIMILARITIES)
  const requested = {
    threshold,
    ...(similarity !== 'jaccard' && { similarity }),
    recall,
    shingle: checkShinglePlan(plan.shingle),
    maxGroup: checkMaxGroup('plan.maxGroup', plan.maxGroup as MaxGroup),
    ...(plan.keepPairsFrom !== undefined && {
      keepPairsFrom: checkKeptFrom('plan.keepPairsFrom', plan.keepPairsFrom as number, threshold),
    }),
  }
  if (method === 'exact') {
    if (plan.seed === undefined) return { ...requested, method }
    return { ...requested, method, seed: checkSeed('plan.seed', plan.seed) }
  }

  checkBandsFind('plan.method', requested)
  const bands = checkWhole('plan.bands', plan.bands as number, ...RANGES.bands)
  const rows = checkWhole('plan.rows', plan.rows as number, ...RANGES.rows)
  const scheme = checkScheme(plan.scheme)
  checkBandsFit({ bands, rows }, scheme.slots)
  checkBandsReach('plan.recall', requested, { bands, rows })
  return { ...requested, method, bands, rows, scheme }
}

/** Throws if bands do not reach the requested recall at the lowest similarity of a pair that is kept. */
export function checkBandsReach(
  name: string,
  requested: Pick<Plan, 'threshold' | 'similarity' | 'keepPairsFrom' | 'recall'>,
  { bands, rows }: BandLayout,
): void {
  const guaranteed = candidateProbability(bandThreshold(requested), { bands, rows })
  if (guaranteed >= requested.recall) return
  throw new InvalidOption(
    name,
    requested.recall,
    `at most ${Math.floor(guaranteed * 1000) / 1000}, which ${counted(bands, 'band')} of ${counted(rows, 'row')} ${bands === 1 ? 'reaches' : 'reach'} at similarity ${keptFrom(requested)}, or more bands`,
  )
}

/** Throws if bands cannot be used with this similarity. */
export function checkBandsFind(name: string, compared: Parameters<typeof bandThreshold>[0]): void {
  if (bandThreshold(compared) > 0) return
  throw new InvalidOption(
    name,
    'bands',
    `exact for the similarity ${similarityIn(compared)}, which bands cannot find`,
  )
}

/** A limit for groups: a whole number of at least 1, or `all`. */
export function checkMaxGroup(name: string, given: MaxGroup): MaxGroup {
  const [min, max] = RANGES.maxGroup
  if (given === 'all' || (Number.isInteger(given) && given >= min && given <= max)) return given
  throw new InvalidOption(name, given, `a whole number from ${min} to ${max}, or all`)
}

/** The lowest similarity of the pairs that are kept: at most the threshold. */
export function checkKeptFrom(name: string, given: number, threshold: number): number {
  checkShare(name, given)
  if (given > threshold) {
    throw new InvalidOption(name, given, `a similarity of at most the threshold, ${threshold}`)
  }
  return given
}

/** Every field is required, because defaults may change in a later version. */
function checkShinglePlan(given: unknown): ShinglePlan {
  const shingle = checkObject('plan.shingle', given)
  const checked = planShingles(checkShingleOptions(shingle))
  for (const name of Object.keys(checked)) {
    if (shingle[name] === undefined)
      throw new InvalidOption(`plan.shingle.${name}`, undefined, 'a value: a plan sets all of them')
  }
  return checked
}

function checkScheme(given: unknown): SketchScheme {
  const scheme = checkObject('plan.scheme', given)
  checkNames(scheme, ['sketch', 'slots', 'seed'])
  return {
    sketch: checkChoice('plan.scheme.sketch', scheme.sketch as 'minhash', ['fast-similarity', 'minhash']),
    slots: checkWhole('plan.scheme.slots', scheme.slots as number, ...RANGES.slots),
    seed: checkSeed('plan.scheme.seed', scheme.seed),
  }
}

function checkSeed(name: string, given: unknown): number {
  return checkWhole(name, given as number, ...RANGES.seed)
}

/** Checks that a value is a JSON object. */
export function checkObject(name: string, given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidOption(name, given, 'an object, as in a plan file')
  }
  return given as Readonly<Record<string, unknown>>
}
