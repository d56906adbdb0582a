import { describe, expect, it } from 'vitest'
import { LineBreaksReader, LineBreaksWriter } from '../../../src/dedup/line-breaks.js'
import fc from '../../property.js'

describe('line breaks of records', () => {
  it('come back at any distance, in any records', () => {
    const record = fc
      .array(fc.tuple(fc.constantFrom('\n', '\r', '\r\n', ''), fc.constantFrom('x', ' ', 'y'.repeat(300))))
      .map((parts) => parts.flat().join(''))
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const writer = new LineBreaksWriter()
        for (const text of records) writer.add(Buffer.from(text))
        const reader = new LineBreaksReader(String(writer))
        for (const text of records) {
          const line = Buffer.from(text.replace(/[\r\n]/g, ' '))
          expect(Buffer.from(reader.restore(line)).toString()).toBe(text)
        }
      }),
    )
  })
})
