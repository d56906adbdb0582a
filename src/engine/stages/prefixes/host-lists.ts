// Some lists are left to JavaScript: those of long documents, of very many documents, and all lists of similarities for which the kernel
// cannot compute the required overlap.

import { INDEX_SHIFT, MEMBER_WORDS, type PrefixList } from '../../../kernel/wasm-prefix-lists.js'
import { countBelow } from '../../../model/count-below.js'
import { countUp } from '../../../model/count-up.js'
import { isSymmetric, minOverlapFor, overlapFilter } from '../../../model/similarity.js'
import { hiddenOverlap } from '../../../text/wide-shingles.js'
import type { PrefixTask } from '../tasks.js'
import { BIT_WORDS, differInMore } from './difference-bits.js'

/** A bound counts as reached slightly below it, so that rounding cannot lose a pair. All candidates are compared anyway. */
export const ROUNDING = 1 - 1e-9

/** What is known about the documents. */
type ListedDocuments = Pick<
  PrefixTask,
  'sizes' | 'bits' | 'similarity' | 'threshold' | 'oversizedOf' | 'boundary'
>

/** The positions of the documents of a list. */
export function positionsIn(list: PrefixList): Uint32Array {
  const positions = new Uint32Array(list.length / MEMBER_WORDS)
  for (let i = 0; i < positions.length; i++) positions[i] = list[MEMBER_WORDS * i + 3]!
  return positions
}

/**
 * Returns a function that visits the pairs of a list that may reach the threshold, given the positions of its documents.
 *
 * If this is their first common element, their overlap is at most the number of elements from it to the end of either set. A pair that
 * reaches the threshold has a first common element, and passes the test there. Two long documents may have more shingles in common than
 * their hashes show, so less is required of them.
 *
 * If the similarity has a direction, a document is listed under all its elements, because another may be contained in it. The contained
 * document has its first common element among its own leading ones; across two sides, it belongs to the first.
 */
export function hostLists(
  { sizes, bits, similarity, threshold, oversizedOf, boundary }: ListedDocuments,
  visit: (one: number, other: number) => void,
): (list: PrefixList, positions: Uint32Array) => void {
  const required = overlapFilter(similarity, threshold * ROUNDING)
  const isDirected = !isSymmetric(similarity)
  const leads = !isDirected
    ? () => true
    : (size: number, rest: number) =>
        rest >= minOverlapFor(similarity, size, size, threshold) - hiddenOverlap(size)
  const restOf = (list: PrefixList, i: number, position: number) =>
    sizes[position]! - (list[MEMBER_WORDS * i + 4]! >>> INDEX_SHIFT)
  const isOversized = (position: number) => oversizedOf.length > 0 && oversizedOf[position] !== 0
  return (list, positions) => {
    const element = list[0]!
    const own = boundary === undefined ? positions.length : countBelow(positions, boundary)
    if (boundary !== undefined && own === positions.length) return
    // Most lists of a similarity with a direction have no first documents.
    const firsts = new Uint8Array(positions.length)
    let isEmpty = true
    for (let i = 0; i < own; i++) {
      if (!leads(sizes[positions[i]!]!, restOf(list, i, positions[i]!))) continue
      firsts[i] = 1
      isEmpty = false
    }
    if (isEmpty) return
    const all = countUp(positions.length)
    // Very many documents of a list may be oversized, so no two of them are visited.
    const ordinary = oversizedOf.length === 0 ? all : all.filter((i) => !isOversized(positions[i]!))
    for (let i = 0; i < own; i++) {
      if (firsts[i] === 0) continue
      const one = positions[i]!
      const size = sizes[one]!
      const rest = restOf(list, i, one)
      const hasEarlier = list[MEMBER_WORDS * i + 1] !== element
      const others = isOversized(one) ? ordinary : all
      const start = boundary !== undefined ? own : isDirected ? 0 : i + 1
      for (let at = others === all ? start : countBelow(others, start); at < others.length; at++) {
        const j = others[at]!
        // Two first documents meet once.
        if (j === i || (j < i && firsts[j] === 1)) continue
        // Two documents that also share an earlier element meet there, where they pass every test that they pass here.
        if (hasEarlier && shareEarlier(list, i, j)) continue
        const other = positions[j]!
        const otherSize = sizes[other]!
        const minOverlap = required(size, otherSize) - hiddenOverlap(Math.min(size, otherSize))
        if (rest < minOverlap || restOf(list, j, other) < minOverlap) continue
        const maxDifferent = size + otherSize - 2 * minOverlap
        if (bits.length > 0 && differInMore(bits, BIT_WORDS * one, BIT_WORDS * other, maxDifferent)) continue
        visit(one, other)
      }
    }
  }
}

/** Whether one of the two elements before the shared one is the same in two documents of a list. */
function shareEarlier(list: PrefixList, i: number, j: number): boolean {
  const [one, other] = [MEMBER_WORDS * i, MEMBER_WORDS * j]
  const [previous, second] = [list[other + 1]!, list[other + 2]!]
  return (
    list[one + 1] === previous ||
    list[one + 1] === second ||
    list[one + 2] === previous ||
    list[one + 2] === second
  )
}
