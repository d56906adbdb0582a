import { DEFAULT_SEED } from '../hash/mix.js'
import { checkWhole } from '../model/check.js'
import { TooLarge } from '../model/errors.js'
import { RANGES } from '../model/ranges.js'
import type { SketchName, SketchScheme } from '../model/signatures.js'

/** The options of every sketch. */
export interface SlotOptions {
  /** The length of a signature, from 1 to 65,536. Default: 128. */
  readonly slots?: number
  /** A 32-bit number. Default: 1. */
  readonly seed?: number
}

/** The options of every sketch of vectors. */
export interface VectorSketchOptions extends SlotOptions {
  /** The length of the vectors. */
  readonly dimensions: number
}

/** The maximum number of slots per signature: Fast Similarity Sketching derives a slot from 16 bits. */
export const MAX_SLOTS = 65_536

export function makeScheme(
  sketch: SketchName,
  { slots = 128, seed = DEFAULT_SEED }: SlotOptions,
): SketchScheme {
  return {
    sketch,
    slots: checkWhole('slots', slots, 1, MAX_SLOTS),
    seed: checkWhole('seed', seed, ...RANGES.seed),
  }
}

/** Random vectors are stored in full: 2^27 numbers take one gigabyte. */
const MAX_COEFFICIENTS = 2 ** 27

/** A scheme for vectors in which every slot stores `dimensions` numbers. */
export function makeVectorScheme(
  sketch: SketchName,
  options: VectorSketchOptions,
): SketchScheme & { dimensions: number } {
  const scheme = makeSamplingScheme(sketch, options)
  const coefficients = scheme.dimensions * scheme.slots
  if (coefficients > MAX_COEFFICIENTS) {
    throw new TooLarge('dimensions × slots', coefficients, MAX_COEFFICIENTS, 'use fewer slots')
  }
  return scheme
}

/** A scheme for vectors in which a slot stores next to nothing. */
export function makeSamplingScheme(
  sketch: SketchName,
  options: VectorSketchOptions,
): SketchScheme & { dimensions: number } {
  const dimensions = checkWhole('dimensions', options.dimensions, 1, 2 ** 32 - 1)
  return { ...makeScheme(sketch, options), dimensions }
}
