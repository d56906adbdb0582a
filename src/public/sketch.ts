// `likewise/sketch`: sets and vectors to signatures, signatures to candidates.

export { BandIndex } from '../band/band-index.js'
export { findCandidates, visitCandidates } from '../band/candidates.js'
export { type BandChoice, type BandCosts, type BandRequest, chooseBands } from '../band/choose-bands.js'
export { FunctionIndex, type FunctionLayout, type FunctionStore } from '../band/function-index.js'
export { type BandKeys, bandKeys, sharesBand } from '../band/keys.js'
export {
  type BandLayout,
  candidateProbability,
  curveThreshold,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from '../band/s-curve.js'
export {
  EMPTY_SLOT,
  type Signatures,
  type Sketcher,
  type SketchName,
  type SketchScheme,
  signatureAt,
  signaturesFrom,
} from '../model/signatures.js'
export { FastSimilaritySketcher } from '../sketch/fast-similarity.js'
export { MinhashSketcher, mergeMinhash } from '../sketch/minhash.js'
export {
  type PackedSignatures,
  packedSimilarity,
  packSignatures,
  type SlotBits,
  unpackSignatures,
} from '../sketch/packed.js'
export type { SlotOptions, VectorSketchOptions } from '../sketch/scheme.js'
export { decodeSignatures, encodeSignatures } from '../sketch/signature-file.js'
export { signatureAngle, signatureSimilarity } from '../sketch/similarity.js'
export { makeSketcher, type SketchOptions, sketch, sketchAll, sketchCollection } from '../sketch/sketch.js'
export {
  BitSamplingSketcher,
  HyperplaneSketcher,
  type ProjectionOptions,
  ProjectionSketcher,
} from '../sketch/vectors.js'
