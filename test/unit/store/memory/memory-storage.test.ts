import { expect, it } from 'vitest'
import { SHINGLES } from '../../../../src/store/keys.js'
import { MemoryStorage } from '../../../../src/store/memory/memory-storage.js'

it('what was read stays as it was when something is added', async () => {
  const storage = new MemoryStorage()
  const keys = Uint32Array.of(7)
  const add = (member: string) =>
    storage.write('', {
      introduced: [
        {
          record: member,
          value: () => new Uint8Array(1),
          postings: [{ table: SHINGLES, keys, member: member.padEnd(13) }],
        },
      ],
    })
  for (const member of ['a', 'b']) await add(member)
  const [read] = await storage.postings('', SHINGLES, keys)
  await add('c')
  expect(read).toHaveLength(2)
  expect(await storage.postings('', SHINGLES, keys)).toMatchObject([{ length: 3 }])
  expect(await storage.postings('', SHINGLES, keys, 1)).toMatchObject([{ length: 1 }])
})
