import { expect, it } from 'vitest'
import { chunkStarts } from '../../../web/src/data/text-chunks.js'
import fc from '../../property.js'

it('chunks of a text begin at 0, ascend, and split no character', () => {
  const part = fc.constantFrom('word ', 'line\n', 'x'.repeat(5000), '😀'.repeat(3001))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join('')
      const starts = chunkStarts(text)
      expect(starts[0]).toBe(0)
      const pieces = starts.map((start, i) => text.slice(start, starts[i + 1]))
      expect(pieces.join('')).toBe(text)
      for (const piece of pieces) {
        expect(piece.isWellFormed()).toBe(true)
        if (pieces.length > 1) expect(piece.length).toBeGreaterThan(0)
        expect(piece.length).toBeLessThanOrEqual(20_000)
      }
    }),
  )
})

it('a short text is one chunk', () => {
  expect(chunkStarts('a short text')).toEqual([0])
})
