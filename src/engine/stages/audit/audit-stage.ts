import { connectionsOf } from '../../../audit/connections.js'
import { type AuditResult, judgeAudit } from '../../../audit/judge-audit.js'
import { Random } from '../../../hash/random.js'
import { PairBuilder } from '../../../model/pair.js'
import { similarityIn } from '../../../model/plan.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { seedOf } from '../../../plan/choose-plan.js'
import { limitedList } from '../../limited-list.js'
import type { Found } from '../find-run.js'
import { kernelOptions } from '../read/kernel-options.js'
import { SetReader } from '../read/set-reader.js'
import { cutUnits } from '../read/units.js'
import type { RunParts } from '../run-parts.js'
import { sharedWords } from '../threads/shared-words.js'

/** Draws documents, finds their true neighbors by reading everything once more, and measures what the run has missed. */
export async function auditRun(parts: RunParts, found: Found, documents: number): Promise<AuditResult> {
  const { source, plan, workers, memory, options } = parts
  const filled = positionsOf(found)
  const drawn = new Random(seedOf(plan))
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
  await workers.run(
    units.map((unit, number) => ({
      kind: 'audit' as const,
      unit,
      kernel,
      first: found.firsts[number]!,
      drawn: sets,
      threshold: plan.threshold,
      similarity: similarityIn(plan),
      mostLineBytes: memory.mostLineBytes,
    })),
    (matches, number) => {
      for (let i = 0; i < matches.length; i += 2) {
        if (!leftOut.has(matches[i + 1]!)) truth.add(matches[i]!, matches[i + 1]!)
      }
      done += units[number]!.to - units[number]!.from
      report()
    },
  )
  return judgeAudit({
    drawn,
    documents: filled.length,
    truth: truth.candidates(),
    reported: found.pairs.unordered(),
    isConnected: connectionsOf(found.places.count, found.pairs.unordered()),
    limited: limitedList(plan, found.pairsOmitted),
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
  const reader = new SetReader(parts.thread, parts.source, places, kernelOptions(parts, true))
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
