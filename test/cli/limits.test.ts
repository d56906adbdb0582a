// Inputs that would never end, or take all memory: many tiny records.

import { describe, expect, it } from 'vitest'
import { Place } from './likewise.js'

const MANY = 200_000

describe('very many tiny records', () => {
  it('take constant time each, empty or equal', async () => {
    const place = new Place()
    const records = ['{"text":""}\n', '{"text":"one equal tiny text of seven words"}\n']
    place.write('tiny.jsonl', records.map((record) => record.repeat(MANY)).join(''))
    const { code, stdout } = await place.run(['dedup', 'tiny.jsonl', '--out', 'kept.jsonl', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      documents: 2 * MANY,
      empty: MANY,
      identical: MANY - 1,
      clusters: 1,
      kept: MANY + 1,
      removed: MANY - 1,
    })
  })
})
