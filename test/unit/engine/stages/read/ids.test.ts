import { expect, it } from 'vitest'
import { nodeEngine } from '../../../../../src/node/node-engine.js'

it('ids are those of the records: numbers, texts of any script, and very long ones', async () => {
  const ids = [
    0,
    12,
    -3,
    1.5,
    123456789012345,
    1234567890123456,
    'x',
    '12',
    'ü "é"\n',
    '猫',
    'y'.repeat(600_000),
    'z',
  ]
  const documents = ids.map((id) => ({ id, text: 'the same text for all of them' }))
  const found = await nodeEngine({ workers: 1 }).find(documents, { method: 'exact' })
  const members = []
  for await (const cluster of found.clusters()) members.push(...cluster.members)
  await found[Symbol.asyncDispose]()
  expect(members).toEqual(ids)
})
