import type { PairBatch } from '../../../model/pair.js'
import type { Block } from '../blocks/block.js'
import type { ContinuationMetadata } from '../blocks/continuation-blocks.js'
import { metadataSegment } from '../blocks/segments.js'
import { DocumentNumbers } from '../groups/document-numbers.js'
import { positionsWhere } from '../groups/positions-where.js'
import { CopiesOfDocuments } from '../identical/copies.js'
import { RecordLocations } from '../read/record-locations.js'
import { SetReader } from '../read/set-reader.js'
import type { SpreadTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { clusterDocuments, pairsReaching } from './cluster-documents.js'
import { sortInRuns } from './pair-sort.js'
import { keepIfFew, mergeRuns } from './pair-stream.js'
import { storePairs } from './resolve.js'

/**
 * Clusters the documents of components that are too large for any group to hold, or lists their pairs. If memory is limited, few of the
 * pairs are in memory at a time.
 */
export function runSpreadTask(task: SpreadTask, thread: Thread): Block[] {
  const { store } = thread
  const documents = positionsWhere(task.groupOf, (group) => group > task.whole)
  const copies = new CopiesOfDocuments(documents, task.copies)
  const numbers = new DocumentNumbers(documents)
  const merged = mergeRuns(store, task.verified, task.pairs)
  const verified = keepIfFew(() => numbers.ofBatches(merged.batches()), merged.count, task.maxHeld)
  if (task.makes === 'clusters') return [storeClusters(task, thread, copies, verified)]
  return storePairs(store, copies, verified, task, task, { compared: 0, segments: [] })
}

function storeClusters(
  task: SpreadTask,
  thread: Thread,
  copies: CopiesOfDocuments,
  verified: () => Iterable<PairBatch>,
): Block {
  const { store } = thread
  const { documents } = copies
  const locations = new RecordLocations(store, task.units, task.sketched)
  const reader = new SetReader(thread, task.source, locations, task.plan)
  try {
    const clusters = clusterDocuments(copies, pairsReaching(verified, task), {
      ...task,
      compare: (x, y) => similarityOfEither(reader, documents[x]!, documents[y]!),
      sort: (pairs) => sortInRuns(store, task.sorted, pairs),
    })
    const metadata: ContinuationMetadata = { continuations: 0 }
    return store.put(task.location, [metadataSegment(metadata), ...clusters.segments()])
  } finally {
    reader.close()
  }
}

/** The larger of both directions. */
function similarityOfEither(reader: SetReader, one: number, other: number): number {
  return Math.max(reader.similarity(one, other), reader.similarity(other, one))
}
