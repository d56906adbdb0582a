import { type ErrorRates, errorRates } from '../../apps/fingerprints/error-rates.js'
import type { Print } from '../../apps/fingerprints/print.js'
import { type Identified, PrintIndex } from '../../apps/fingerprints/print-index.js'
import {
  type PrintScores,
  pairsFrom,
  scorePrints,
  splitScores,
} from '../../apps/fingerprints/same-fingers.js'
import { clusterPairs } from '../../cluster/cluster.js'
import { checkWritable } from '../../write/node-open-table.js'
import { checkFolder } from '../../write/node-sink.js'
import type { Context } from '../context.js'
import type { OptionValues } from '../options/table.js'
import { checkDistinct, STDOUT } from '../output/outputs.js'
import { ProgressLine } from '../output/progress.js'
import { writeWhole } from '../output/write-whole.js'
import { UsageError } from '../usage-error.js'
import { errorSvg } from './error-svg.js'
import { type FingerprintsPlan, outputsOf, planFingerprints } from './plan-fingerprints.js'
import { readPrints } from './read-prints.js'
import { identifiedText, knownText, type PrintsReport, summaryOf } from './report.js'
import { writeMatches, writePrintClusters, writePrintPairs } from './write-prints.js'

/** `likewise fingerprints`: prints of the same finger, many–many or many–one, and the error rates. */
export async function fingerprints(
  inputs: readonly string[],
  values: OptionValues,
  context: Context,
): Promise<void> {
  const plan = planFingerprints(inputs, values)
  const tables = outputsOf(plan)
  const outputs = plan.svg === undefined ? tables : [...tables, plan.svg]
  checkDistinct(outputs, inputs)
  for (const { path } of tables) checkWritable(path)
  if (plan.svg !== undefined && plan.svg.path !== STDOUT) checkFolder(plan.svg.path)
  const progress = new ProgressLine(context.terminal.err, plan.quiet)
  progress.step('reading')
  const { prints, files, skipped } = await readPrints(plan.inputs, plan)
  checkDistinct(outputs, files)
  const work = { prints, skipped, progress, context }
  try {
    const text = plan.probe === undefined ? await manyMany(plan, work) : await manyOne(plan, plan.probe, work)
    progress.clear()
    if (plan.quiet || text === undefined) return
    const carriesData = plan.json || outputs.some(({ path }) => path === STDOUT)
    ;(carriesData ? context.terminal.err : context.terminal.out).print(text)
  } finally {
    progress.clear()
  }
}

interface Work {
  readonly prints: readonly Print[]
  readonly skipped: Awaited<ReturnType<typeof readPrints>>['skipped']
  readonly progress: ProgressLine
  readonly context: Context
}

async function manyMany(
  plan: FingerprintsPlan,
  { prints, skipped, progress, context }: Work,
): Promise<string> {
  const scores = scorePrints(prints, plan.index, (done) => {
    progress.step(`comparing  ${Math.floor((100 * done) / prints.length)} %`)
  })
  const pairs = pairsFrom(scores, plan.accept)
  const clusters = clusterPairs(prints.length, pairs)
  const rates = ratesOf(prints, scores)
  const { lifetime, terminal } = context
  if (plan.scores) await writePrintPairs(plan.scores, prints, scores.compared, lifetime)
  if (plan.pairs) await writePrintPairs(plan.pairs, prints, pairs, lifetime)
  if (plan.clusters) await writePrintClusters(plan.clusters, prints, clusters, lifetime)
  if (plan.svg) {
    if (rates === undefined)
      throw new UsageError(
        '--svg draws error rates, and no two prints are known to be of one finger',
        'name prints FINGER_NUMBER',
      )
    await writeWhole(plan.svg.path, errorSvg(rates))
  }
  const report: PrintsReport = {
    prints: prints.length,
    minutiae: prints.reduce((sum, { minutiae }) => sum + minutiae.length, 0),
    skipped: skipped.length,
    pairs: scores.pairs,
    compared: scores.compared.count,
    accept: plan.accept,
    same: pairs.count,
    clusters: clusters.length,
    ...(rates !== undefined && { fingers: fingersOf(prints), rates }),
    seconds: Math.round(performance.now()) / 1000,
  }
  if (plan.json) terminal.out.print(`${JSON.stringify(report)}\n`)
  return summaryOf(
    report,
    skipped,
    writtenOf(plan),
    listed(prints, pairs),
    rates === undefined ? undefined : splitScores(prints, scores),
  )
}

function listed(
  prints: readonly Print[],
  pairs: PrintScores['compared'],
): { a: string; b: string; score: number }[] {
  return Array.from(pairs.a, (a, i) => ({
    a: prints[a]!.id,
    b: prints[pairs.b[i]!]!.id,
    score: pairs.similarity[i]!,
  }))
}

/** The error rates, where prints of one finger and of two are known. */
function ratesOf(prints: readonly Print[], scores: PrintScores): ErrorRates | undefined {
  const { genuine, impostor } = splitScores(prints, scores)
  return genuine.length === 0 || impostor.length === 0 ? undefined : errorRates(genuine, impostor)
}

function fingersOf(prints: readonly Print[]): number {
  return new Set(prints.map(({ finger }) => finger)).size
}

async function manyOne(
  plan: FingerprintsPlan,
  probeInput: string,
  { prints, skipped, progress, context }: Work,
): Promise<string> {
  const { prints: probes } = await readPrints([probeInput], plan)
  const index = new PrintIndex(plan.index)
  for (const print of prints) index.add(print)
  const found = probes.map((probe, done) => {
    progress.step(`looking  ${Math.floor((100 * done) / probes.length)} %`)
    // A probe that lies among the prints would find itself.
    const others = index.identify(probe).filter(({ number }) => prints[number]!.id !== probe.id)
    return { probe, matches: others.slice(0, plan.top) }
  })
  if (plan.pairs) await writeMatches(plan.pairs, prints, found, context.lifetime)
  const known = found.filter(({ probe }) =>
    prints.some(({ id, finger }) => finger !== undefined && finger === probe.finger && id !== probe.id),
  )
  const first = known.filter(({ probe, matches }) => fingerAt(prints, matches[0]) === probe.finger).length
  if (plan.json) {
    const report = {
      prints: prints.length,
      probes: probes.length,
      skipped: skipped.length,
      accept: plan.accept,
      ...(known.length > 0 && { known: known.length, foundFirst: first }),
      matches: found.map(({ probe, matches }) => ({
        probe: probe.id,
        matches: matches.map(({ number, score, matched }) => ({ print: prints[number]!.id, score, matched })),
      })),
      seconds: Math.round(performance.now()) / 1000,
    }
    context.terminal.out.print(`${JSON.stringify(report)}\n`)
  }
  return identifiedText(prints, found, plan) + knownText(known.length, first)
}

function fingerAt(prints: readonly Print[], match: Identified | undefined): string | undefined {
  return match === undefined ? undefined : prints[match.number]!.finger
}

function writtenOf(plan: FingerprintsPlan): string[] {
  return [...outputsOf(plan), ...(plan.svg === undefined ? [] : [plan.svg])]
    .map(({ path }) => path)
    .filter((path) => path !== STDOUT)
}
