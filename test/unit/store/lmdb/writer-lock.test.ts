import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { IndexInUse } from '../../../../src/model/errors.js'
import { openLmdbStore } from '../../../../src/store/lmdb/node-lmdb-store.js'
import { lockForWriting } from '../../../../src/store/lmdb/node-writer-lock.js'

const root = mkdtempSync(join(tmpdir(), 'likewise-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'index-'))
  file = join(folder, 'writer.lock')
})

/** The lock of a process in another container. */
const FOREIGN = 'deadbeef-17-4711'

/** Sets the time of the last sign of life to so many seconds ago. */
function age(seconds: number): void {
  const at = Date.now() / 1000 - seconds
  utimesSync(file, at, at)
}

it('of another container counts as long as it is written to', async () => {
  writeFileSync(file, FOREIGN)
  const refused = await openLmdbStore(folder).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(IndexInUse)
  expect((refused as IndexInUse).pid).toBe(17)
  expect((refused as IndexInUse).hint).toContain(`remove ${file}`)
  expect(readFileSync(file, 'utf8')).toBe(FOREIGN)
  age(50)
  await expect(openLmdbStore(folder)).rejects.toThrow(IndexInUse)
  age(70)
  await (await openLmdbStore(folder)).close()
  expect(readdirSync(folder).filter((name) => name.startsWith('writer'))).toEqual([])
})

it('without content is taken over once its process had time to write it', async () => {
  writeFileSync(file, '')
  await expect(openLmdbStore(folder)).rejects.toThrow(IndexInUse)
  age(70)
  await (await openLmdbStore(folder)).close()
})

it('of a process of this machine counts until that has ended, however old it is', async () => {
  const lock = lockForWriting(folder)
  age(3600)
  expect(() => lockForWriting(folder)).toThrow(
    /^.* is open for writing in process \d+; wait until it ends, or open the index read-only$/,
  )
  lock.release()
  lockForWriting(folder).release()
})

it('is written to at intervals', async () => {
  const lock = lockForWriting(folder, 10)
  age(3600)
  while (Date.now() - statSync(file).mtimeMs > 60_000) await wait(10)
  lock.check()
  lock.release()
})

it('that was taken over by another container is lost, and left alone', async () => {
  const lock = lockForWriting(folder, 10)
  renameSync(file, join(folder, 'aside'))
  writeFileSync(file, FOREIGN)
  lock.check()
  rmSync(join(folder, 'aside'))
  await vi.waitFor(() => expect(() => lock.check()).toThrow(IndexInUse), { timeout: 10_000 })
  lock.release()
  expect(readFileSync(file, 'utf8')).toBe(FOREIGN)
})
