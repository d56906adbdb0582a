// The functions that the host can call. `npm run build` compiles them without a runtime: the host owns the memory.

export {
  consumed,
  needsTable,
  readJsonLines,
  readShingles,
  readText,
  readTextHash,
  readTexts,
  unfinished,
} from './batch'
export { groupBand } from './buckets'
export { clusterComponents } from './clusters'
export { escapeText } from './escape'
export { countRepeated, keepRepeated } from './frequent'
export { groupKeys } from './group-keys'
export { countHubs } from './hubs'
export { pickKeys } from './keys'
export { readNumbers } from './numbers'
export { addPrefixes, groupPrefixes } from './prefix-lists'
export { addPair, beginLists, dropPairs, listPairs, listStart, listStop, pairsAt } from './prefix-pairs'
export { sortByPortion, writePrefixes } from './prefixes'
export { overlapAtLeast } from './sets'
export { sketchSets } from './sketch'
export {
  addSets,
  compareHeld,
  compareMarked,
  countFirsts,
  holdCandidates,
  markCandidates,
  numberDocuments,
} from './tiles'

/** The first byte that the host may use. */
export function heapStart(): usize {
  return (__heap_base + 63) & ~63
}
