import { describe, expect, it } from 'vitest'
import { type DocumentInput, readDocuments } from '../../../src/engine/inline/documents.js'
import { DuplicateId, InvalidValue } from '../../../src/model/errors.js'

describe('documents', () => {
  it('keep their ids and their fields, and get their position where they have none', () => {
    const inputs = ['a', { text: 'b', id: 'x' }, { text: 'c', source: 's', year: 7 }, { text: 'd', id: 0.5 }]
    expect(readDocuments(inputs)).toEqual({
      documents: [{ text: 'a' }, ...inputs.slice(1)],
      ids: [0, 'x', 2, 0.5],
    })
  })

  it('may have empty ids and empty texts', () => {
    expect(readDocuments([{ id: '', text: '' }])).toEqual({ documents: [{ id: '', text: '' }], ids: [''] })
  })

  it('are not changed', () => {
    const input = Object.freeze({ text: 'a' })
    expect(readDocuments([input]).documents[0]).toBe(input)
    expect(input).toEqual({ text: 'a' })
  })

  it('are refused when two have one id, given or by position; a text is no number', () => {
    const twice = () => readDocuments(['z', { id: 'x', text: 'a' }, 'b', { id: 'x', text: 'c' }])
    expect(twice).toThrow(DuplicateId)
    expect(twice).toThrow(expect.objectContaining({ id: 'x', first: 1, second: 3 }))
    expect(() => readDocuments([{ id: 1, text: 'a' }, 'b'])).toThrow(DuplicateId)
    expect(readDocuments([{ id: '1', text: 'a' }, 'b']).ids).toEqual(['1', 1])
  })

  it('are refused without a text, by their position', () => {
    for (const wrong of [null, undefined, 5, {}, { text: 5 }, { text: null }, { txt: 'a' }, ['a']]) {
      const attempt = () => readDocuments(['a', 'b', wrong as unknown as DocumentInput])
      expect(attempt).toThrow(InvalidValue)
      expect(attempt).toThrow(expect.objectContaining({ position: 2 }))
    }
  })

  it('may be objects of a class whose text is a getter', () => {
    class Page {
      get text() {
        return 'a'
      }
    }
    expect(readDocuments([new Page() as unknown as DocumentInput]).documents[0]!.text).toBe('a')
  })
})
