import { describe, expect, it } from 'vitest'
import { Thread } from '../../../../../src/engine/stages/threads/thread.js'

/** A thread whose platform is not asked for anything. */
const makeThread = () => new Thread({ inputs: {} as never, store: {} as never })

describe('a thread', () => {
  it('keeps one value per name, as long as the key is the same', () => {
    const thread = makeThread()
    const first = thread.keep('index', 1, () => ({}))
    expect(thread.keep('index', 1, () => ({}))).toBe(first)
    expect(thread.keep('other', 1, () => ({}))).not.toBe(first)
    const second = thread.keep('index', 2, () => ({}))
    expect(second).not.toBe(first)
    expect(thread.keep('index', 1, () => ({}))).not.toBe(first)
  })

  it('drops what tasks of another kind have left, except kernels', () => {
    const thread = makeThread()
    thread.begin('one')
    const value = thread.keep('index', 1, () => ({}))
    const words = thread.arrays.words('words', 100)
    const kernel = thread.kernel({ textFields: ['text'] })
    thread.begin('one')
    expect(thread.keep('index', 1, () => ({}))).toBe(value)
    expect(thread.arrays.words('words', 100).buffer).toBe(words.buffer)
    thread.begin('other')
    expect(thread.keep('index', 1, () => ({}))).not.toBe(value)
    expect(thread.arrays.words('words', 100).buffer).not.toBe(words.buffer)
    expect(thread.kernel({ textFields: ['text'] })).toBe(kernel)
  })

  it('has at most two kernels, because their memory is not released otherwise', () => {
    const thread = makeThread()
    const [a] = ['a', 'b', 'c'].map((name) => thread.kernel({ textFields: [name] }))
    expect(thread.kernel({ textFields: ['a'] })).not.toBe(a)
  })

  it('recognizes the options of a kernel by their values, and the same list without reading it', () => {
    const thread = makeThread()
    let read = 0
    const phrases = new Proxy(['one two three four five six'], {
      get: (list, name) => {
        if (name === '0') read++
        return Reflect.get(list, name) as unknown
      },
    })
    const optionsWith = (ignorePhrases: readonly string[]) => ({
      textFields: ['text'],
      shingle: { ignorePhrases },
    })
    const kernel = thread.kernel(optionsWith(phrases))
    const before = read
    expect(thread.kernel(optionsWith(phrases))).toBe(kernel)
    expect(read).toBe(before)
    expect(thread.kernel(optionsWith([...phrases]))).toBe(kernel)
    expect(thread.kernel(optionsWith(['another phrase of six words here']))).not.toBe(kernel)
  })

  it('shares nothing with another', () => {
    const [one, other] = [makeThread(), makeThread()]
    expect(one.kernel({ textFields: ['text'] })).not.toBe(other.kernel({ textFields: ['text'] }))
    expect(one.keep('index', 1, () => ({}))).not.toBe(other.keep('index', 1, () => ({})))
  })
})
