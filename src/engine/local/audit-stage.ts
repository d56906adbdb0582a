import { type AuditResult, judgeAudit } from '../../audit/judge-audit.js'
import { Random } from '../../hash/random.js'
import { type Candidates, PairBuilder } from '../../model/pair.js'
import type { SetCollection } from '../../model/set-collection.js'
import type { Found } from './local-run.js'
import { kernelOptions, type RunParts } from './run-parts.js'
import { SetReader } from './set-reader.js'
import { sharedWords } from './shared.js'
import { cutUnits } from './units.js'

/** A cluster of more documents may have pairs that are not listed: see crowds.ts and expand-copies.ts. */
const LARGEST_LISTED = 512

/** Audits of this process so far. */
let audits = 0

/** Draws documents, finds their true neighbours by reading everything once more, and measures what the run has missed. */
export async function auditRun(parts: RunParts, found: Found, documents: number): Promise<AuditResult> {
  const { source, plan, pool, options } = parts
  const filled = positionsOf(found)
  const drawn = new Random(plan.method === 'bands' ? plan.scheme.seed : 1)
    .draw(filled.length, Math.min(filled.length, documents))
    .map((number) => filled[number]!)
  const sets = drawnSets(parts, found, drawn)
  const kernel = kernelOptions(parts, true)
  const truth = new PairBuilder()
  const units = cutUnits(source)
  const total = source.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const report = () => options.onProgress?.({ stage: 'audit', done, total, documents: found.places.count })
  report()
  const leftOut = new Set(found.leftOut)
  const audit = ++audits
  await pool.run(
    units.map((unit, number) => ({
      kind: 'audit' as const,
      audit,
      unit,
      kernel,
      first: found.firsts[number]!,
      drawn: sets,
      threshold: plan.threshold,
    })),
    (matches, number) => {
      for (let i = 0; i < matches.length; i += 2) {
        if (!leftOut.has(matches[i + 1]!)) truth.add(matches[i]!, matches[i + 1]!)
      }
      done += units[number]!.to - units[number]!.from
      report()
    },
  )
  const known = truth.candidates()
  return judgeAudit({
    drawn,
    documents: filled.length,
    truth: known,
    reported: reportedPairs(found, drawn, known),
  })
}

/** All documents that are neither empty nor bad. */
function positionsOf({ places, leftOut }: Found): Uint32Array {
  const positions = new Uint32Array(places.count - leftOut.length)
  let [end, next] = [0, 0]
  for (let position = 0; position < places.count; position++) {
    if (leftOut[next] === position) next++
    else positions[end++] = position
  }
  return positions
}

/** In shared memory, so that every worker makes its own index of it. */
function drawnSets(parts: RunParts, { places }: Found, drawn: Uint32Array): SetCollection {
  const reader = new SetReader(parts.source, places, kernelOptions(parts, true))
  try {
    const sets = Array.from(drawn, (position) => reader.set(position))
    const offsets = sharedWords(sets.length + 1)
    for (const [i, { length }] of sets.entries()) offsets[i + 1] = offsets[i]! + length
    const elements = sharedWords(offsets.at(-1)!)
    for (const [i, set] of sets.entries()) elements.set(set, offsets[i]!)
    return { count: sets.length, offsets, elements }
  } finally {
    reader.close()
  }
}

/**
 * The pairs that count as found: those that are listed, and, of clusters so large that not all are listed, those whose two
 * documents are both in it.
 */
function* reportedPairs(found: Found, drawn: Uint32Array, truth: Candidates): Generator<Candidates, void> {
  yield* found.pairs.batches()
  const clusterOf = new Map<number, number>()
  const wanted = new Set([...drawn, ...truth.b])
  let number = 0
  for (const { members } of found.clusters) {
    if (members.length > LARGEST_LISTED) {
      for (const member of members) if (wanted.has(member)) clusterOf.set(member, number)
    }
    number++
  }
  const together = new PairBuilder()
  for (let i = 0; i < truth.count; i++) {
    const [one, other] = [drawn[truth.a[i]!]!, truth.b[i]!]
    const cluster = clusterOf.get(one)
    if (one !== other && cluster !== undefined && cluster === clusterOf.get(other)) {
      together.add(Math.min(one, other), Math.max(one, other))
    }
  }
  yield together.candidates()
}
