import { closeSync } from 'node:fs'
import type { Plan } from '../../model/plan.js'
import { concatenateSets, type SetCollection } from '../../model/set-collection.js'
import { seedOf } from '../../plan/choose-plan.js'
import { type BlockOptions, drawBlocks } from '../../plan/draw-blocks.js'
import type { Sample } from '../../plan/sample.js'
import type { OnError } from '../../read/bad-records.js'
import type { Source } from '../../read/source.js'
import type { Unit } from '../stages/read/units.js'
import { kernelOptions } from '../stages/run-parts.js'
import { kernelFor } from '../stages/threads/kernels.js'
import { estimateDocuments } from './node-estimate-documents.js'
import { openUnit, readOpenUnit } from './node-unit-reader.js'

interface SampleOptions extends Pick<BlockOptions, 'documents' | 'blockBytes'> {
  /** What a line that is too long does. Default: `stop`. */
  readonly onError?: OnError
}

/** The records of some stretches of the input; bad ones are taken for empty, the run itself will tell of them. */
export function readSample(
  source: Source,
  plan: Plan,
  mostLineBytes: number,
  { onError = 'stop', ...drawn }: SampleOptions = {},
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
      const read = (lines: Uint8Array, _: number, final: boolean) => {
        const batch = kernel.readJsonLines(lines, final)
        sets.push(batch.sets!)
        for (let i = 0; i < batch.count; i++) {
          blockOf.push(number)
          bytes += batch.ends[i]! - batch.starts[i]! + 1
        }
        return batch.consumed
      }
      const skip = (_: number, size: number) => {
        sets.push({ count: 1, offsets: new Uint32Array(2), elements: new Uint32Array(0) })
        blockOf.push(number)
        bytes += size + 1
      }
      readOpenUnit(files.open(unit), unit, mostLineBytes, read, onError === 'skip' ? skip : undefined)
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
