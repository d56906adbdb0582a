import type { Print } from '../../apps/fingerprints/print.js'
import { PrintIndex } from '../../apps/fingerprints/print-index.js'
import { type RankPoint, rankCurve } from '../../apps/fingerprints/rank-curve.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import { writeWhole } from '../../write/node-write-whole.js'
import type { Written } from '../../write/written.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import type { ProgressLine } from '../output/progress.js'
import { UsageError } from '../usage-error.js'
import { curvesSvg } from './error-svg.js'
import { overlaySvg } from './overlay-svg.js'
import type { FingerprintsPlan } from './plan-fingerprints.js'
import { type Prints, readPrints } from './read-prints.js'
import { type Found, identifiedText } from './report.js'
import { writeMatches } from './write-prints.js'

/** Looks for the finger of each probe among the prints. */
export async function manyOne(
  plan: FingerprintsPlan,
  { prints, skipped, files }: Prints,
  progress: ProgressLine,
  lifetime: Lifetime,
): Promise<Outcome> {
  const probes = await readPrints([plan.probe!], plan)
  const index = new PrintIndex(plan.index)
  for (const print of prints) index.add(print)
  checkDrawings(plan, probes.prints)
  const ranks: number[] = []
  const fingers = new Set<string>()
  const found = probes.prints.map((probe, done): Found => {
    progress.share('comparing', done, probes.prints.length, 'print')
    const matches = index
      .identify(probe)
      .map((match) => ({ ...match, print: prints[match.number]! }))
      // A probe that is also among the prints would find itself.
      .filter(({ print }) => print.id !== probe.id)
    if (prints.some((print) => isSameFinger(print, probe))) {
      const at = matches.findIndex(({ print }) => isSameFinger(print, probe))
      ranks.push(at < 0 ? Number.POSITIVE_INFINITY : at + 1)
      fingers.add(probe.finger!)
    }
    return { probe, matches: matches.slice(0, plan.top) }
  })
  const first = ranks.filter((rank) => rank === 1).length
  const curve = ranks.length === 0 ? undefined : rankCurve(ranks, fingers.size, prints.length)
  const written: Written[] = plan.pairs ? [await writeMatches(plan.pairs, found, lifetime)] : []
  await draw(plan, found, curve, written)
  const allSkipped = [...skipped, ...probes.skipped]
  const accepted = found.flatMap(({ matches }) => matches.filter(({ score }) => score >= plan.accept))
  const report = {
    inputs: plan.inputs,
    filesRead: files.length + probes.files.length,
    written,
    prints: prints.length,
    probes: probes.prints.length,
    skipped: allSkipped.length,
    threshold: plan.accept,
    pairs: accepted.length,
    ...(curve !== undefined && {
      known: ranks.length,
      foundFirst: first,
      ranks: curve,
    }),
    matches: found.map(({ probe, matches }) => ({
      probe: probe.id,
      matches: matches.map(({ print, score, matched }) => ({ print: print.id, score, matched })),
    })),
    ...processCost(),
  }
  const counts = { known: ranks.length, first }
  return { report, text: () => identifiedText(found, plan.accept, counts, allSkipped) }
}

/** Rejects drawings that cannot be made, before anything is compared. */
function checkDrawings({ overlay }: FingerprintsPlan, probes: readonly Print[]): void {
  if (overlay !== undefined && probes.length !== 1) {
    throw new UsageError(`--overlay draws one probe, not ${probes.length}`, 'pass one print with --probe')
  }
}

async function draw(
  { svg, overlay, index }: FingerprintsPlan,
  found: readonly Found[],
  ranks: readonly RankPoint[] | undefined,
  written: Written[],
): Promise<void> {
  if (svg !== undefined) {
    if (ranks === undefined) {
      throw new UsageError(
        '--svg draws how often the correct finger is found, which needs probes whose finger is known to be among the prints',
        'name prints FINGER_NUMBER, such as 101_1 and 101_2',
      )
    }
    await writeWhole(svg.path, curvesSvg({ ranks }))
    written.push({ kind: 'svg', path: svg.path })
  }
  const best = found[0]?.matches[0]
  if (overlay !== undefined && best !== undefined) {
    await writeWhole(overlay.path, overlaySvg(found[0]!.probe, best.print, best, index.minQuality))
    written.push({ kind: 'overlay', path: overlay.path })
  }
}

function isSameFinger(print: Print, probe: Print): boolean {
  return print.finger !== undefined && print.finger === probe.finger && print.id !== probe.id
}
