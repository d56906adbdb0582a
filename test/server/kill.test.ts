// A server that is killed at any moment, under concurrent writes: whatever it has acknowledged is there afterwards, whole, and
// nothing else.

import { setTimeout as wait } from 'node:timers/promises'
import type { LikewiseClient } from 'likewise/client'
import { Random } from 'likewise/text'
import { expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { byDepth } from '../depth.js'
import { serve } from './served.js'
import { textOf } from './server-in-memory.js'

/** .ci/run asks for all thirty. */
const KILLS = byDepth({ short: 3, long: 30 })
const WRITERS = 4
/** Milliseconds: thirty starts take a while on a busy machine. */
const PATIENCE = 600_000

/** What was sent as one request: all of it is stored, or nothing. */
interface Sent {
  readonly ids: readonly number[]
  isAcknowledged: boolean
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
      const writers = Array.from({ length: WRITERS }, (_, i) => write(server.client, sent, i))
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

/** Writes until the server is gone: one document, several, and one if it is new, in turn. */
async function write(client: LikewiseClient, sent: Sent[], writer: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const first = sent.reduce((sum, { ids }) => sum + ids.length, 0)
    const count = (turn + writer) % 3 === 1 ? 5 : 1
    const request: Sent = { ids: Array.from({ length: count }, (_, i) => first + i), isAcknowledged: false }
    sent.push(request)
    const documents = request.ids.map((id) => ({ id, text: textOf(id, 30) }))
    try {
      if ((turn + writer) % 3 === 2) await client.addIfNew(documents[0]!)
      else if (count === 1) await client.add(documents[0]!)
      else await client.addMany(documents)
      request.isAcknowledged = true
    } catch {
      return
    }
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
  for (const { ids, isAcknowledged } of sent) {
    const there = ids.filter((id) => isThere.get(id))
    if (isAcknowledged) expect(there).toEqual(ids)
    else expect([0, ids.length]).toContain(there.length)
  }
  const present = all.filter((id) => isThere.get(id))
  const { documents } = await client.stats()
  expect(documents).toBe(present.length)
  for (const id of present.slice(-20)) expect((await client.get(id))?.id).toBe(id)
  return documents
}
