import type { Print } from '../../apps/fingerprints/print.js'
import { PrintIndex } from '../../apps/fingerprints/print-index.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import type { Outcome } from '../outcome.js'
import { processCost } from '../output/process-cost.js'
import type { ProgressLine } from '../output/progress.js'
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
  const found = probes.prints.map((probe, done): Found => {
    progress.share('comparing', done, probes.prints.length)
    const matches = index.identify(probe).map((match) => ({ ...match, print: prints[match.number]! }))
    // A probe that lies among the prints would find itself.
    return { probe, matches: matches.filter(({ print }) => print.id !== probe.id).slice(0, plan.top) }
  })
  const written = plan.pairs ? [await writeMatches(plan.pairs, found, lifetime)] : []
  const known = found.filter(({ probe }) => prints.some((print) => isSameFinger(print, probe)))
  const first = known.filter(({ probe, matches }) =>
    matches.slice(0, 1).some(({ print }) => isSameFinger(print, probe)),
  )
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
    ...(known.length > 0 && { known: known.length, foundFirst: first.length }),
    matches: found.map(({ probe, matches }) => ({
      probe: probe.id,
      matches: matches.map(({ print, score, matched }) => ({ print: print.id, score, matched })),
    })),
    ...processCost(),
  }
  const counts = { known: known.length, first: first.length }
  return { report, text: () => identifiedText(found, plan.accept, counts, allSkipped) }
}

function isSameFinger(print: Print, probe: Print): boolean {
  return print.finger !== undefined && print.finger === probe.finger && print.id !== probe.id
}
