import { RepeatFilter } from '../../../hash/repeat-filter.js'
import { splitSketched } from '../read/sketched.js'
import type { Thread } from '../threads/thread.js'
import { type BandKeys, type KeyList, KeyListBuilder, visitKeys } from './band-keys.js'

/**
 * The documents of one side that may share their key with one of the other, those of the first side first. Keys that occur on one side only
 * are dropped before anything is sorted, however many documents have them.
 */
export function keysAcross(keys: BandKeys, boundary: number, { store, arrays }: Thread): KeyList {
  const [own, others] = splitSketched(keys.sketched, boundary).map((sketched) => ({ ...keys, sketched })) as [
    BandKeys,
    BandKeys,
  ]
  const expected = keys.distinctCount / keys.shares
  const ofOwn = new RepeatFilter(expected, arrays.words)
  visitKeys(store, own, (words, records, count) => {
    for (let i = 0; i < count; i++) {
      const high = words[2 * records[i]! + 1]!
      // Added twice, so that a single key counts as repeated.
      ofOwn.add(high)
      ofOwn.add(high)
    }
  })
  const ofOthers = new RepeatFilter(expected, (name, length) => arrays.words(`${name}-of-others`, length))
  let met = 0
  visitKeys(store, others, (words, records, count) => {
    for (let i = 0; i < count; i++) {
      const high = words[2 * records[i]! + 1]!
      if (!ofOwn.mayRepeat(high)) continue
      ofOthers.add(high)
      ofOthers.add(high)
      met++
    }
  })
  // Each key of the first side was added twice.
  const list = new KeyListBuilder(ofOwn.repeats + met, arrays)
  const addKnown = (side: BandKeys, filter: RepeatFilter) =>
    visitKeys(store, side, (words, records, count, first) => {
      for (let i = 0; i < count; i++) {
        const record = records[i]!
        const high = words[2 * record + 1]!
        if (filter.mayRepeat(high)) list.add(first + record, words[2 * record]!, high)
      }
    })
  addKnown(own, ofOthers)
  addKnown(others, ofOwn)
  return list.list()
}
