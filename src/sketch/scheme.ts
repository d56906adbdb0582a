import { DEFAULT_SEED } from '../hash/mix.js'
import { checkWhole } from '../model/check.js'
import { TooLarge } from '../model/errors.js'
import type { SketchName, SketchScheme } from '../model/signatures.js'

/** What every sketch has. */
export interface SlotOptions {
  /** Length of a signature, from 1 to 65,536. Default: 128. */
  readonly slots?: number
  /** A 32-bit number. Default: 1. */
  readonly seed?: number
}

/** What every sketch of vectors has. */
export interface VectorSketchOptions extends SlotOptions {
  /** Length of the vectors. */
  readonly dimensions: number
}

/** The most slots of a signature: Fast Similarity Sketching finds a slot from 16 bits. */
export const MAX_SLOTS = 65_536

export function makeScheme(
  sketch: SketchName,
  { slots = 128, seed = DEFAULT_SEED }: SlotOptions,
): SketchScheme {
  return {
    sketch,
    slots: checkWhole('slots', slots, 1, MAX_SLOTS),
    seed: checkWhole('seed', seed, 0, 2 ** 32 - 1),
  }
}

/** Random vectors are kept whole: 2^27 numbers are a gigabyte. */
const MAX_COEFFICIENTS = 2 ** 27

/** A scheme for vectors of which every slot keeps `dimensions` numbers. */
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

/** A scheme for vectors of which a slot keeps next to nothing. */
export function makeSamplingScheme(
  sketch: SketchName,
  options: VectorSketchOptions,
): SketchScheme & { dimensions: number } {
  const dimensions = checkWhole('dimensions', options.dimensions, 1, 2 ** 32 - 1)
  return { ...makeScheme(sketch, options), dimensions }
}
