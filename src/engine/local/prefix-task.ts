import { spread, TwiceFilter } from '../../hash/twice-filter.js'
import { type KeyList, KeyListBuilder } from './band-keys.js'
import type { Block } from './blocks/block.js'
import { storeBlock } from './blocks/node-block-file.js'
import { aboutSegment } from './blocks/segments.js'
import { sortByLow } from './buckets.js'
import { CandidateBuilder } from './candidates.js'
import { type AboutFurther, furtherPlace } from './further-blocks.js'
import { visitPrefixes } from './prefix-keys.js'
import type { PrefixTask } from './tasks.js'

/** A bound counts as reached a little below it: rounding must not lose a pair, and all are compared anyway. */
const SLACK = 1 - 1e-9

/**
 * The pairs that have an element of both prefixes in common and that may reach the threshold by what remains: if this is the
 * first common element, the overlap is at most what stands from it to the end of either set. A pair that reaches the threshold
 * has a first one, and passes there.
 */
export function runPrefixTask(task: PrefixTask): Block[] {
  const { sizes, threshold, mostHeld, place } = task
  const further: Block[] = []
  let candidates = new CandidateBuilder()
  const flush = () => {
    further.push(storeBlock(furtherPlace(place, further.length), candidates.distinctSegments(sizes.length)))
    candidates = new CandidateBuilder()
  }
  const share = (threshold / (1 + threshold)) * SLACK
  const { positions, lows: elements, highs: places } = sortByLow(prefixesWithCompany(task))
  for (let start = 0; start < positions.length; ) {
    let end = start + 1
    while (end < positions.length && elements[end] === elements[start]) end++
    for (let i = start; i < end; i++) {
      const size = sizes[positions[i]!]!
      const rest = size - places[i]!
      for (let j = i + 1; j < end; j++) {
        const other = sizes[positions[j]!]!
        const required = share * (size + other)
        if (rest < required || other - places[j]! < required) continue
        candidates.add(positions[i]!, positions[j]!)
        if (candidates.count >= mostHeld) flush()
      }
    }
    start = end
  }
  const about: AboutFurther = { further: further.length }
  const first = storeBlock(place, [aboutSegment(about), ...candidates.distinctSegments(sizes.length)])
  return [first, ...further]
}

/** The elements of the share that may be in two prefixes: the low half is the element, the high half its place. */
function prefixesWithCompany({ sketched, portion, share, shares, distinct, expected }: PrefixTask): KeyList {
  const visit = (take: (position: number, element: number, place: number) => void) =>
    visitPrefixes(sketched, portion, distinct, (position, element, place) => {
      if (shares === 1 || (element >>> 8) % shares === share) take(position, element, place)
    })
  const filter = new TwiceFilter(expected)
  visit((_, element) => filter.add(spread(element)))
  const list = new KeyListBuilder(2 * filter.repeats)
  visit((position, element, place) => {
    if (filter.hasCompany(spread(element))) list.add(position, element, place)
  })
  return list.list()
}
