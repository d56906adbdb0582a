import type { Plan } from '../../../model/plan.js'
import { concatenateSets } from '../../../model/set-collection.js'
import { sumOf } from '../../../model/sum.js'
import { seedOf } from '../../../plan/choose-plan.js'
import type { Sample } from '../../../plan/sample.js'
import { type BlockOptions, maxSampleBytes, sampleBlocks } from '../../../plan/sample-blocks.js'
import type { OnError } from '../../../read/bad-records.js'
import { isAgainst } from '../../../read/sides.js'
import { type Source, totalBytes } from '../../../read/source.js'
import type { TaskWorkers } from '../tasks.js'
import { concatenateWords, sharedWords } from '../threads/shared-words.js'
import type { Thread } from '../threads/thread.js'
import { estimateDocuments } from './estimate-documents.js'
import { kernelOptions } from './kernel-options.js'
import {
  type BadInSample,
  runSampleTask,
  type SampledBlock,
  type SamplePart,
  type SampleTask,
} from './sample-task.js'

interface SampleOptions extends Pick<BlockOptions, 'documents' | 'blockBytes'> {
  /** Called with each bad record. Default: bad records are reported by the run itself. */
  readonly onBad?: (bad: BadInSample) => void
  /** What happens at a line that is too long. Default: `stop`. */
  readonly onError?: OnError
  /** If there are two sides, whether the documents of the first are compared with each other as well. Default: false. */
  readonly alsoWithin?: boolean
}

const SHARED_FROM = 2 ** 22
const TASK_BYTES = 2 ** 19

/** Reads the records of some ranges of the input; bad ones count as empty. */
export function readSample(
  thread: Thread,
  source: Source,
  plan: Plan,
  maxLineBytes: number,
  options: SampleOptions = {},
): Sample {
  const chosen = chooseBlocks(thread, source, plan, options)
  const part = runSampleTask(taskOf(chosen.blocks, source, plan, maxLineBytes, options), thread)
  return joinParts([part], source, chosen, options)
}

/** How the reading of a sample is shared. */
interface SharingOptions {
  /** Bytes of a sample from which workers read it. Default: so many that one thread would not be done soon after workers have started. */
  readonly sharedFrom?: number
  /** Bytes of a sample per task. */
  readonly taskBytes?: number
}

/** The same; workers read a large sample. */
export async function readSampleWith(
  workers: TaskWorkers,
  thread: Thread,
  source: Source,
  plan: Plan,
  maxLineBytes: number,
  { sharedFrom = SHARED_FROM, taskBytes = TASK_BYTES, ...options }: SampleOptions & SharingOptions = {},
): Promise<Sample> {
  const chosen = chooseBlocks(thread, source, plan, options)
  const { blocks } = chosen
  const task = taskOf(blocks, source, plan, maxLineBytes, options)
  const bytes = sumOf(blocks.map(({ from, to }) => to - from))
  const parts: SamplePart[] = []
  if (bytes < sharedFrom) parts.push(runSampleTask(task, thread))
  else {
    const perTask = Math.ceil((blocks.length * taskBytes) / bytes)
    const tasks: SampleTask[] = []
    for (let i = 0; i < blocks.length; i += perTask)
      tasks.push({ ...task, blocks: blocks.slice(i, i + perTask) })
    await workers.run(tasks, (part, number) => {
      parts[number] = part
    })
  }
  return joinParts(parts, source, chosen, options)
}

/** The blocks of a sample, and the number of blocks of the whole input. */
interface ChosenBlocks {
  readonly blocks: readonly SampledBlock[]
  readonly totalBlocks: number
}

function chooseBlocks(
  { inputs }: Thread,
  source: Source,
  plan: Plan,
  { documents: requested, blockBytes }: SampleOptions,
): ChosenBlocks {
  const documents = Math.max(1, estimateDocuments(inputs, source))
  const { blocks, totalBlocks } = sampleBlocks(
    source.files.map(({ bytes }) => bytes),
    {
      seed: seedOf(plan),
      recordBytes: Math.max(1, totalBytes(source) / documents),
      maxBytes: maxSampleBytes(documents, plan.shingle.kind === 'words' ? 'words' : 'characters'),
      ...(requested !== undefined && { documents: requested }),
      ...(blockBytes !== undefined && { blockBytes }),
    },
  )
  return {
    blocks: blocks.map(({ file, from, to }, number) => {
      const { name, path } = source.files[file]!
      return { file, name, path, from, to, number, side: isAgainst(source, file) ? 1 : 0 }
    }),
    totalBlocks,
  }
}

function taskOf(
  blocks: readonly SampledBlock[],
  source: Source,
  plan: Plan,
  maxLineBytes: number,
  { onError = 'stop' }: SampleOptions,
): SampleTask {
  const kernelOf = kernelOptions({ plan, source }, true)
  const kernels = [0, ...(source.against ? [source.against.firstFile] : [])].map(kernelOf)
  return { kind: 'sample', blocks, kernels, maxLineBytes, onError }
}

function joinParts(
  parts: readonly SamplePart[],
  source: Source,
  { blocks, totalBlocks }: ChosenBlocks,
  { onBad, alsoWithin = false }: SampleOptions,
): Sample {
  for (const { bad } of parts) for (const record of bad) onBad?.(record)
  // The sample goes to a worker, too.
  const sets = parts.length === 1 ? parts[0]! : concatenateSets(parts, sharedWords)
  const blockOf = new Uint32Array(sets.count)
  let records = 0
  for (const part of parts) {
    blockOf.set(part.blockOf, records)
    records += part.count
  }
  return {
    sets: { count: sets.count, offsets: sets.offsets, elements: sets.elements },
    bytes: sumOf(parts.map(({ bytes }) => bytes)),
    hashes: concatenateWords(parts.map(({ hashes }) => hashes)),
    blockOf,
    blocks: blocks.length,
    totalBlocks,
    ...(source.against && {
      sides: { of: Uint8Array.from(blockOf, (number) => blocks[number]!.side), alsoWithin },
    }),
  }
}
