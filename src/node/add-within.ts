/// <reference types="node" />
import { GarbageCollector } from '../engine/node/node-collect-garbage.js'
import { MemoryTooSmall } from '../model/errors.js'
import type { Added, Store, StoreDocument } from '../store/store.js'

/** Bytes of the program with an open index, and of the smallest batch. */
const PROGRAM = 105e6
const MIN_BATCH = 20e6
/** Bytes that a batch takes per document and per character until it is stored. */
const PER_DOCUMENT = 3000
const PER_CHARACTER = 20

/** @throws MemoryTooSmall if the program with an open index would exceed the limit */
export function checkIndexMemory(memory: number): void {
  if (memory < PROGRAM + MIN_BATCH) throw new MemoryTooSmall(memory, PROGRAM + MIN_BATCH)
}

/**
 * Adds documents in batches that fit into the memory budget; without one, the store chooses its batches.
 *
 * @throws MemoryTooSmall if the program alone would exceed the limit
 */
export async function addWithin(
  memory: number | undefined,
  store: Store,
  documents: AsyncIterable<StoreDocument>,
): Promise<Added> {
  if (memory === undefined) return store.addMany(documents)
  checkIndexMemory(memory)
  const limit = (memory - PROGRAM) / 2
  const garbage = new GarbageCollector()
  const total = { added: 0, replaced: 0, empty: 0 }
  let batch: StoreDocument[] = []
  let bytes = 0
  const addBatch = async () => {
    const { added, replaced, empty } = await store.addMany(batch)
    total.added += added
    total.replaced += replaced
    total.empty += empty
    batch = []
    bytes = 0
    await garbage.collect({ bytes: limit / 8, nearBudget: memory / 2 })
  }
  for await (const document of documents) {
    batch.push(document)
    bytes += PER_DOCUMENT + PER_CHARACTER * document.text.length
    if (bytes >= limit) await addBatch()
  }
  if (batch.length > 0) await addBatch()
  return total
}
