import { checkWhole } from '../model/check.js'
import type { SetCollection } from '../model/set-collection.js'
import { countNumbers, usedElements } from './fast/join-block.js'
import { numberElements, UNSHARED } from './fast/number-elements.js'

/**
 * The sets without the elements that occur in more than `maxSets` of them. Such elements say little, and would make the time of a join by
 * small overlaps grow with the square of the number of sets.
 *
 * @example dropFrequent(makeSetCollection([[1, 7], [2, 7], [7]]), 2) // 1; 2; nothing
 */
export function dropFrequent(sets: SetCollection, maxSets: number): SetCollection {
  checkWhole('maxSets', maxSets, 1, 2 ** 32)
  const { count, offsets, elements } = sets
  const base = offsets[0]!
  const { kinds, lists } = numberElements([usedElements(sets)])
  const numbers = lists[0]!
  const frequency = countNumbers(kinds, numbers)
  const kept = new Uint32Array(numbers.length)
  const keptOffsets = new Uint32Array(count + 1)
  let end = 0
  for (let set = 0; set < count; set++) {
    for (let at = offsets[set]!; at < offsets[set + 1]!; at++) {
      const number = numbers[at - base]!
      if (number === UNSHARED || frequency[number]! <= maxSets) kept[end++] = elements[at]!
    }
    keptOffsets[set + 1] = end
  }
  return { count, offsets: keptOffsets, elements: kept.subarray(0, end) }
}
