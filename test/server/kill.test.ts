// A server that is killed at any moment, under concurrent writes: whatever it has acknowledged is there afterwards, whole, and
// nothing else.

import { setTimeout as wait } from 'node:timers/promises'
import type { LikewiseClient } from 'likewise/client'
import { Random } from 'likewise/text'
import { expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { byDepth } from '../depth.js'
import { type Served, serve } from './served.js'
import { textOf } from './server-in-memory.js'

/** .ci/run asks for all thirty. */
const KILLS = byDepth({ short: 3, long: 30 })
const WRITERS = 4
/** Milliseconds: thirty starts take a while on a busy machine. */
const PATIENCE = 600_000

/** What was sent as one request: all of it is stored, or nothing, unless each document is a change of its own. */
interface Sent {
  readonly ids: readonly number[]
  isAcknowledged: boolean
  /** Whether each document was added by itself. */
  readonly isSplit: boolean
  /** Whether a request to remove the documents was sent, and whether it was acknowledged. */
  removal?: 'sent' | 'acknowledged'
}

it(
  `no acknowledged document is lost and none appears from nowhere, over ${KILLS} kills`,
  async () => {
    const workspace = new Workspace()
    const random = new Random(7)
    const sent: Sent[] = []
    for (let round = 0; round < KILLS; round++) {
      const server = await serve(workspace, ['seen', '--quiet'])
      await checkStored(server.client, sent)
      const writers = Array.from({ length: WRITERS }, (_, i) => write(server, sent, i))
      writers.push(compact(server.client))
      // The first round has something to lose; later ones may be cut off at once.
      while (round === 0 && !sent.some(({ isAcknowledged }) => isAcknowledged)) await wait(5)
      await wait(random.below(150))
      await server.kill('SIGKILL')
      await Promise.all(writers)
    }
    const server = await serve(workspace, ['seen', '--quiet'])
    const stored = await checkStored(server.client, sent)
    expect(stored).toBeGreaterThan(0)
    expect(await server.kill('SIGTERM')).toBe(143)
  },
  PATIENCE,
)

/**
 * Writes until the server is gone: one document, several, one if it is new, and several if they are new, in turn; now and then, what was
 * just added is removed.
 */
async function write({ client, address }: Served, sent: Sent[], writer: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const kind = (turn + writer) % 4
    const first = sent.reduce((sum, { ids }) => sum + ids.length, 0)
    const ids = Array.from({ length: kind % 2 === 1 ? 5 : 1 }, (_, i) => first + i)
    const request: Sent = { ids, isAcknowledged: false, isSplit: kind === 3 }
    sent.push(request)
    const documents = ids.map((id) => ({ id, text: textOf(id, 30) }))
    try {
      if (kind === 0) await client.add(documents[0]!)
      else if (kind === 1) await client.addMany(documents)
      else if (kind === 2) await client.addIfNew(documents[0]!)
      else await addEachIfNew(address, documents)
      request.isAcknowledged = true
      if (turn % 5 !== 4) continue
      request.removal = 'sent'
      await client.remove(ids)
      request.removal = 'acknowledged'
    } catch {
      return
    }
  }
}

async function addEachIfNew(address: string, documents: readonly object[]): Promise<void> {
  const response = await fetch(`${address}/v1/bulk/add-if-new`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
  })
  const answers = (await response.text()).trimEnd().split('\n')
  const added = answers.filter((answer) => (JSON.parse(answer) as { added?: boolean }).added)
  if (added.length !== documents.length) throw new Error('not all of them were added')
}

/** Compacts the index again and again, until the server is gone. */
async function compact(client: LikewiseClient): Promise<void> {
  try {
    for (;;) {
      await client.compact()
      await wait(20)
    }
  } catch {
    // It was killed.
  }
}

/** Compares what is stored with what was sent, and returns how many documents there are. */
async function checkStored(client: LikewiseClient, sent: readonly Sent[]): Promise<number> {
  const all = sent.flatMap(({ ids }) => ids)
  const checked = await client.checkMany(all.map((id) => textOf(id, 30)))
  // A document is there when it is found by its text under its own id; half of one would not be.
  const isThere = new Map(
    all.map((id, i) => [id, checked[i]!.status === 'identical' && checked[i]!.matches[0]!.id === id]),
  )
  for (const { ids, isAcknowledged, isSplit, removal } of sent) {
    const there = ids.filter((id) => isThere.get(id))
    if (removal === 'acknowledged') expect(there).toEqual([])
    else if (isAcknowledged && removal === undefined) expect(there).toEqual(ids)
    else if (isSplit && removal === undefined) expect(there).toEqual(ids.slice(0, there.length))
    else expect([0, ids.length]).toContain(there.length)
  }
  const present = all.filter((id) => isThere.get(id))
  const { documents } = await client.stats()
  expect(documents).toBe(present.length)
  for (const id of present.slice(-20)) expect((await client.get(id))?.id).toBe(id)
  return documents
}
