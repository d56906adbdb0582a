import type { Block } from './blocks/block.js'
import { findCandidates } from './candidates/candidate-stage.js'
import { connectDocuments } from './groups/connect-documents.js'
import { type Groups, makeGroups } from './groups/groups.js'
import type { Copies } from './identical/copies.js'
import { groupCapacity } from './memory-budget.js'
import type { Sketched } from './read/sketched.js'
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
  const { candidates, oversized, exactly, sets } = await findCandidates(parts, documents)
  const groups = await groupDocuments(parts, sketched, candidates)
  const stage = new VerifyStage(parts, units, sketched, distinct, oversized.groupOf, report, boundary)
  const resolved = await stage.run(groups, candidates, locations, sets)
  return { ...resolved, searchedExactly: withCopies(exactly, distinct.copies) }
}

/** The components are dropped before the groups are compared. */
async function groupDocuments(
  parts: RunParts,
  sketched: Sketched,
  candidates: readonly Block[],
): Promise<Groups> {
  const { components, total } = await connectDocuments(parts, sketched, candidates)
  const capacity = groupCapacity(total, parts.memory)
  return makeGroups(parts.thread.store, sketched, components, candidates, capacity)
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
