import { describe, expect, it } from 'vitest'
import { fieldValue, recordText } from '../../../src/model/record-text.js'
import { textReader } from '../../../src/read/json-field.js'
import fc from '../../property.js'

describe('the text of a record', () => {
  it('is at a path, unless a key has exactly that name', () => {
    const record = { doc: { body: { text: 'inside' } } }
    expect(recordText(record, ['doc.body.text'])).toEqual({ text: 'inside' })
    expect(recordText({ ...record, 'doc.body.text': 'outside' }, ['doc.body.text'])).toEqual({
      text: 'outside',
    })
    expect(fieldValue(record, 'doc.body')).toBe(record.doc.body)
    expect(fieldValue({ list: [{ text: 'x' }] }, 'list.0')).toBeUndefined()
    expect(fieldValue({}, 'constructor.name')).toBeUndefined()
  })

  it('is empty for null, also along the path', () => {
    for (const record of [{ doc: { text: null } }, { doc: null }, { 'doc.text': null }]) {
      expect(recordText(record, ['doc.text'])).toEqual({ text: '' })
    }
  })

  it('is that of several fields, joined in their order without the empty ones', () => {
    const names = ['title', 'doc.body', 'note']
    const doc = { body: 'b' }
    expect(recordText({ note: 'n', doc, title: 't' }, names)).toEqual({ text: 't\nb\nn' })
    expect(recordText({ note: 'n', title: null }, names)).toEqual({ text: 'n' })
    expect(recordText({ title: '', doc, note: null }, names)).toEqual({ text: 'b' })
    expect(recordText({ title: null }, names)).toEqual({ text: '' })
  })

  it('is missing if there are none of the fields, and wrong if one contains something else', () => {
    expect(recordText({ a: 1 }, ['text'])).toEqual({ problem: 'no field "text"' })
    expect(recordText({ a: 1 }, ['text', 'doc.x'])).toEqual({ problem: 'none of the fields "text", "doc.x"' })
    expect(recordText({ a: 1, text: 'x' }, ['text', 'a'])).toEqual({
      problem: 'the field "a" is not a string',
    })
    expect(recordText({ doc: 'x' }, ['doc.text'])).toEqual({ problem: 'no field "doc.text"' })
  })

  it('is the same out of the bytes of a line', () => {
    const names = ['doc.text', 'title', 'doc.more.text']
    const value = fc.oneof(fc.string(), fc.constant(null))
    const anyRecord = fc.record(
      {
        doc: fc.oneof(
          fc.record({ text: value, more: fc.record({ text: value }) }, { requiredKeys: [] }),
          fc.constant(null),
        ),
        title: value,
        'doc.text': value,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anyRecord, (record) => {
        const read = recordText(record, names)
        const text = textReader(names)(new TextEncoder().encode(JSON.stringify(record)))
        expect(text).toBe('text' in read ? read.text : '')
      }),
    )
  })
})
