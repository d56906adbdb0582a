import { describe, expect, it } from 'vitest'
import { left, right, truth } from '../unit/text/colliding-documents.js'
import { Place } from './likewise.js'

describe('long documents whose 32-bit hashes collide', () => {
  const place = new Place()
  const lines = [left, right, 'another document altogether'].map((text) => JSON.stringify({ text }))
  place.write('in.jsonl', `${lines.join('\n')}\n`)
  const options = ['in.jsonl', '-s', 'words:1', '-t', '0.9', '-q', '--force']

  it.each(['exact', 'bands'])('are found with their true similarity (%s)', async (method) => {
    await place.run(['find', ...options, '--method', method, '--pairs', 'pairs.jsonl'])
    expect(place.rows('pairs.jsonl').map(({ similarity }) => similarity)).toEqual([truth])
  })

  it('are removed with their true similarity', async () => {
    await place.run(['dedup', ...options, '--survivor', 'longest'])
    expect(place.rows('in.removed.jsonl').map(({ similarity }) => similarity)).toEqual([truth])
  })
})
