import { UniformRandom } from '../../hash/uniform-random.js'
import type { Plan } from '../../model/plan.js'
import { collectSortedSets, type SetCollection, setAt } from '../../model/set-collection.js'
import { choosePlan, isExactCertain, type PlanRequest } from '../../plan/choose-plan.js'
import type { Sample, SampleSides } from '../../plan/sample.js'
import { sampleSize } from '../../plan/sample-blocks.js'
import { sampleStatistics } from '../../plan/sample-statistics.js'

/**
 * Plans a search by the rule and the costs of the command line, so that both search the same documents in the same way: exactly, if that
 * costs at most 10 % more than bands.
 *
 * @param collection the shingle sets of all documents
 * @param texts their texts
 * @param sides default: one side
 */
export function planSearch(
  request: PlanRequest,
  collection: SetCollection,
  texts: readonly string[],
  sides?: SidesOfSample,
): Plan {
  const sampled = samplePositions(texts.length, request)
  const isWhole = sampled.length === texts.length
  const sample = makeSample(
    isWhole ? collection : collectSortedSets(Array.from(sampled, (position) => setAt(collection, position))),
    Array.from(sampled, (position) => texts[position]!),
    texts.length,
    sides && sidesOf(sampled, sides),
  )
  const statistics = sampleStatistics(sample, {
    request,
    prefixesFor: request.threshold,
    isEnough: (known) => isExactCertain(request, known),
  })
  return choosePlan(request, statistics).plan
}

/** Positions of the documents that a plan is based on, ascending: all of them, or a sample if there are many. */
export function samplePositions(
  documents: number,
  { scheme }: PlanRequest,
  size = sampleSize(documents),
): Uint32Array {
  return new UniformRandom(scheme.seed).draw(documents, size)
}

/**
 * @param sets the shingle sets of the sampled documents
 * @param texts their texts
 * @param documents the number of all documents
 */
export function makeSample(
  sets: SetCollection,
  texts: readonly string[],
  documents: number,
  sides?: SampleSides,
): Sample {
  return {
    sets,
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    totalBlocks: documents,
    ...(sides && { sides }),
  }
}

/** Where the documents to compare with begin, and whether the others are compared with each other. */
export interface SidesOfSample {
  readonly boundary: number
  readonly alsoWithin: boolean
}

/** The side of each document, by position. */
export function sidesOf(positions: Uint32Array, { boundary, alsoWithin }: SidesOfSample): SampleSides {
  return { of: Uint8Array.from(positions, (position) => (position < boundary ? 0 : 1)), alsoWithin }
}
