import { connectionsOf } from '../../../audit/connections.js'
import { type AuditResult, judgeAudit } from '../../../audit/judge-audit.js'
import { Random } from '../../../hash/random.js'
import { PairBuilder } from '../../../model/pair.js'
import { similarityIn } from '../../../model/plan.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { seedOf } from '../../../plan/choose-plan.js'
import { isAgainst } from '../../../read/sides.js'
import { limitedList } from '../../limited-list.js'
import type { Found } from '../find-run.js'
import { kernelOptions } from '../read/kernel-options.js'
import { SetReader } from '../read/set-reader.js'
import { cutUnits } from '../read/units.js'
import type { RunParts } from '../run-parts.js'
import { sharedWords } from '../threads/shared-words.js'

/** Samples documents, finds their true neighbors by reading everything once more, and measures what the run missed. */
export async function auditRun(parts: RunParts, found: Found, documents: number): Promise<AuditResult> {
  const { source, plan, workers, memory, options } = parts
  const filled = positionsOf(found)
  const sampled = new Random(seedOf(plan))
    .draw(filled.length, Math.min(filled.length, documents))
    .map((number) => filled[number]!)
  const sets = readSampled(parts, found, sampled)
  const truth = new PairBuilder()
  const areWithin = source.against === undefined || options.alsoWithin === true
  const units = cutUnits(parts.thread.inputs, source)
    .map((unit, number) => ({ unit, first: found.firsts[number]! }))
    .filter(({ unit }) => areWithin || isAgainst(source, unit.file))
  const kernelOf = kernelOptions(parts, true)
  const total = units.reduce((sum, { unit }) => sum + unit.to - unit.from, 0)
  let done = 0
  const report = () => options.onProgress?.({ stage: 'audit', done, total, documents: found.locations.count })
  report()
  const excluded = new Set(found.excluded)
  await workers.run(
    units.map(({ unit, first }) => ({
      kind: 'audit' as const,
      unit,
      kernel: kernelOf(unit.file),
      first,
      isAgainst: isAgainst(source, unit.file),
      sampledSets: sets,
      threshold: plan.threshold,
      similarity: similarityIn(plan),
      maxLineBytes: memory.maxLineBytes,
    })),
    (matches, number) => {
      for (let i = 0; i < matches.length; i += 2) {
        if (!excluded.has(matches[i + 1]!)) truth.add(matches[i]!, matches[i + 1]!)
      }
      done += units[number]!.unit.to - units[number]!.unit.from
      report()
    },
  )
  return judgeAudit({
    sampled,
    documents: filled.length,
    truth: truth.candidates(),
    reported: found.pairs.unordered(),
    isConnected: connectionsOf(found.locations.count, found.pairs.unordered()),
    limited: limitedList(plan, found.pairsOmitted),
  })
}

/** All documents that are neither empty nor bad; with two sides, those of the first. */
function positionsOf({ locations, excluded, against }: Found): Uint32Array {
  const count = against?.boundary ?? locations.count
  const positions = new Uint32Array(count)
  let [end, next] = [0, 0]
  for (let position = 0; position < count; position++) {
    if (excluded[next] === position) next++
    else positions[end++] = position
  }
  return positions.slice(0, end)
}

/** In shared memory, so that every worker can build its own index of it. */
function readSampled(parts: RunParts, { locations }: Found, sampled: Uint32Array): SetCollection {
  const reader = new SetReader(parts.thread, parts.source, locations, parts.plan)
  try {
    const sets = Array.from(sampled, (position) => reader.set(position))
    const offsets = sharedWords(sets.length + 1)
    for (const [i, { length }] of sets.entries()) offsets[i + 1] = offsets[i]! + length
    const elements = sharedWords(offsets.at(-1)!)
    for (const [i, set] of sets.entries()) elements.set(set, offsets[i]!)
    return { count: sets.length, offsets, elements }
  } finally {
    reader.close()
  }
}
