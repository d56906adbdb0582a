import { checkChoice, checkNames } from '../model/check.js'
import { SignatureMismatch } from '../model/errors.js'
import { type SetCollection, setAt, sortedSet } from '../model/set-collection.js'
import type { Signatures, Sketcher, SketchScheme } from '../model/signatures.js'
import { FastSimilaritySketcher } from './fast-similarity.js'
import { MinhashSketcher } from './minhash.js'

/** How sets become signatures. */
export interface SketchOptions {
  /** `fast-similarity`, or `minhash` if signatures must be merged. Default: `fast-similarity`. */
  readonly sketch?: 'fast-similarity' | 'minhash'
  /** The length of a signature, from 1 to 65,536. Default: 128; the error of an estimate is at most √(J(1−J)/slots). */
  readonly slots?: number
  /** A 32-bit number. Default: 1. */
  readonly seed?: number
}

/** Creates a sketcher for sets. */
export function makeSketcher(options: SketchOptions = {}): Sketcher<Uint32Array> {
  const { sketch = 'fast-similarity', ...rest } = options
  checkNames(options, ['sketch', 'slots', 'seed'])
  checkChoice('sketch', sketch, ['fast-similarity', 'minhash'])
  return sketch === 'minhash' ? new MinhashSketcher(rest) : new FastSimilaritySketcher(rest)
}

/** Creates the sketcher for a scheme of sets. Throws `SignatureMismatch` for a scheme of anything else. */
export function sketcherOf({ sketch, slots, seed }: SketchScheme): Sketcher<Uint32Array> {
  if (sketch !== 'fast-similarity' && sketch !== 'minhash') {
    throw new SignatureMismatch('sketch', 'fast-similarity or minhash', sketch)
  }
  return makeSketcher({ sketch, slots, seed })
}

/** The signatures of all sets in a collection; that of an empty set is all `EMPTY_SLOT`. */
export function sketchCollection(collection: SetCollection, sketcher: Sketcher<Uint32Array>): Signatures {
  const { slots } = sketcher.scheme
  const values = new Uint32Array(collection.count * slots)
  for (let i = 0; i < collection.count; i++) sketcher.sketchInto(setAt(collection, i), values, i * slots)
  return { scheme: sketcher.scheme, count: collection.count, values }
}

/** The signatures of any items, such as vectors, made by a sketcher for them. */
export function sketchAll<Item>(items: readonly Item[], sketcher: Sketcher<Item>): Signatures {
  const { slots } = sketcher.scheme
  const values = new Uint32Array(items.length * slots)
  items.forEach((item, i) => {
    sketcher.sketchInto(item, values, i * slots)
  })
  return { scheme: sketcher.scheme, count: items.length, values }
}

/**
 * The signature of one set of 32-bit numbers.
 *
 * @example sketch([1, 2, 3], { slots: 64 }).length // 64
 */
export function sketch(set: Iterable<number>, options: SketchOptions = {}): Uint32Array {
  const sketcher = makeSketcher(options)
  const values = new Uint32Array(sketcher.scheme.slots)
  sketcher.sketchInto(sortedSet(set), values, 0)
  return values
}
