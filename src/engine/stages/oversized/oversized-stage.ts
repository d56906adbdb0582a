import { similarityIn } from '../../../model/plan.js'
import type { ComparedWithHubs } from '../../oversized/hub-comparison.js'
import { type HubRound, hubRounds } from '../../oversized/hub-rounds.js'
import { type Oversized, OversizedDocuments } from '../../oversized/oversized-documents.js'
import type { Block } from '../blocks/block.js'
import { type Copies, countCopies } from '../identical/copies.js'
import type { RecordLocations } from '../read/record-locations.js'
import { SetReader } from '../read/set-reader.js'
import type { RunParts } from '../run-parts.js'
import { sharedWords } from '../threads/shared-words.js'
import type { UnitChunks } from './join-chunks.js'
import { readLargeBuckets } from './large-buckets.js'

/** The documents of large buckets, and where their sets are stored. */
export interface LargeDocuments {
  readonly buckets: readonly Block[]
  /** The approximate number of buckets that a similar pair shares. */
  readonly repeats: number
  /** For each unit. */
  readonly sets: readonly UnitChunks[]
  /** The number of all positions. */
  readonly count: number
  /** The first position of the second side, if only pairs across it count. */
  readonly boundary?: number | undefined
  /** The number of chunks of the first side, which come first. */
  readonly own: number
}

/** Finds the oversized documents and what connects them. */
export async function findOversized(
  parts: RunParts,
  large: LargeDocuments,
  limit: number,
  copies: Copies,
  locations: RecordLocations,
): Promise<Oversized> {
  const { thread, source, plan } = parts
  const weights = sharedWords(large.count)
  const found = new OversizedDocuments(large.count)
  const reader = new SetReader(thread, source, locations, plan)
  const rounds = hubRounds(
    {
      buckets: () => readLargeBuckets(thread.store, large.buckets),
      repeats: large.repeats,
      boundary: large.boundary,
      copiesOf: (position) => countCopies(copies, position),
    },
    found,
    weights,
  )
  try {
    for (let step = rounds.next(); step.done !== true; ) {
      step = rounds.next(await compareWithHubs(parts, large, weights, step.value, limit, reader))
    }
    const comparison = { similarity: similarityIn(plan), threshold: plan.threshold }
    return found.connect((position) => reader.set(position), comparison, large.boundary, sharedWords)
  } finally {
    reader.close()
  }
}

/** Compares the weighted documents with the hubs of a round. */
async function compareWithHubs(
  { workers, plan }: RunParts,
  { sets, boundary, own }: LargeDocuments,
  weights: Uint32Array,
  { hubs, draws, from: first }: HubRound,
  limit: number,
  reader: SetReader,
): Promise<ComparedWithHubs[]> {
  const hubSets = sharedSets(hubs.map(({ position }) => reader.set(position)))
  // No chunk has documents of both sides.
  const isCompared = ({ from, to }: UnitChunks) =>
    boundary === undefined || (to >= from && from <= own === (first === 0))
  const results: ComparedWithHubs[] = []
  await workers.run(
    sets.filter(isCompared).map(({ block, from, to }) => ({
      kind: 'hub' as const,
      hubs,
      draws,
      limit,
      hubSets,
      sets: block,
      from,
      to,
      isWanted: weights,
      threshold: plan.threshold,
      similarity: similarityIn(plan),
    })),
    (result) => results.push(result),
  )
  return results
}

function sharedSets(sets: readonly Uint32Array[]) {
  const offsets = sharedWords(sets.length + 1)
  for (const [i, { length }] of sets.entries()) offsets[i + 1] = offsets[i]! + length
  const elements = sharedWords(offsets.at(-1)!)
  for (const [i, set] of sets.entries()) elements.set(set, offsets[i]!)
  return { count: sets.length, offsets, elements }
}
