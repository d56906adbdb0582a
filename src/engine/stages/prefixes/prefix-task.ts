import { spread, TwiceFilter } from '../../../hash/twice-filter.js'
import { type KeyList, KeyListBuilder } from '../bands/band-keys.js'
import { sortByLow } from '../bands/buckets.js'
import type { Block } from '../blocks/block.js'
import { CandidateBlocks } from '../candidates/candidate-blocks.js'
import { connectGroups } from '../oversized/oversized-links.js'
import type { PrefixTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { visitPrefixShare } from './prefix-keys.js'

/** A bound counts as reached a little below it: rounding must not lose a pair, and all are compared anyway. */
const SLACK = 1 - 1e-9

/**
 * The pairs that have an element of both prefixes in common and that may reach the threshold by what remains: if this is the
 * first common element, the overlap is at most what stands from it to the end of either set. A pair that reaches the threshold
 * has a first one, and passes there.
 */
export function runPrefixTask(task: PrefixTask, thread: Thread): Block[] {
  const { sizes, threshold, mostHeld, place, oversizedOf } = task
  const candidates = new CandidateBlocks(thread, place, mostHeld, (held) =>
    held.distinctSegments(sizes.length, thread.arrays),
  )
  const share = (threshold / (1 + threshold)) * SLACK
  const {
    positions,
    lows: elements,
    highs: places,
  } = sortByLow(prefixesWithCompany(task, thread), thread.arrays)
  const prefixes: Prefixes = { sizes, positions, places, share, candidates }
  for (let start = 0; start < positions.length; ) {
    let end = start + 1
    while (end < positions.length && elements[end] === elements[start]) end++
    const ordinary = oversizedOf.length === 0 ? undefined : ordinaryOf(positions, start, end, oversizedOf)
    if (ordinary === undefined || ordinary.length === end - start) {
      for (let i = start; i < end; i++) for (let j = i + 1; j < end; j++) meet(prefixes, i, j)
    } else {
      connectGroups(positions.subarray(start, end), oversizedOf, candidates)
      for (const [k, i] of ordinary.entries()) {
        for (let l = k + 1; l < ordinary.length; l++) meet(prefixes, i, ordinary[l]!)
        for (let j = start; j < end; j++) if (oversizedOf[positions[j]!] !== 0) meet(prefixes, i, j)
      }
    }
    start = end
  }
  return candidates.end()
}

/** What is known of elements in prefixes, one by one. */
interface Prefixes {
  readonly sizes: Uint32Array
  readonly positions: Uint32Array
  readonly places: Uint32Array
  readonly share: number
  readonly candidates: CandidateBlocks
}

/** Not a function that each task makes: its compiled code would go with it. */
function meet({ sizes, positions, places, share, candidates }: Prefixes, i: number, j: number): void {
  const [size, other] = [sizes[positions[i]!]!, sizes[positions[j]!]!]
  const required = share * (size + other)
  if (size - places[i]! >= required && other - places[j]! >= required)
    candidates.add(positions[i]!, positions[j]!)
}

/** Where in a list documents are that are not oversized. */
function ordinaryOf(positions: Uint32Array, start: number, end: number, oversizedOf: Uint32Array): number[] {
  const places: number[] = []
  for (let i = start; i < end; i++) if (oversizedOf[positions[i]!] === 0) places.push(i)
  return places
}

/** The elements of the share that may be in two prefixes: the low half is the element, the high half its place. */
function prefixesWithCompany(task: PrefixTask, { store, arrays }: Thread): KeyList {
  const filter = new TwiceFilter(task.expected, arrays.words)
  visitPrefixShare(store, task, (_, element) => filter.add(spread(element)))
  const list = new KeyListBuilder(2 * filter.repeats, arrays)
  visitPrefixShare(store, task, (position, element, place) => {
    if (filter.hasCompany(spread(element))) list.add(position, element, place)
  })
  return list.list()
}
