/// <reference types="node" />
// The index of a server, for a job in another thread. Only the main thread opens the index, because a folder has one writer and an index
// in memory has one owner. Calls are messages, small enough that requests are answered in between.

import type { MessagePort } from 'node:worker_threads'
import { errorOf, type Fault, faultOf } from '../../engine/stages/threads/faults.js'
import { BANDS, SHINGLES } from '../../store/keys.js'
import type { Postings, PostingTable } from '../../store/postings.js'
import type {
  BucketRange,
  ByteString,
  Change,
  Expectation,
  Storage,
  StoredContent,
} from '../../store/storage.js'

/** The number of keys that are looked up by one message. */
const KEYS = 4096
/** The number of documents that are added by one message. */
const BATCH_DOCUMENTS = 500

const CALLS = ['records', 'members', 'postings', 'counters', 'write', 'size'] as const
type Call = (typeof CALLS)[number]

interface Request {
  readonly call: Call
  readonly values: readonly unknown[]
  readonly number: number
}

type Answer = { readonly number: number } & ({ readonly result: unknown } | { readonly fault: Fault })

/** What a job needs to know about the index of its server. */
export interface PortIndex {
  readonly port: MessagePort
  readonly namespace: string
  /** Whether the job adds documents. */
  readonly isWritten: boolean
}

/**
 * Answers the calls of a job.
 *
 * @param admit throws if no more documents can be added
 */
export function serveStorage(port: MessagePort, storage: Storage, admit: () => void): void {
  port.on('message', async ({ call, values, number }: Request) => {
    try {
      port.postMessage({ number, result: await answer(storage, call, values, admit) } satisfies Answer)
    } catch (error) {
      port.postMessage({ number, fault: faultOf(error) } satisfies Answer)
    }
  })
}

async function answer(
  storage: Storage,
  call: Call,
  values: readonly unknown[],
  admit: () => void,
): Promise<unknown> {
  if (call === 'postings') {
    const [space, table, keys, limit] = values as Parameters<Storage['postings']>
    return storage.postings(space, ownTable(table), keys, limit)
  }
  if (call === 'write') {
    const [space, sent] = values as [ByteString, SentChange]
    if (sent.introduced.length > 0) admit()
    return storage.write(space, received(sent))
  }
  return (storage[call] as (...values: unknown[]) => Promise<unknown>)(...values)
}

/** The storage of the index of a server, in the thread of a job. */
export class PortStorage implements Storage {
  readonly location = 'this server'
  readonly isReadOnly: boolean
  readonly batchDocuments = BATCH_DOCUMENTS
  readonly #port: MessagePort
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #last = 0

  constructor({ port, isWritten }: PortIndex) {
    this.isReadOnly = !isWritten
    this.#port = port
    port.on('message', (answer: Answer) => {
      this.#waiting.get(answer.number)?.(answer)
      this.#waiting.delete(answer.number)
    })
  }

  records(space: ByteString, keys: readonly ByteString[]): Promise<(Uint8Array | undefined)[]> {
    return this.#call('records', space, keys)
  }

  members(space: ByteString, ranges: readonly BucketRange[]): Promise<ByteString[][]> {
    return this.#call('members', space, ranges)
  }

  async postings(
    space: ByteString,
    table: PostingTable,
    keys: Uint32Array,
    limit?: number,
  ): Promise<(readonly ByteString[])[]> {
    const found: (readonly ByteString[])[] = []
    const words = KEYS * table.keyWords
    for (let from = 0; from < keys.length; from += words) {
      const some = keys.slice(from, from + words)
      const lists = await this.#call<ByteString[][]>('postings', space, table, some, limit)
      for (const list of lists) found.push(list)
    }
    return found
  }

  counters(space: ByteString, names: readonly ByteString[]): Promise<number[]> {
    return this.#call('counters', space, names)
  }

  write(space: ByteString, change: Change): Promise<boolean> {
    const introduced = (change.introduced ?? []).map(({ value, ...content }) => ({
      ...content,
      bytes: value(),
    }))
    return this.#call('write', space, { ...change, introduced })
  }

  size(): Promise<number | undefined> {
    return this.#call('size')
  }

  async compact(): Promise<void> {}

  async close(): Promise<void> {
    this.#port.close()
  }

  async #call<Result>(call: Call, ...values: readonly unknown[]): Promise<Result> {
    const number = ++this.#last
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(number, resolve)
      this.#port.postMessage({ call, values, number } satisfies Request)
    })
    if ('fault' in answer) throw errorOf(answer.fault)
    return answer.result as Result
  }
}

/** A change as it is sent: functions cannot be. */
type SentChange = Omit<Change, 'introduced'> & {
  readonly introduced: readonly (StoredContent & { readonly bytes: Uint8Array })[]
}

/** Tables are compared by identity, which messages do not preserve. */
function received({ introduced, withdrawn, expect, ...change }: SentChange): Change {
  return {
    ...change,
    ...(expect && { expect: expectation(expect) }),
    ...(withdrawn && { withdrawn: withdrawn.map(ownTables) }),
    introduced: introduced.map(({ bytes, ...content }) => ({ ...ownTables(content), value: () => bytes })),
  }
}

function expectation({ postings, ...expect }: Expectation): Expectation {
  return {
    ...expect,
    ...(postings && { postings: postings.map((read) => ({ ...read, table: ownTable(read.table) })) }),
  }
}

function ownTables({ record, postings }: StoredContent): StoredContent {
  return { record, postings: postings.map((list): Postings => ({ ...list, table: ownTable(list.table) })) }
}

function ownTable({ name }: PostingTable): PostingTable {
  return name === BANDS.name ? BANDS : SHINGLES
}
