import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { LmdbStorage } from '../../../../src/store/lmdb/node-lmdb-storage.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-listener-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('listens for failed commits only while an index is open for writing', async () => {
  const listeners = () => process.listenerCount('unhandledRejection')
  const before = listeners()
  const one = await LmdbStorage.open(join(folder, 'one'))
  const other = await LmdbStorage.open(join(folder, 'other'))
  expect(listeners()).toBe(before + 1)
  await expect(LmdbStorage.open(join(folder, 'one'))).rejects.toMatchObject({ code: 'index-in-use' })
  await one.close()
  await setImmediate()
  expect(listeners()).toBe(before + 1)
  await other.close()
  await setImmediate()
  expect(listeners()).toBe(before)
})
