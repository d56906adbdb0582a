import { describe, expect, it } from 'vitest'
import { writeKey64 } from '../../../src/hash/key64.js'
import { Random } from '../../../src/hash/random.js'

function key(values: ArrayLike<number>, seed = 0): [low: number, high: number] {
  const keys = new Uint32Array(2)
  writeKey64(keys, 0, Uint32Array.from(values), 0, values.length, seed)
  return [keys[0]!, keys[1]!]
}

const randomSlots = (random: Random, count: number) =>
  Uint32Array.from({ length: count }, () => random.bits())

describe('a 64-bit key', () => {
  it('is the same for the same slots, wherever they are and wherever it is written', () => {
    const slots = randomSlots(new Random(1), 6)
    const block = Uint32Array.of(9, 9, ...slots, 9)
    const keys = new Uint32Array(5).fill(7)
    writeKey64(keys, 2, block, 2, 8, 3)
    expect([...keys]).toEqual([7, 7, ...key(slots, 3), 7])
  })

  it('differs in both halves when one slot differs', () => {
    const random = new Random(2)
    for (let i = 0; i < 100_000; i++) {
      const slots = randomSlots(random, 1 + random.below(8))
      const before = key(slots)
      const slot = random.below(slots.length)
      slots[slot]! ^= i % 2 === 0 ? 1 << random.below(32) : 1 + random.below(2 ** 32 - 1)
      const after = key(slots)
      if (before[0] === after[0] || before[1] === after[1]) expect.fail(`slot ${slot} of ${slots}`)
    }
  })

  it('differs in both halves when two slots differ in the same bit', () => {
    const random = new Random(4)
    for (let i = 0; i < 1000; i++) {
      const slots = randomSlots(random, 6)
      const before = key(slots)
      for (let bit = 0; bit < 32; bit++) {
        const changed = slots.map((slot, place) =>
          place === i % 6 || place === (i + 1) % 6 ? slot ^ (1 << bit) : slot,
        )
        const after = key(changed)
        if (before[0] === after[0] || before[1] === after[1]) expect.fail(`bit ${bit} of ${slots}`)
      }
    }
  })

  it('has halves of which either may be equal for different slots, but not both', () => {
    const random = new Random(5)
    const highOf = new Map<number, number>()
    let sharedLow = 0
    let sharedBoth = 0
    for (let i = 0; i < 2 ** 18; i++) {
      const [low, high] = key(randomSlots(random, 3))
      const other = highOf.get(low)
      if (other !== undefined) sharedLow++
      if (other === high) sharedBoth++
      highOf.set(low, high)
    }
    // 2^18 numbers of 32 bits: 8 pairs are expected to share the low half.
    expect(sharedLow).toBeGreaterThan(0)
    expect(sharedBoth).toBe(0)
  })

  it('differs with the seed and with the order of the slots', () => {
    expect(key([1, 2], 0)).not.toEqual(key([1, 2], 1))
    expect(key([1, 2])).not.toEqual(key([2, 1]))
    expect(key([0, 0])).not.toEqual(key([0]))
  })

  it('is never shared by 100,000 random bands, nor by 100,000 bands of small numbers', () => {
    const random = new Random(3)
    const kinds = {
      random: () => randomSlots(random, 5),
      digits: (i: number) => Array.from(String(i).padStart(5, '0'), Number),
    }
    for (const slots of Object.values(kinds)) {
      const seen = new Set<bigint>()
      const [lows, highs] = [new Set<number>(), new Set<number>()]
      for (let i = 0; i < 100_000; i++) {
        const [low, high] = key(slots(i))
        seen.add((BigInt(high) << 32n) | BigInt(low))
        lows.add(low)
        highs.add(high)
      }
      expect(seen.size).toBe(100_000)
      // Of 10^5 numbers of 32 bits 1.2 pairs are equal by chance; 10 are all but impossible.
      expect(lows.size).toBeGreaterThan(100_000 - 10)
      expect(highs.size).toBeGreaterThan(100_000 - 10)
    }
  })
})
