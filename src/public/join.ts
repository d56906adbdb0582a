// `likewise/join`: exact joins of sets, and the data structures for sets and pairs.

export { countPairs, type JoinSetsOptions, joinSets } from '../join/fast/join-sets.js'
export { SetIndex, type SetIndexOptions } from '../join/fast/set-index.js'
export { type TopOptions, topMatches } from '../join/fast/top-matches.js'
export { identicalSets, identicalTexts } from '../join/identical.js'
export { type Incidence, makeIncidence } from '../join/incidence.js'
export {
  type BagSide,
  type Bags,
  type MakeNeighborStore,
  NearestIndex,
  type NeighborStore,
  type Neighbors,
} from '../join/nearest.js'
export { type OverlapOptions, visitOverlaps } from '../join/overlap.js'
export type { SetJoin } from '../join/set-join.js'
export { type Candidates, listPairs, type PairBatch, sortPairs } from '../model/pair.js'
export { makeSetCollection, type SetCollection, setAt, sortedSet } from '../model/set-collection.js'
export type { Similarity } from '../model/similarity.js'
export { similarityOf, type VerifyOptions, verifyCandidates } from '../verify/verify.js'
