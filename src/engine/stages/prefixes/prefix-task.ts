import { MAX_LISTED_PAIRS } from '../../../band/bucket-limit.js'
import { WasmPrefixLists } from '../../../kernel/wasm-prefix-lists.js'
import { isSymmetric, minOverlapShare } from '../../../model/similarity.js'
import type { Block } from '../blocks/block.js'
import { CandidateBlocks, candidateSegments } from '../candidates/candidate-blocks.js'
import { largestUnit, SKETCH, visitUnits } from '../read/sketched.js'
import type { PrefixTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { MAX_TELLING } from './difference-bits.js'
import { hostLists, positionsIn, ROUNDING } from './host-lists.js'
import { areLargeList, LargeListDocuments } from './large-lists.js'
import { PORTIONS } from './prefix-keys.js'

/**
 * Lists the pairs whose prefixes share an element of a portion and which may still reach the threshold. Pairs of a large list are not
 * listed: its documents are joined (large-lists.ts).
 */
export function runPrefixTask(task: PrefixTask, thread: Thread): Block[] {
  const { sketched, sizes, similarity, boundary, oversizedOf } = task
  const blocks = new CandidateBlocks(thread, task.location, task.maxHeld)
  const store = (pairs: Uint32Array) => blocks.store(pairs)
  const lists = thread.keep(
    'prefix-lists',
    task.bits,
    () => new WasmPrefixLists(task.bits, largestUnit(sketched)),
  )
  lists.begin({
    ...task,
    boundary,
    isMarked: oversizedOf,
    minShare: minOverlapShare(similarity, task.threshold * ROUNDING),
    maxPairs: MAX_LISTED_PAIRS,
    maxTelling: MAX_TELLING,
  })
  const add = (words: Uint32Array, first: number, count: number) => lists.add(words, first, count)
  visitUnits(thread.store, sketched, SKETCH.prefixes + task.portion, add, PORTIONS)
  const inLargeLists = new LargeListDocuments(sizes.length)
  const listHere = hostLists(task, (one, other) => lists.addPair(one, other, store))
  const pairs = lists.list(store, (list) => {
    const positions = positionsIn(list)
    if (isSymmetric(similarity) && areLargeList(positions, boundary, oversizedOf)) inLargeLists.add(positions)
    else listHere(list, positions)
  })
  return blocks.end({ segments: [...candidateSegments(pairs), ...inLargeLists.segments()] })
}
