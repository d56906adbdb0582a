import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../src/read/encode-text.js'
import type { Encoding } from '../../../src/read/encoding.js'
import { hasMark, TextRecoder } from '../../../src/read/text-recoder.js'

const BYTES: Readonly<Record<Encoding, Buffer>> = {
  'utf-8': Buffer.from('A é € 😀 z'),
  'utf-16le': Buffer.from('A é € 😀 z', 'utf16le'),
  'utf-16be': Buffer.from('A é € 😀 z', 'utf16le').swap16(),
  latin1: Buffer.from('A é ÿ z', 'latin1'),
  'windows-1252': Buffer.from([0x41, 0xe9, 0x80, 0x9f, 0x7a]),
}
const MARKS: Partial<Record<Encoding, Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
}
const TEXTS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'A é € 😀 z',
  'utf-16le': 'A é € 😀 z',
  'utf-16be': 'A é € 😀 z',
  latin1: 'A é ÿ z',
  'windows-1252': 'Aé€Ÿz',
}
const ENCODINGS = Object.keys(BYTES) as Encoding[]

describe('a text as it was stored', () => {
  it.each(ENCODINGS)('has the same bytes again: %s', (encoding) => {
    for (const byteOrderMark of [false, true]) {
      const mark = (byteOrderMark && MARKS[encoding]) || Buffer.alloc(0)
      // Every place at which a piece may end, also within a character.
      const text = Buffer.from(TEXTS[encoding])
      for (let end = 0; end <= text.length; end++) {
        const recoder = new TextRecoder({ encoding, byteOrderMark })
        const pieces = [recoder.push(text.subarray(0, end)), recoder.push(text.subarray(end))]
        expect(Buffer.concat(pieces)).toEqual(Buffer.concat([mark, BYTES[encoding]]))
      }
    }
  })

  it.each(ENCODINGS)('begins with a mark or not: %s', (encoding) => {
    const mark = MARKS[encoding]
    expect(hasMark(BYTES[encoding], encoding)).toBe(false)
    if (mark !== undefined) expect(hasMark(Buffer.concat([mark, BYTES[encoding]]), encoding)).toBe(true)
  })

  it.each(['latin1', 'windows-1252'] as const)('has question marks for what %s lacks', (encoding) => {
    expect(Buffer.from(encodeText('a😀東b', encoding)).toString('latin1')).toBe('a??b')
  })
})
