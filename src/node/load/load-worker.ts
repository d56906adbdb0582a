/// <reference types="node" />
// A thread that takes part in a load, for `loadInThreads`: it writes its share of the postings, waits until all threads have done so, and
// writes its share of the documents.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { nodeBlocks } from '../../engine/node/blocks/node-block-file.js'
import { type SharedContents, SortedContents } from '../../engine/stages/contents/sorted-contents.js'
import { type Fault, faultOf } from '../../engine/stages/threads/faults.js'
import type { ByteString } from '../../store/byte-strings.js'
import { openRedisStore } from '../../store/redis/redis-store.js'
import { bulkLoad } from '../sorted-bulk.js'

/** The index in Redis that threads open. */
export interface RedisLocation {
  readonly address: string
  readonly prefix?: string
  readonly namespace: string
}

/** The data that a thread is started with. */
export interface LoadThreadData {
  readonly location: RedisLocation
  readonly contents: SharedContents
  readonly share: number
  readonly shares: number
  readonly known: ReadonlySet<ByteString>
  readonly id: string
  readonly now: number
}

/** What a thread reports. */
export type LoadReport =
  | { readonly step: 'contents' | 'postings'; readonly written: number }
  | { readonly step: 'posted' }
  | { readonly step: 'done'; readonly documents: number; readonly replaced: number }
  | { readonly step: 'failed'; readonly fault: Fault }

const port = parentPort!
const report = (message: LoadReport) => port.postMessage(message)

async function takePart({
  location,
  contents,
  share,
  shares,
  known,
  id,
  now,
}: LoadThreadData): Promise<void> {
  const { address, prefix, namespace } = location
  const opened = await openRedisStore(address, {
    ifMissing: 'refuse',
    ...(prefix !== undefined && { prefix }),
  })
  await using store = opened.namespace(namespace)
  const adder = await store.load({ id, now, onWritten: (step, written) => report({ step, written }) })
  const sorted = new SortedContents(nodeBlocks, contents.read, contents.replaced)
  try {
    const bulk = bulkLoad(sorted, share, shares)
    await adder!.writePages(bulk, known)
    const allPosted = once(port, 'message')
    report({ step: 'posted' })
    await allPosted
    const documents = await adder!.writeDocuments(bulk)
    report({ step: 'done', documents, replaced: adder!.replaced })
  } finally {
    sorted.close()
  }
}

try {
  await takePart(workerData as LoadThreadData)
} catch (error) {
  report({ step: 'failed', fault: faultOf(error) })
}
