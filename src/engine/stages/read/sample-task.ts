import { hashSets } from '../../../join/identical.js'
import type { KernelOptions } from '../../../kernel/kernel.js'
import { concatenateSets, copySets, type SetCollection } from '../../../model/set-collection.js'
import type { OnError } from '../../../read/bad-records.js'
import type { Bytes, Inputs } from '../../ports.js'
import type { Thread } from '../threads/thread.js'
import { readOpenUnit } from './unit-reader.js'
import type { Unit } from './units.js'

/** Read some blocks of a sample. */
export interface SampleTask {
  readonly kind: 'sample'
  readonly blocks: readonly SampledBlock[]
  /** How records are read, by side. */
  readonly kernels: readonly KernelOptions[]
  /** The longest line that fits into memory, in bytes. */
  readonly maxLineBytes: number
  /** What happens at a longer line. */
  readonly onError: OnError
}

/** A block of a sample, in the file that contains it. */
export interface SampledBlock extends Unit {
  /** Its number among all blocks of the sample. */
  readonly number: number
  /** 1 if its documents are only compared with those of side 0. */
  readonly side: 0 | 1
}

/** The records of some blocks of a sample. Bad ones count as empty. */
export interface SamplePart extends SetCollection {
  /** As `hashSets` computes them. */
  readonly hashes: Uint32Array
  /** The number of the block of each record. */
  readonly blockOf: Uint32Array
  /** The total number of bytes of their lines. */
  readonly bytes: number
  readonly bad: readonly BadInSample[]
}

/** A bad record of a sample, by the number of its file and its first byte there. */
export interface BadInSample {
  readonly file: number
  readonly start: number
  readonly problem: string
}

export function runSampleTask(
  { blocks, kernels, maxLineBytes, onError }: SampleTask,
  thread: Thread,
): SamplePart {
  const sets: SetCollection[] = []
  const blockOf: number[] = []
  const bad: BadInSample[] = []
  let bytes = 0
  const { inputs } = thread
  const files = new OneFile(inputs)
  try {
    for (const block of blocks) {
      const { file, number, side } = block
      const kernel = thread.kernel(kernels[side]!)
      const take = (lines: Uint8Array, at: number, final: boolean) => {
        const batch = kernel.readJsonLines(lines, final)
        for (const { record, problem } of batch.bad)
          bad.push({ file, start: at + batch.starts[record]!, problem })
        sets.push(copySets(batch.sets!))
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
      readOpenUnit(inputs, files.open(block), block, maxLineBytes, {
        take,
        skip: onError === 'skip' ? skip : undefined,
        kernel,
      })
    }
  } finally {
    files.close()
  }
  const all = concatenateSets(sets)
  return { ...all, hashes: hashSets(all), blockOf: Uint32Array.from(blockOf), bytes, bad }
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
