import { expect, it } from 'vitest'
import { sortByLow } from '../../../../../src/engine/stages/bands/buckets.js'
import { ReusedArrays } from '../../../../../src/engine/stages/threads/reused-arrays.js'
import { Random } from '../../../../../src/hash/random.js'

it.each([0, 1, 2, 63, 64, 65, 3000])(
  'sorts %i keys by their low halves, and keeps the order of equal ones',
  (size) => {
    const random = new Random(size)
    // Few enough values that many are equal, in each of the digits.
    const lows = Uint32Array.from({ length: size }, () => random.below(40) * 2 ** (11 * random.below(3)))
    const highs = Uint32Array.from({ length: size }, () => random.bits())
    const positions = Uint32Array.from(lows.keys())
    const order = [...positions].sort((a, b) => lows[a]! - lows[b]! || a - b)
    // What is sorted may be overwritten.
    const copies = { lows: lows.slice(), highs: highs.slice(), positions: positions.slice() }
    const sorted = sortByLow(copies, new ReusedArrays())
    expect([...sorted.positions]).toEqual(order)
    expect([...sorted.lows]).toEqual(order.map((position) => lows[position]))
    expect([...sorted.highs]).toEqual(order.map((position) => highs[position]))
  },
)
