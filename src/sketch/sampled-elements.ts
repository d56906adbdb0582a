import { deriveSeed, mix32 } from '../hash/mix.js'

/** How elements are sampled: each is in every sample or in none, so that what two samples share is a sample of what two sets share. */
export interface Sampling {
  /** One in this many elements is sampled. */
  readonly sampling: number
  readonly seed: number
}

const SAMPLE_SEED = 0x636f6e74

/** The sampled elements of an ascending set, ascending. */
export function sampleOf(set: Uint32Array, { sampling, seed }: Sampling): Uint32Array {
  const mask = deriveSeed(seed, SAMPLE_SEED)
  const limit = 2 ** 32 / sampling
  const sample: number[] = []
  for (let i = 0; i < set.length; i++) {
    const element = set[i]!
    if (mix32(element ^ mask) < limit) sample.push(element)
  }
  return new Uint32Array(sample)
}
