import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import {
  IndexInUse,
  InvalidArtifact,
  UnreadableInput,
  UnwritableOutput,
} from '../../../../src/model/errors.js'
import { utf8Of } from '../../../../src/store/byte-strings.js'
import { contentRecord, PARAMETERS_RECORD, ROOT_SPACE } from '../../../../src/store/keys.js'
import { LmdbStorage } from '../../../../src/store/lmdb/node-lmdb-storage.js'
import { openLmdbStore } from '../../../../src/store/lmdb/node-lmdb-store.js'
import { openIndex } from '../../../../src/store/open-index.js'

const root = mkdtempSync(join(tmpdir(), 'likewise-lmdb-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const newFolder = () => join(root, `index-${folders++}`)
const text = (number: number) => Array.from({ length: 30 }, (_, i) => `w${number}x${i}`).join(' ')
const built = fileURLToPath(new URL('../../../../dist/store/lmdb/node-lmdb-store.js', import.meta.url))

/** Another process in which a module runs; it ends with the test. */
function runElsewhere(code: string) {
  const program = `import { openLmdbStore } from ${JSON.stringify(built)}\n${code}`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

describe('a change that fails halfway', () => {
  it('leaves nothing behind', async () => {
    const storage = await LmdbStorage.open(newFolder())
    const value = () => Uint8Array.of(1)
    await storage.write('s', { put: [['before', value()]], counted: [['count', 1]] })
    const fails = () => {
      throw new RangeError('no memory')
    }
    const change = {
      deleted: ['before'],
      put: [['half', value()] as const],
      introduced: [
        { record: 'one', value, postings: [] },
        { record: 'two', value: fails, postings: [] },
      ],
      counted: [['count', 1] as const],
    }
    // In one commit with others, which are written.
    const all = await Promise.allSettled([
      storage.write('s', { put: [['first', value()]] }),
      storage.write('s', change),
      storage.write('s', { put: [['last', value()]] }),
    ])
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const names = ['before', 'half', 'one', 'two', 'first', 'last']
    const stored = await storage.records('s', names)
    expect(names.filter((_, i) => stored[i] !== undefined)).toEqual(['before', 'first', 'last'])
    expect(await storage.counters('s', ['count'])).toEqual([1])
    await storage.close()
  })
})

describe('one writer', () => {
  it('refuses a second one in this process, and lets readers in', async () => {
    const folder = newFolder()
    const writer = await openLmdbStore(folder)
    await expect(openLmdbStore(folder)).rejects.toThrow(IndexInUse)
    const reader = await openLmdbStore(folder, { readOnly: true })
    await writer.add({ id: 1, text: text(1) })
    expect((await reader.check(text(1))).status).toBe('identical')
    await expect(reader.add({ id: 2, text: text(2) })).rejects.toThrow(UnwritableOutput)
    await writer.close()
    await reader.close()
    await (await openLmdbStore(folder)).close()
  })

  it('refuses one while another process writes, and takes over when that was killed', async () => {
    const folder = newFolder()
    const other = runElsewhere(
      `await openLmdbStore(${JSON.stringify(folder)}); console.log('open'); setInterval(() => {}, 1000)`,
    )
    await once(other.stdout, 'data')
    const refused = await openLmdbStore(folder).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(IndexInUse)
    expect((refused as IndexInUse).pid).toBe(other.pid)
    other.kill('SIGKILL')
    await once(other, 'exit')
    await (await openLmdbStore(folder)).close()
  })
})

describe('crashes', () => {
  it('no added document is lost, and none appears, when the writer is killed again and again', async () => {
    const folder = newFolder()
    let last = -1
    for (let round = 0; round < 4; round++) {
      const writer = runElsewhere(
        `const store = await openLmdbStore(${JSON.stringify(folder)}, { keepTexts: true })
         for (let id = ${last + 1}; ; id++) {
           await store.add({ id, text: Array.from({ length: 30 }, (_, i) => 'w' + id + 'x' + i).join(' ') })
           process.stdout.write(id + '\\n')
         }`,
      )
      const lines: string[] = []
      let partial = ''
      for await (const chunk of writer.stdout) {
        partial += String(chunk)
        const parts = partial.split('\n')
        partial = parts.pop()!
        lines.push(...parts)
        if (lines.length >= 20 + 7 * round) writer.kill('SIGKILL')
      }
      if (writer.signalCode === null) await once(writer, 'exit')
      last = Number(lines.at(-1))
      const store = await openLmdbStore(folder)
      for (let id = 0; id <= last; id++) {
        expect((await store.get(id))?.text).toBe(text(id))
        expect((await store.check(text(id))).matches.map((match) => match.id)).toEqual([id])
      }
      // At most the one that was being added when the process was killed is there besides.
      const { documents } = await store.stats()
      expect([last + 1, last + 2]).toContain(documents)
      expect(await store.get(last + 2)).toBeUndefined()
      if (documents === last + 2) last++
      await store.close()
    }
  })
})

describe('damage', () => {
  const build = async () => {
    const folder = newFolder()
    const store = await openLmdbStore(folder)
    await store.addMany(Array.from({ length: 500 }, (_, id) => ({ id, text: text(id) })))
    await store.close()
    return { folder, file: join(folder, 'data-1.mdb') }
  }

  it('a file that was cut short is refused, wherever it was cut', async () => {
    for (const share of [0, 0.001, 0.3, 0.9]) {
      const { folder, file } = await build()
      truncateSync(file, Math.floor(readFileSync(file).length * share))
      await expect(openLmdbStore(folder)).rejects.toThrow(InvalidArtifact)
      await expect(openLmdbStore(folder, { readOnly: true })).rejects.toThrow(/restore a snapshot/)
    }
  })

  // Of documents that are added and removed again by one change, LMDB takes pages that it never writes.
  it.each([5, 20, 50, 70])(
    'a file that ends before unused pages is not cut short: %i documents',
    async (maxDocuments) => {
      const folder = newFolder()
      const options = { expiry: { maxDocuments } }
      const store = await openLmdbStore(folder, options)
      await store.addMany(Array.from({ length: 1500 }, (_, id) => ({ id, text: text(id) })))
      await store.close()
      const reopened = await openLmdbStore(folder, options)
      expect((await reopened.stats()).documents).toBe(maxDocuments)
      expect((await reopened.query(text(1499))).map(({ id }) => id)).toEqual([1499])
      await reopened.close()
    },
  )

  it('a file of something else is refused', async () => {
    const { folder, file } = await build()
    writeFileSync(file, 'not an index\n'.repeat(1000))
    await expect(openLmdbStore(folder)).rejects.toThrow(/not an LMDB file/)
  })

  it('a damaged record is refused, not misread', async () => {
    const { folder } = await build()
    const storage = await LmdbStorage.open(folder)
    const store = await openIndex(storage)
    const [[content]] = (await storage.members('', [{ bucket: 'u', limit: 1 }])) as [[string]]
    const id = content.slice(8)
    const [record] = await storage.records('', [`d${id}`])
    const key = Buffer.from(record!).subarray(20, 32).toString('latin1')
    const [set] = await storage.records('', [contentRecord(key)])
    set![10]! ^= 4
    await storage.write('', { put: [[contentRecord(key), set!]] })
    await expect(store.check(text(Number(id)))).rejects.toThrow(/checksum/)
    await store.close()
  })

  it('an index of another version is refused', async () => {
    const { folder } = await build()
    const storage = await LmdbStorage.open(folder)
    const [bytes] = await storage.records(ROOT_SPACE, [PARAMETERS_RECORD])
    const changed = new TextDecoder().decode(bytes).replace('"hashVersion":1', '"hashVersion":9')
    const put = [[PARAMETERS_RECORD, new TextEncoder().encode(utf8Of(changed))]] as const
    await storage.write(ROOT_SPACE, { put })
    await storage.close()
    await expect(openLmdbStore(folder)).rejects.toThrow(/hashVersion 9, but this version of Likewise has 1/)
    await expect(openLmdbStore(folder)).rejects.toThrow(InvalidArtifact)
  })
})

describe('a folder', () => {
  it('without an index is refused by those who only read, and where it must exist', async () => {
    await expect(openLmdbStore(newFolder(), { readOnly: true })).rejects.toThrow(UnreadableInput)
    await expect(openLmdbStore(newFolder(), { ifMissing: 'refuse' })).rejects.toThrow(/there is no index/)
  })

  it('takes less space once it is compacted, and readers follow', async () => {
    const folder = newFolder()
    const store = await openLmdbStore(folder)
    await store.addMany(Array.from({ length: 3000 }, (_, id) => ({ id, text: text(id) })))
    const reader = await openLmdbStore(folder, { readOnly: true })
    await store.remove(Array.from({ length: 2900 }, (_, id) => id))
    const before = (await store.stats()).bytes!
    await store.compact()
    expect((await store.stats()).bytes!).toBeLessThan(before / 4)
    await store.add({ id: 'later', text: text(9999) })
    expect((await reader.check(text(9999))).matches[0]?.id).toBe('later')
    expect((await reader.check(text(2950))).matches[0]?.id).toBe(2950)
    await reader.close()
    await store.close()
  })
})
