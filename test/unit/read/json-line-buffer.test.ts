import { describe, expect, it } from 'vitest'
import { WasmEscaper } from '../../../src/kernel/wasm-escaper.js'
import { JsonLineBuffer } from '../../../src/read/json-line-buffer.js'
import { cases } from '../../depth.js'
import fc from '../../property.js'

const KINDS = [
  ['plain', undefined],
  ['escaped in WebAssembly', new WasmEscaper()],
] as const

describe.each(KINDS)('lines of JSON, %s', (_, escaper) => {
  it('are the bytes of JSON.stringify, whatever the text', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0001', 'a', 'é', '😀', '\ud800') }),
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (texts) => {
        const buffer = new JsonLineBuffer(1, escaper)
        for (const text of texts) {
          buffer.addJson('{"text":')
          buffer.addText(text)
          buffer.addJson('}')
          buffer.endLine()
        }
        const expected = texts.map((text) => `${JSON.stringify({ text })}\n`).join('')
        expect(Buffer.from(buffer.bytes).toString()).toBe(expected)
      }),
      { numRuns: cases(300) },
    )
  })

  it('contain texts that are longer than what is encoded at a time', () => {
    const text = `${'x'.repeat(65_535)}😀${'"é\n'.repeat(50_000)}`
    const buffer = new JsonLineBuffer(16, escaper)
    buffer.addText(text)
    expect(Buffer.from(buffer.bytes).toString() === JSON.stringify(text)).toBe(true)
    buffer.clear()
    expect(buffer.length).toBe(0)
  })
})
