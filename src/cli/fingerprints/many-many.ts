import type { Print } from '../../apps/fingerprints/print.js'
import { rankCurve } from '../../apps/fingerprints/rank-curve.js'
import { equalErrorInterval } from '../../apps/fingerprints/rate-interval.js'
import { pairsAtLeast, ranksOf, scorePrints, splitScores } from '../../apps/fingerprints/same-fingers.js'
import { errorRates } from '../../audit/error-rates.js'
import { clusterPairs } from '../../cluster/cluster.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import { writeWhole } from '../../write/node-write-whole.js'
import { pathsOf, type Written } from '../../write/written.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import type { ProgressLine } from '../output/progress.js'
import { UsageError } from '../usage-error.js'
import { curvesSvg } from './error-svg.js'
import type { FingerprintsPlan } from './plan-fingerprints.js'
import type { Prints } from './read-prints.js'
import { type PrintsReport, summaryOf } from './report.js'
import { writePrintClusters, writePrintPairs } from './write-prints.js'

/** Compares all prints with each other, and measures the error rates if the fingers are known. */
export async function manyMany(
  plan: FingerprintsPlan,
  { prints, skipped, files }: Prints,
  progress: ProgressLine,
  lifetime: Lifetime,
): Promise<Outcome> {
  const fingers = fingersOf(prints)
  const isKnown = fingers !== undefined
  if (plan.svg && !isKnown) {
    throw new UsageError(
      '--svg draws error rates, which need known pairs of the same finger and of different fingers',
      'name prints FINGER_NUMBER, such as 101_1 and 101_2',
    )
  }
  const scores = scorePrints(prints, plan.index, (done) => {
    progress.share('comparing', done, prints.length, 'print')
  })
  const pairs = pairsAtLeast(scores, plan.accept)
  const clusters = clusterPairs(prints.length, pairs)
  const split = isKnown ? splitScores(prints, scores) : undefined
  const rates = split && {
    ...errorRates(split.genuine, split.impostor),
    equalErrorInterval: equalErrorInterval(prints, scores),
  }
  const ranks = isKnown ? rankCurve(ranksOf(prints, scores), fingers, prints.length - 1) : undefined
  const written: Written[] = []
  if (plan.scores) written.push(await writePrintPairs(plan.scores, prints, scores.compared, lifetime))
  if (plan.pairs) written.push(await writePrintPairs(plan.pairs, prints, pairs, lifetime))
  if (plan.clusters) written.push(await writePrintClusters(plan.clusters, prints, clusters, lifetime))
  if (plan.svg && rates) {
    await writeWhole(plan.svg.path, curvesSvg({ rates, ranks: ranks! }))
    written.push({ kind: 'svg', path: plan.svg.path })
  }
  const report: PrintsReport = {
    inputs: plan.inputs,
    filesRead: files.length,
    written,
    prints: prints.length,
    minutiae: prints.reduce((sum, { minutiae }) => sum + minutiae.length, 0),
    skipped: skipped.length,
    possiblePairs: scores.pairs,
    candidates: scores.compared.count,
    threshold: plan.accept,
    pairs: pairs.count,
    clusters: clusters.length,
    ...(fingers !== undefined && { fingers }),
    ...(rates !== undefined && { rates, ranks: ranks! }),
    ...processCost(),
  }
  const named = Array.from(pairs.a, (a, i) => ({
    a: prints[a]!.id,
    b: prints[pairs.b[i]!]!.id,
    score: pairs.similarity[i]!,
  }))
  return { report, text: () => summaryOf(report, skipped, pathsOf(written), named, split) }
}

/** The number of fingers, if there are at least two and some have two prints. */
function fingersOf(prints: readonly Print[]): number | undefined {
  const known = prints.flatMap(({ finger }) => finger ?? [])
  const fingers = new Set(known).size
  return fingers > 1 && fingers < known.length ? fingers : undefined
}
