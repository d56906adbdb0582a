import { describe, expect, it } from 'vitest'
import { paint, printable } from '../../../src/cli/terminal.js'
import { escapeControls } from '../../../src/write/escape-controls.js'
import fc from '../../property.js'

describe('what is printed is escapeControls', () => {
  it('controls, C1 controls and marks of direction can be seen and do nothing', () => {
    expect(escapeControls('\x1b]0;title\x07 \x9b31m \x7f \u202eabc\u2066 \0')).toBe(
      '\\u001b]0;title\\u0007 \\u009b31m \\u007f \\u202eabc\\u2066 \\u0000',
    )
    expect(escapeControls('a\rb')).toBe('a\\u000db')
  })

  it('lines, tabs, joiners and every letter stay as they are', () => {
    const text = 'Zeile\n\tक्\u200dष 👩\u200d👧 می\u200cخواهم é'
    expect(escapeControls(text)).toBe(text)
    expect(escapeControls('one\r\ntwo')).toBe('one\ntwo')
  })

  it('no text contains anything that a terminal would execute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u)
      }),
    )
  })

  it('JSON means the same afterwards', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value)
      }),
    )
  })
})

it('only paint makes colors', () => {
  expect(printable(`${paint('bold', 'a\x1b[31mb', { colors: true })}`)).toBe('\x1b[1ma\\u001b[31mb\x1b[22m')
  expect(paint('bold', 'a', { colors: false })).toBe('a')
})
