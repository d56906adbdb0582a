import type { BandLayout } from '../band/s-curve.js'
import { nodeBlocks } from '../engine/node/blocks/node-block-file.js'
import { nodeInputs } from '../engine/node/node-input-bytes.js'
import { readSample } from '../engine/stages/read/read-sample.js'
import { Thread } from '../engine/stages/threads/thread.js'
import type { Source } from '../read/source.js'
import { type IndexOptions, makeParameters } from '../store/parameters.js'
import { planBandsFor } from '../store/plan-bands.js'

/** The number of documents to sample: few enough for the smallest memory budget. */
const SAMPLED = 4096
/** Longer documents are left out of the sample. */
const MAX_LINE_BYTES = 2 ** 20

/** Chooses the bands of a new index for the documents of a source, by a sample of them. Bad records are left to whoever reads them all. */
export function indexBands(source: Source, options: IndexOptions): BandLayout {
  const { threshold, recall, shingle, scheme } = makeParameters(options)
  const plan = {
    method: 'exact',
    threshold,
    recall: recall.requested,
    shingle,
    maxGroup: 'all',
    seed: scheme.seed,
  } as const
  const thread = new Thread({ inputs: nodeInputs, store: nodeBlocks })
  const sample = readSample(thread, source, plan, MAX_LINE_BYTES, { documents: SAMPLED, onError: 'skip' })
  return planBandsFor(sample, { threshold, recall: recall.requested })
}
