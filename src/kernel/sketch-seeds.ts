import { deriveSeed, mix32 } from '../hash/mix.js'
import type { SketchScheme } from '../model/signatures.js'
import { minhashFunctions } from '../sketch/minhash.js'

type SetScheme = Pick<SketchScheme, 'sketch' | 'slots' | 'seed'>

/** What kernel/sketch.ts needs from a scheme: two words per slot. For minhash, they begin at multiples of four words. */
export function sketchSeeds({ sketch, slots, seed }: SetScheme): Uint32Array {
  if (sketch !== 'minhash') return Uint32Array.from({ length: 2 * slots }, (_, i) => deriveSeed(seed, i))
  const { factors, terms } = minhashFunctions(slots, seed)
  const seeds = new Uint32Array(termsAt(slots) + slots)
  seeds.set(factors)
  seeds.set(terms, termsAt(slots))
  return seeds
}

/** The word at which the addends of minhash begin, after the factors. */
export function termsAt(slots: number): number {
  return (slots + 3) & ~3
}

/**
 * Whether the 64-bit sentinels of the kernel differ from every real minimum: no round may map the element 0xffffffff to the value
 * 0xffffffff. For minhash, every seed is suitable.
 */
export function seedSuitsKernel({ sketch, slots, seed }: SetScheme): boolean {
  if (sketch !== 'fast-similarity') return true
  for (let round = 0; round < slots; round++) {
    if (mix32(0xffffffff ^ deriveSeed(seed, round)) === 0xffffffff) return false
  }
  return true
}
