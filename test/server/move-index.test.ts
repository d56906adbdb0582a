// Moving an index of a program to a server, and back.

import { join } from 'node:path'
import { type LiveIndex, openMemoryStore } from 'likewise/store'
import { openLmdbStore } from 'likewise/store-lmdb'
import { expect, it } from 'vitest'
import { Workspace } from '../cli/likewise.js'
import { serve } from './served.js'
import { textOf } from './server-in-memory.js'

const DOCUMENTS = Array.from({ length: 120 }, (_, id) => ({ id, text: textOf(id) }))

async function filled(index: LiveIndex): Promise<LiveIndex> {
  await index.addMany(DOCUMENTS)
  await index.namespace('mail').add({ id: 'm', text: textOf(7) })
  return index
}

async function partsOf(index: LiveIndex): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of index.snapshot()) parts.push(new Uint8Array(part))
  return parts
}

it('the snapshot of an index in memory or in a folder is restored by a client, in any form', async () => {
  const workspace = new Workspace()
  const { client } = await serve(workspace, [])
  await using memory = await filled(await openMemoryStore())
  await using folder = await filled(await openLmdbStore(join(workspace.folder, 'seen')))
  const parts = await partsOf(memory)
  const blob = new Blob(parts)
  const sources = [
    memory.snapshot(),
    folder.snapshot(),
    parts,
    new Set(parts).values(),
    blob,
    blob.stream(),
    new Uint8Array(await blob.arrayBuffer()),
  ]
  for (const source of sources) {
    expect(await client.restore(source)).toBe(121)
    expect((await client.stats()).documents).toBe(120)
    expect((await client.namespace('mail').check(textOf(7))).status).toBe('identical')
    expect(await client.remove(DOCUMENTS.map(({ id }) => id))).toBe(120)
  }
  await client.restore(parts)
  await using back = await openMemoryStore()
  expect(await back.restore(await client.snapshot())).toBe(121)
  expect(await back.get(3)).toEqual(await memory.get(3))
})

it('an error of the source or of the server is thrown as it is, and the source is closed', async () => {
  const { client } = await serve(new Workspace(), [])
  const [header, ...rest] = await partsOf(await filled(await openMemoryStore({ threshold: 0.5 })))
  let close: (() => void) | undefined
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  async function* other() {
    try {
      yield header!
      for (;;) yield* rest
    } finally {
      close!()
    }
  }
  await expect(client.restore(other())).rejects.toMatchObject({ code: 'index-mismatch' })
  await closed
  const failing = (async function* () {
    yield (await partsOf(await openMemoryStore()))[0]!
    throw new Error('the disk is gone')
  })()
  await expect(client.restore(failing)).rejects.toThrow('the disk is gone')
})
