// The hash families for vectors from Mining of Massive Datasets, 3.7: each slot is one function chosen at random from the family.

import { Random } from '../hash/random.js'
import { InvalidOption, InvalidValue, LengthMismatch, ZeroVector } from '../model/errors.js'
import type { Sketcher, SketchScheme } from '../model/signatures.js'
import { makeSamplingScheme, makeVectorScheme, type VectorSketchOptions } from './scheme.js'

type VectorScheme = SketchScheme & { readonly dimensions: number }

/** Random hyperplanes for the cosine distance: P(slot equal) = 1 − angle / 180°. A slot is 1 or 0, depending on the side of its plane. */
export class HyperplaneSketcher implements Sketcher<ArrayLike<number>> {
  readonly scheme: VectorScheme
  readonly #normals: Float64Array

  constructor(options: VectorSketchOptions) {
    this.scheme = makeVectorScheme('hyperplanes', options)
    this.#normals = normalNumbers(new Random(this.scheme.seed), this.scheme.slots * this.scheme.dimensions)
  }

  sketchInto(vector: ArrayLike<number>, values: Uint32Array, at: number): void {
    const { slots, dimensions } = this.scheme
    const largestValue = largest(vector, dimensions)
    if (largestValue === 0) throw new ZeroVector()
    const scaled = Float64Array.from(vector, (component) => component / largestValue)
    for (let slot = 0; slot < slots; slot++) {
      values[at + slot] = dot(scaled, this.#normals, slot * dimensions) >= 0 ? 1 : 0
    }
  }
}

/** Bit sampling for the Hamming distance: P(slot equal) = 1 − distance / dimensions. A slot is one of the bits. */
export class BitSamplingSketcher implements Sketcher<ArrayLike<number>> {
  readonly scheme: VectorScheme
  readonly #positions: Uint32Array

  constructor(options: VectorSketchOptions) {
    this.scheme = makeSamplingScheme('bit-sampling', options)
    const random = new Random(this.scheme.seed)
    this.#positions = Uint32Array.from({ length: this.scheme.slots }, () =>
      random.below(this.scheme.dimensions),
    )
  }

  sketchInto(bits: ArrayLike<number>, values: Uint32Array, at: number): void {
    const { dimensions } = this.scheme
    if (bits.length !== dimensions)
      throw new LengthMismatch('the vector and the sketch', dimensions, bits.length)
    for (let i = 0; i < dimensions; i++) {
      if (bits[i] !== 0 && bits[i] !== 1) throw new InvalidValue('a bit', bits[i], i, '0 or 1')
    }
    this.#positions.forEach((position, slot) => {
      values[at + slot] = bits[position]!
    })
  }
}

/** The maximum bucket number on either side of 0, so that no bucket becomes `EMPTY_SLOT` when 2^31 is added. */
const FARTHEST_BUCKET = 2 ** 31 - 1

/** How vectors are projected onto random lines. */
export interface ProjectionOptions extends VectorSketchOptions {
  /** The width of a bucket, in the unit of the distance: about the distance that still counts as near. */
  readonly width: number
}

/**
 * Random projections for the Euclidean distance (Datar, Immorlica, Indyk, Mirrokni, 2004): a slot is the number of the bucket, of the
 * given width, that the vector falls into on a random line: ⌊(a · v + b) / width⌋ + 2^31.
 */
export class ProjectionSketcher implements Sketcher<ArrayLike<number>> {
  readonly scheme: VectorScheme & { readonly width: number }
  readonly #lines: Float64Array
  readonly #shifts: Float64Array

  constructor(options: ProjectionOptions) {
    const { width } = options
    if (!(width > 0 && width < Number.POSITIVE_INFINITY))
      throw new InvalidOption('width', width, 'a number above 0')
    this.scheme = { ...makeVectorScheme('projections', options), width }
    const { slots, dimensions, seed } = this.scheme
    const random = new Random(seed)
    this.#lines = normalNumbers(random, slots * dimensions)
    this.#shifts = Float64Array.from({ length: slots }, () => random.unit() * width)
  }

  sketchInto(vector: ArrayLike<number>, values: Uint32Array, at: number): void {
    const { slots, dimensions, width } = this.scheme
    largest(vector, dimensions)
    for (let slot = 0; slot < slots; slot++) {
      const bucket = Math.floor((dot(vector, this.#lines, slot * dimensions) + this.#shifts[slot]!) / width)
      if (!(Math.abs(bucket) < FARTHEST_BUCKET))
        throw new InvalidValue('a bucket', bucket, slot, 'a larger width')
      values[at + slot] = bucket + 2 ** 31
    }
  }
}

function normalNumbers(random: Random, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => random.normal())
}

function dot(vector: ArrayLike<number>, lines: Float64Array, start: number): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += vector[i]! * lines[start + i]!
  return sum
}

/** The largest magnitude in the vector; rejects vectors of another length, NaN and infinities. */
function largest(vector: ArrayLike<number>, dimensions: number): number {
  if (vector.length !== dimensions)
    throw new LengthMismatch('the vector and the sketch', dimensions, vector.length)
  let largestValue = 0
  for (let i = 0; i < vector.length; i++) {
    if (!Number.isFinite(vector[i])) throw new InvalidValue('a component', vector[i], i, 'a finite number')
    largestValue = Math.max(largestValue, Math.abs(vector[i]!))
  }
  return largestValue
}
