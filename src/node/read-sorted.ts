import { FileBlockStore } from '../engine/node/blocks/node-block-store.js'
import { openWorkers, type RunWorkers } from '../engine/node/node-pool.js'
import { Scratch } from '../engine/node/node-scratch.js'
import {
  contentBytes,
  partitionsFor,
  type ReadContents,
  readContents,
} from '../engine/stages/contents/read-contents.js'
import { cutUnits } from '../engine/stages/read/units.js'
import { MemoryTooSmall } from '../model/errors.js'
import type { OnError } from '../read/bad-records.js'
import { checkUnchanged } from '../read/node-input-stamps.js'
import type { Source } from '../read/source.js'
import { MAX_ID_BYTES } from '../store/keys.js'
import type { IndexParameters } from '../store/parameters.js'

/** How the documents of a source are read for an index. */
export interface ReadSortedOptions {
  readonly onError: OnError
  readonly workers?: number
  readonly memory?: number
  /** The number of parts that are sorted separately. Default: as few as fit into memory. */
  readonly partitions?: number
  /** Called with the number of records read so far; may throw, to stop. */
  readonly onRecords: (records: number) => void
  /** Where temporary files are created, if there is much to sort. Default: the folder of the system. */
  readonly folder?: string
}

/** Bytes that stay in memory instead of a temporary file, without a memory budget. */
const IN_MEMORY = 2 ** 28

/**
 * All cores read and sketch the documents of a source, and what they find can be read in the order of its keys until `use` has ended.
 *
 * @returns undefined if the memory budget is too small for sorting
 */
export async function readSorted<Result>(
  source: Source,
  { bands, rows, scheme, shingle, containment, keepTexts }: IndexParameters,
  { onError, onRecords, folder, ...requested }: ReadSortedOptions,
  use: (read: ReadContents) => Promise<Result>,
): Promise<Result | undefined> {
  const { textFields, idField } = source
  const kernel = {
    shingle,
    bands: { bands, rows, scheme },
    textFields,
    ...(idField !== undefined && { idField }),
    keepSets: true,
  }
  const opened = await openWithin(source, requested)
  if (opened === undefined) return undefined
  const { workers, memory } = opened
  const scratch = new Scratch(folder)
  let read: ReadContents | undefined
  try {
    const units = cutUnits(workers.thread.inputs, source)
    const bytesOf = contentBytes(kernel, keepTexts)
    const partitions = requested.partitions ?? partitionsFor(units, bytesOf, memory)
    if (partitions === undefined) return undefined
    const blocks = new FileBlockStore({
      folder: () => scratch.folder(),
      inMemory: Math.min(IN_MEMORY, memory.blocks),
      identity: '',
      resume: false,
    })
    read = await readContents(partitions, {
      source,
      units,
      bytesOf,
      kernel,
      sampling: containment === null ? undefined : { sampling: containment.sampling, seed: scheme.seed },
      keepTexts,
      maxIdBytes: MAX_ID_BYTES,
      onError,
      workers,
      thread: workers.thread,
      memory,
      blocks,
      onRecords,
    })
    await workers.close()
    checkUnchanged(source)
    return await use(read)
  } finally {
    await workers.close()
    read?.contents.close()
    scratch.remove()
  }
}

/** The workers, or undefined if the memory budget is too small for them. */
async function openWithin(
  source: Source,
  requested: Pick<ReadSortedOptions, 'workers' | 'memory'>,
): Promise<RunWorkers | undefined> {
  try {
    return await openWorkers(source, requested)
  } catch (error) {
    if (error instanceof MemoryTooSmall) return undefined
    throw error
  }
}
