import { expect, it } from 'vitest'
import { openMemoryStore } from '../../../src/store/memory/memory-store.js'

const MEGABYTE = 2 ** 20

it('a part of a snapshot has a limited size, however long the texts are', async () => {
  const options = { threshold: 0.5, keepTexts: true, shingle: { k: 2 } }
  const store = await openMemoryStore(options)
  // Long texts with few words.
  const long = ' '.repeat(2 * MEGABYTE)
  const documents = Array.from({ length: 40 }, (_, id) => ({ id, text: `one two three ${id % 5}${long}` }))
  await store.addMany([...documents, { id: 'empty', text: long }])
  const parts: Uint8Array[] = []
  for await (const part of store.snapshot()) parts.push(part)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(67 * MEGABYTE)
  const again = await openMemoryStore(options)
  async function* stored() {
    yield* parts
  }
  expect(await again.restore(stored())).toBe(41)
  for (const { id, text } of documents) expect((await again.get(id))?.text).toBe(text)
  for (const { text } of [documents[0]!, documents[39]!]) {
    const ids = (await again.query(text, { threshold: 1 })).map((match) => match.id)
    expect(ids).toEqual((await store.query(text, { threshold: 1 })).map((match) => match.id))
  }
  expect((await again.get('empty'))?.shingles).toBe(0)
})
