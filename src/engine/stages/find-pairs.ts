import { findCandidates } from './candidates/candidate-stage.js'
import { connectDocuments } from './groups/connect-documents.js'
import { makeGroups } from './groups/groups.js'
import type { Copies } from './identical/copies.js'
import { groupCapacity } from './memory-budget.js'
import type { ReadDocuments, RunParts } from './run-parts.js'
import { hasBit, setBit } from './threads/shared-words.js'
import { type Resolved, VerifyStage } from './verify/verify-stage.js'

/** The verified pairs of some documents. */
export interface FoundPairs extends Resolved {
  /** Whether a document belongs to those that were searched exactly although bands were used: every pair of two such documents is found. */
  readonly searchedExactly: (position: number) => boolean
}

/** Finds the pairs of documents that were read: candidates, groups, verification. */
export async function findPairs(parts: RunParts, documents: ReadDocuments): Promise<FoundPairs> {
  const { units, sketched, distinct, locations, report, boundary } = documents
  const { store } = parts.thread
  const { candidates, oversized, exactly, sets } = await findCandidates(parts, documents)
  const { components, total } = await connectDocuments(parts, sketched, candidates)
  const groups = makeGroups(store, sketched, components, candidates, groupCapacity(total, parts.memory))
  const stage = new VerifyStage(parts, units, sketched, distinct, oversized.groupOf, report, boundary)
  const resolved = await stage.run(groups, candidates, locations, sets)
  return { ...resolved, searchedExactly: withCopies(exactly, distinct.copies) }
}

/** Returns a function that tests whether the document at a position, or the document that it copies, is marked. */
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
