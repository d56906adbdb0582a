import { describe, expect, it } from 'vitest'
import { readDocuments } from '../../../src/engine/inline/documents.js'
import type { DocumentInput } from '../../../src/model/document.js'
import { DuplicateId, InvalidOption, InvalidValue } from '../../../src/model/errors.js'

describe('documents', () => {
  it('keep their ids and their fields, and get their position if they have no id', () => {
    const inputs = ['a', { text: 'b', id: 'x' }, { text: 'c', source: 's', year: 7 }, { text: 'd', id: 0.5 }]
    expect(readDocuments(inputs)).toEqual({
      inputs,
      documents: [{ text: 'a' }, ...inputs.slice(1)],
      ids: [0, 'x', 2, 0.5],
    })
  })

  it('may have empty ids and empty texts', () => {
    expect(readDocuments([{ id: '', text: '' }])).toMatchObject({
      documents: [{ id: '', text: '' }],
      ids: [''],
    })
  })

  it('can be in any iterable except a string', () => {
    function* generate() {
      yield { id: 'a', text: 'one' }
    }
    expect(readDocuments(new Set(['x', 'y'])).ids).toEqual([0, 1])
    expect(readDocuments(generate()).ids).toEqual(['a'])
    for (const wrong of ['one text', undefined, null, 5, { text: 'a' }]) {
      expect(() => readDocuments(wrong as unknown as string[])).toThrow(InvalidOption)
    }
  })

  it('without an id, or with none, have their position', () => {
    expect(readDocuments([{ id: null, text: 'a' }, { id: undefined, text: 'b' }, { text: 'c' }]).ids).toEqual(
      [0, 1, 2],
    )
  })

  it('are not changed', () => {
    const input = Object.freeze({ text: 'a' })
    expect(readDocuments([input]).documents[0]).toBe(input)
    expect(input).toEqual({ text: 'a' })
  })

  it('are rejected if two have the same id, given or by position; a text is not a number', () => {
    const twice = () => readDocuments(['z', { id: 'x', text: 'a' }, 'b', { id: 'x', text: 'c' }])
    expect(twice).toThrow(DuplicateId)
    expect(twice).toThrow(expect.objectContaining({ id: 'x', first: 1, second: 3 }))
    expect(() => readDocuments([{ id: 1, text: 'a' }, 'b'])).toThrow(DuplicateId)
    expect(readDocuments([{ id: '1', text: 'a' }, 'b']).ids).toEqual(['1', 1])
  })

  it('are refused with an id that JSON cannot represent', () => {
    for (const id of [Number.NaN, Number.POSITIVE_INFINITY, true, 1n, {}]) {
      const attempt = () => readDocuments(['a', { id, text: 'b' } as unknown as DocumentInput])
      expect(attempt).toThrow('a string or a finite number')
      expect(attempt).toThrow(expect.objectContaining({ position: 1 }))
    }
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
