import { addUp } from '../../../model/add-up.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/** Keys and positions, in ascending order of position. */
interface KeyList {
  readonly lows: Uint32Array
  readonly highs: Uint32Array
  readonly positions: Uint32Array
}

/** Up to this many keys are sorted by insertion, because a counting pass takes as long for one key as for a thousand. */
const FEW = 64

/** The same keys by ascending low half, in arrays that the next call reuses. The sort is stable. */
export function sortByLow(keys: KeyList, arrays: ReusedArrays): KeyList {
  const size = keys.positions.length
  let from = keys
  let to: KeyList = {
    positions: arrays.words('sorted-positions', size),
    lows: arrays.words('sorted-lows', size),
    highs: arrays.words('sorted-highs', size),
  }
  if (size <= FEW) {
    insertByLow(from, to)
    return to
  }
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    sortByDigit(from, to, shift)
    ;[from, to] = [to, from]
  }
  return from
}

function insertByLow({ lows, highs, positions }: KeyList, to: KeyList): void {
  for (let i = 0; i < lows.length; i++) {
    const low = lows[i]!
    let at = i
    for (; at > 0 && to.lows[at - 1]! > low; at--) {
      to.lows[at] = to.lows[at - 1]!
      to.highs[at] = to.highs[at - 1]!
      to.positions[at] = to.positions[at - 1]!
    }
    to.lows[at] = low
    to.highs[at] = highs[i]!
    to.positions[at] = positions[i]!
  }
}

function sortByDigit({ lows, highs, positions }: KeyList, to: KeyList, shift: number): void {
  const { lows: sortedLows, highs: sortedHighs, positions: sortedPositions } = to
  const starts = new Uint32Array(DIGITS + 1)
  for (let i = 0; i < lows.length; i++) starts[((lows[i]! >>> shift) & (DIGITS - 1)) + 1]!++
  addUp(starts)
  for (let i = 0; i < lows.length; i++) {
    const at = starts[(lows[i]! >>> shift) & (DIGITS - 1)]!++
    sortedLows[at] = lows[i]!
    sortedHighs[at] = highs[i]!
    sortedPositions[at] = positions[i]!
  }
}
