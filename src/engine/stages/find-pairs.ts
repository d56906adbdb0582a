import type { Progress } from '../engine.js'
import { CandidateStage } from './candidates/candidate-stage.js'
import { makeGroups } from './groups/groups.js'
import type { Copies } from './identical/copies.js'
import { groupCapacity } from './memory-budget.js'
import type { RecordLocations } from './read/record-locations.js'
import type { Sketched } from './read/sketched.js'
import type { Unit } from './read/units.js'
import type { Distinct, RunParts } from './run-parts.js'
import { hasBit, setBit } from './threads/shared-words.js'
import { type Resolved, VerifyStage } from './verify/verify-stage.js'

/** Documents that were read, and how to report what is done with them. */
export interface ReadDocuments {
  readonly units: readonly Unit[]
  readonly sketched: Sketched
  readonly distinct: Distinct
  readonly places: RecordLocations
  readonly report: (stage: Progress['stage'], done: number, total: number) => void
  /** The first position of the second side, where only pairs of two sides are looked for. */
  readonly boundary?: number
}

/** The verified pairs of some documents. */
export interface FoundPairs extends Resolved {
  /** Whether all pairs of a document with others of which the same is true were searched for exactly, although bands were used. */
  readonly searchedExactly: (position: number) => boolean
}

/** Finds the pairs of documents that were read: candidates, groups, verification. */
export async function findPairs(parts: RunParts, documents: ReadDocuments): Promise<FoundPairs> {
  const { units, sketched, distinct, places, report, boundary } = documents
  const { candidates, oversized, exactly, sets } = await new CandidateStage(
    parts,
    units,
    sketched,
    distinct,
    places,
    report,
    boundary,
  ).run()
  const groups = makeGroups(parts.thread.store, sketched, candidates, groupCapacity(parts.memory))
  const stage = new VerifyStage(parts, units, sketched, distinct, oversized.groupOf, report, boundary)
  const resolved = await stage.run(groups, candidates, places, sets)
  return { ...resolved, searchedExactly: withCopies(exactly, distinct.copies) }
}

/** Tells of any position whether its document, or the one that it is a copy of, is marked. */
function withCopies(marks: Uint32Array, { firsts, offsets, members }: Copies): (position: number) => boolean {
  if (marks.length === 0) return () => false
  const all = new Uint32Array((marks.length + 31) >>> 5)
  marks.forEach((mark, position) => {
    if (mark !== 0) setBit(all, position)
  })
  firsts.forEach((first, group) => {
    if (marks[first] === 0) return
    for (let i = offsets[group]!; i < offsets[group + 1]!; i++) setBit(all, members[i]!)
  })
  return (position) => hasBit(all, position)
}
