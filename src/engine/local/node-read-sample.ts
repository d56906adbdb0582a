import { closeSync } from 'node:fs'
import type { Plan } from '../../model/plan.js'
import { concatenateSets, type SetCollection } from '../../model/set-collection.js'
import { seedOf } from '../../plan/choose-plan.js'
import { type BlockOptions, drawBlocks } from '../../plan/draw-blocks.js'
import type { Sample } from '../../plan/sample.js'
import type { Source } from '../../read/source.js'
import { kernelFor } from './kernels.js'
import { estimateDocuments } from './node-estimate-documents.js'
import { openUnit, readOpenUnit } from './node-unit-reader.js'
import { kernelOptions } from './run-parts.js'
import type { Unit } from './units.js'

/** The records of some stretches of the input; bad ones are taken for empty, the run itself will tell of them. */
export function readSample(
  source: Source,
  plan: Plan,
  mostLineBytes: number,
  drawn: Pick<BlockOptions, 'documents' | 'blockBytes'> = {},
): Sample {
  const total = source.files.reduce((sum, { bytes }) => sum + bytes, 0)
  const { blocks, ofBlocks } = drawBlocks(
    source.files.map(({ bytes }) => bytes),
    {
      seed: seedOf(plan),
      recordBytes: Math.max(1, total / Math.max(1, estimateDocuments(source))),
      ...drawn,
    },
  )
  const kernel = kernelFor(kernelOptions({ plan, source }, true))
  const sets: SetCollection[] = []
  const blockOf: number[] = []
  let bytes = 0
  const files = new OneFile()
  try {
    blocks.forEach(({ file, from, to }, number) => {
      const { name, path } = source.files[file]!
      const unit = { file, name, path, from, to }
      readOpenUnit(files.open(unit), unit, mostLineBytes, (lines, _, final) => {
        const batch = kernel.readJsonLines(lines, final)
        sets.push(batch.sets!)
        for (let i = 0; i < batch.count; i++) {
          blockOf.push(number)
          bytes += batch.ends[i]! - batch.starts[i]! + 1
        }
        return batch.consumed
      })
    })
  } finally {
    files.close()
  }
  return { sets: concatenateSets(sets), bytes, blockOf, blocks: blocks.length, ofBlocks }
}

/** Keeps one file open at a time: blocks come file by file. */
class OneFile {
  #open: { readonly number: number; readonly file: number } | undefined

  open(unit: Unit): number {
    if (this.#open?.number !== unit.file) {
      this.close()
      this.#open = { number: unit.file, file: openUnit(unit) }
    }
    return this.#open!.file
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open.file)
    this.#open = undefined
  }
}
