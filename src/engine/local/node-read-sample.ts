import { DEFAULT_SEED } from '../../hash/mix.js'
import type { Plan } from '../../model/plan.js'
import { concatenateSets, type SetCollection } from '../../model/set-collection.js'
import { type BlockOptions, drawBlocks } from '../../plan/draw-blocks.js'
import type { Sample } from '../../plan/sample.js'
import type { Source } from '../../read/source.js'
import { kernelFor } from './kernels.js'
import { estimateDocuments } from './node-estimate-documents.js'
import { readUnit } from './node-unit-reader.js'
import { kernelOptions } from './run-parts.js'

/** The records of some stretches of the input; bad ones are taken for empty, the run itself will tell of them. */
export function readSample(
  source: Source,
  plan: Plan,
  drawn: Pick<BlockOptions, 'documents' | 'blockBytes'> = {},
): Sample {
  const total = source.files.reduce((sum, { bytes }) => sum + bytes, 0)
  const { blocks, ofBlocks } = drawBlocks(
    source.files.map(({ bytes }) => bytes),
    {
      seed: plan.method === 'bands' ? plan.scheme.seed : DEFAULT_SEED,
      recordBytes: Math.max(1, total / Math.max(1, estimateDocuments(source))),
      ...drawn,
    },
  )
  const kernel = kernelFor(kernelOptions({ plan, source }, true))
  const sets: SetCollection[] = []
  const blockOf: number[] = []
  let bytes = 0
  blocks.forEach(({ file, from, to }, number) => {
    const { name, path } = source.files[file]!
    readUnit({ file, name, path, from, to }, Number.POSITIVE_INFINITY, (lines, _, final) => {
      const batch = kernel.readJsonLines(lines, final)
      sets.push(batch.sets!)
      for (let i = 0; i < batch.count; i++) {
        blockOf.push(number)
        bytes += batch.ends[i]! - batch.starts[i]! + 1
      }
      return batch.consumed
    })
  })
  return { sets: concatenateSets(sets), bytes, blockOf, blocks: blocks.length, ofBlocks }
}
