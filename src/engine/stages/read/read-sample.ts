import type { Plan } from '../../../model/plan.js'
import { concatenateSets, type SetCollection } from '../../../model/set-collection.js'
import { seedOf } from '../../../plan/choose-plan.js'
import type { Sample } from '../../../plan/sample.js'
import { type BlockOptions, maxSampleBytes, sampleBlocks } from '../../../plan/sample-blocks.js'
import type { OnError } from '../../../read/bad-records.js'
import { type Source, totalBytes } from '../../../read/source.js'
import type { Bytes, Inputs } from '../../ports.js'
import type { Thread } from '../threads/thread.js'
import { estimateDocuments } from './estimate-documents.js'
import { kernelOptions } from './kernel-options.js'
import { readOpenUnit } from './unit-reader.js'
import type { Unit } from './units.js'

/** A bad record of a sample, by the number of its file and its first byte there. */
export interface BadInSample {
  readonly file: number
  readonly start: number
  readonly problem: string
}

interface SampleOptions extends Pick<BlockOptions, 'documents' | 'blockBytes'> {
  /** Called with each bad record. Default: bad records are reported by the run itself. */
  readonly onBad?: (bad: BadInSample) => void
  /** What happens at a line that is too long. Default: `stop`. */
  readonly onError?: OnError
  /** If there are two sides, whether the documents of the first are compared with each other as well. Default: false. */
  readonly alsoWithin?: boolean
}

/** Reads the records of some ranges of the input; bad ones count as empty. */
export function readSample(
  thread: Thread,
  source: Source,
  plan: Plan,
  maxLineBytes: number,
  { onError = 'stop', onBad, alsoWithin = false, ...sampled }: SampleOptions = {},
): Sample {
  const total = totalBytes(source)
  const documents = Math.max(1, estimateDocuments(thread.inputs, source))
  const { blocks, totalBlocks } = sampleBlocks(
    source.files.map(({ bytes }) => bytes),
    {
      seed: seedOf(plan),
      recordBytes: Math.max(1, total / documents),
      maxBytes: maxSampleBytes(documents, plan.shingle.kind === 'words' ? 'words' : 'characters'),
      ...sampled,
    },
  )
  const sets: SetCollection[] = []
  const blockOf: number[] = []
  const sideOf: number[] = []
  const isAgainst = (file: number) => source.against !== undefined && file >= source.against.firstFile
  const kernelOf = kernelOptions({ plan, source }, true)
  let bytes = 0
  const { inputs } = thread
  const files = new OneFile(inputs)
  try {
    blocks.forEach(({ file, from, to }, number) => {
      const { name, path } = source.files[file]!
      const unit = { file, name, path, from, to }
      const kernel = thread.kernel(kernelOf(file))
      const side = isAgainst(file) ? 1 : 0
      const read = (lines: Uint8Array, at: number, final: boolean) => {
        const batch = kernel.readJsonLines(lines, final)
        for (const { record, problem } of batch.bad) {
          onBad?.({ file, start: at + batch.starts[record]!, problem })
        }
        sets.push(batch.sets!)
        for (let i = 0; i < batch.count; i++) {
          blockOf.push(number)
          sideOf.push(side)
          bytes += batch.ends[i]! - batch.starts[i]! + 1
        }
        return batch.consumed
      }
      const skip = (_: number, size: number) => {
        sets.push({ count: 1, offsets: new Uint32Array(2), elements: new Uint32Array(0) })
        blockOf.push(number)
        sideOf.push(side)
        bytes += size + 1
      }
      const onLong = onError === 'skip' ? skip : undefined
      readOpenUnit(inputs, files.open(unit), unit, maxLineBytes, read, onLong)
    })
  } finally {
    files.close()
  }
  return {
    sets: concatenateSets(sets),
    bytes,
    blockOf,
    blocks: blocks.length,
    totalBlocks,
    ...(source.against && { sides: { of: Uint8Array.from(sideOf), alsoWithin } }),
  }
}

/** Keeps one file open at a time, because blocks arrive file by file. */
class OneFile {
  readonly #inputs: Inputs
  #open: { readonly number: number; readonly bytes: Bytes } | undefined

  constructor(inputs: Inputs) {
    this.#inputs = inputs
  }

  open(unit: Unit): Bytes {
    if (this.#open?.number !== unit.file) {
      this.close()
      this.#open = { number: unit.file, bytes: this.#inputs.open(unit) }
    }
    return this.#open!.bytes
  }

  close(): void {
    this.#open?.bytes.close()
    this.#open = undefined
  }
}
