import { firstOfEachSet } from '../../join/identical.js'
import { collectSortedSets, type SetCollection, setAt, sizeAt } from '../../model/set-collection.js'
import type { ShingleOptions } from '../../text/shingle-options.js'
import { sequenceOf } from './copy-kinds.js'

/** A collection without repeated and empty sets, and the documents that each remaining set represents. */
export interface DistinctSets {
  readonly collection: SetCollection
  /** For each distinct document, the positions of its copies in the input, ascending; the first is the original. */
  readonly copies: readonly (readonly number[])[]
  /** Number of empty sets. */
  readonly empty: number
}

/**
 * Collapses equal documents, those with the same shingles in the same order, so that a text copied a thousand times is
 * compared once.
 *
 * @param all the shingle sets of the documents
 */
export function collapseEqual(
  all: SetCollection,
  texts: readonly string[],
  shingle: ShingleOptions,
): DistinctSets {
  const groups = new Map<number, number[]>()
  let empty = 0
  firstOfEachSet(all).forEach((first, position) => {
    if (sizeAt(all, position) === 0) empty++
    else if (first === position) groups.set(position, [position])
    else groups.get(first)!.push(position)
  })
  const copies = [...groups.values()]
    .flatMap((group) => (group.length === 1 ? [group] : splitBySequence(group, texts, shingle)))
    .sort(([one], [other]) => one! - other!)
  return { collection: collectSortedSets(copies.map(([first]) => setAt(all, first!))), copies, empty }
}

/** Splits documents with the same set by the order of their shingles. */
function splitBySequence(
  group: readonly number[],
  texts: readonly string[],
  shingle: ShingleOptions,
): number[][] {
  const sequence = sequenceOf(shingle)
  const byText = new Map<string, number[]>()
  const bySequence = new Map<string, number[]>()
  for (const position of group) {
    const text = texts[position]!
    let equal = byText.get(text)
    if (equal === undefined) {
      const key = sequence(text)
      equal = bySequence.get(key) ?? []
      bySequence.set(key, equal)
      byText.set(text, equal)
    }
    equal.push(position)
  }
  return [...bySequence.values()]
}
