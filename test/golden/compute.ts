// What a golden case asks, answered by the library. Runs in Node and, bundled, in a browser: no node: here.

import { type FindOptions, findSimilar, type ShingleOptions } from 'likewise'
import { makeSetCollection } from 'likewise/join'
import {
  type BandLayout,
  BitSamplingSketcher,
  bandKeys,
  chooseBands,
  encodeSignatures,
  HyperplaneSketcher,
  makeSketcher,
  ProjectionSketcher,
  packSignatures,
  type Signatures,
  type SketchOptions,
  type SlotBits,
  type SlotOptions,
  signatureAt,
  signaturesFrom,
  sketchAll,
  sketchCollection,
} from 'likewise/sketch'
import { bagElement, hashText, mix32, Random, shingle } from 'likewise/text'
import { PermutationSketcher } from 'likewise/textbook'

/** The contents of a `test/golden/<case>/input.json`. */
export type GoldenInput =
  | { kind: 'mix'; values: number[]; copies: number }
  | { kind: 'hash-text'; seed: number; texts: string[] }
  | { kind: 'random'; seed: number; count: number }
  | { kind: 'shingles'; options: ShingleOptions; texts: string[] }
  | { kind: 'signatures'; options: SketchOptions; sets: number[][] }
  | { kind: 'permutations'; rows: number; options: SlotOptions; sets: number[][] }
  | { kind: 'vectors'; sketch: VectorSketch; options: VectorOptions; vectors: number[][] }
  | { kind: 'band-keys'; layout: BandLayout; signatures: number[][] }
  | { kind: 'signature-file'; options: SketchOptions; bits: SlotBits; sets: number[][] }
  | { kind: 'choose-bands'; wishes: { threshold: number; recall: number; slots?: number }[] }
  | { kind: 'find'; options: FindOptions; documents: { id: string; text: string }[] }

type VectorSketch = 'hyperplanes' | 'bit-sampling' | 'projections'
type VectorOptions = { slots: number; seed: number; dimensions: number; width: number }

export function compute(input: GoldenInput): unknown {
  switch (input.kind) {
    case 'mix':
      return input.values.map((value) => [
        mix32(value),
        ...Array.from({ length: input.copies }, (_, copy) => bagElement(value, copy)),
      ])
    case 'hash-text':
      return input.texts.map((text) => hashText(text, input.seed))
    case 'random':
      return randomNumbers(input.seed, input.count)
    case 'shingles':
      return input.texts.map((text) => [...shingle(text, input.options)])
    case 'signatures':
      return rows(sketchCollection(makeSetCollection(input.sets), makeSketcher(input.options)))
    case 'permutations': {
      const sketcher = new PermutationSketcher({ rows: input.rows, ...input.options })
      return rows(sketchCollection(makeSetCollection(input.sets), sketcher))
    }
    case 'vectors':
      return rows(sketchAll(input.vectors, vectorSketcher(input.sketch, input.options)))
    case 'band-keys':
      return [...bandKeys(signaturesFrom(input.signatures), input.layout).keys]
    case 'signature-file': {
      const signatures = sketchCollection(makeSetCollection(input.sets), makeSketcher(input.options))
      return Array.from(encodeSignatures(packSignatures(signatures, input.bits)), hexByte).join('')
    }
    case 'choose-bands':
      return input.wishes.map((wishes) => {
        const { bands, rows } = chooseBands(wishes)
        return { ...wishes, bands, rows }
      })
    case 'find':
      return findSimilar(input.documents, input.options)
  }
}

function randomNumbers(seed: number, count: number) {
  const draw = (next: (random: Random) => number) => {
    const random = new Random(seed)
    return Array.from({ length: count }, () => next(random))
  }
  return {
    bits: draw((random) => random.bits()),
    units: draw((random) => random.unit()),
    below1000: draw((random) => random.below(1000)),
    normals: draw((random) => random.normal()),
    permutation: [...new Random(seed).permutation(count)],
  }
}

function vectorSketcher(sketch: VectorSketch, options: VectorOptions) {
  if (sketch === 'hyperplanes') return new HyperplaneSketcher(options)
  return sketch === 'bit-sampling' ? new BitSamplingSketcher(options) : new ProjectionSketcher(options)
}

function rows(signatures: Signatures): number[][] {
  return Array.from({ length: signatures.count }, (_, i) => [...signatureAt(signatures, i)])
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
