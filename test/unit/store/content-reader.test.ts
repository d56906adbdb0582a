import { expect, it } from 'vitest'
import { ContentReader } from '../../../src/store/content-reader.js'
import { makeParameters } from '../../../src/store/parameters.js'
import { shingle } from '../../../src/text/shingles.js'
import fc from '../../property.js'

const parameters = makeParameters({ shingle: { k: 2 }, seed: 5 })
const reader = new ContentReader(parameters)
const words = fc.array(fc.constantFrom('a', 'b', 'B', 'é', '東京', 'word', 'wörd'), { maxLength: 60 })

it('a content made of a text is the one made of its set', () => {
  fc.assert(
    fc.property(fc.array(words), (lists) => {
      const texts = lists.map((list) => list.join(' '))
      reader.read(texts).forEach((content, i) => {
        expect(content.set).toEqual(shingle(texts[i]!, parameters.shingle))
        expect(reader.ofSet(content.key, content.set)).toEqual(content)
      })
    }),
  )
})

it('a content that is read briefly is the same, and overwrites none that was kept', () => {
  fc.assert(
    fc.property(fc.array(words), words, (lists, other) => {
      const texts = lists.map((list) => list.join(' '))
      const kept = reader.read(texts)
      for (const [i, text] of texts.entries()) {
        expect(reader.readBriefly(text)).toEqual(kept[i])
        reader.readBriefly(other.join(' '))
      }
      expect(kept).toEqual(reader.read(texts))
    }),
  )
})

it('texts of the same words in the same order have one content, others do not', () => {
  const [one, same, other] = reader.read([
    'The plane, was ready',
    'the PLANE was  ready.',
    'ready was the plane',
  ])
  expect(same!.key).toBe(one!.key)
  expect(other!.key).not.toBe(one!.key)
})

it('a batch larger than the memory of the kernel is read like its parts', () => {
  const texts = Array.from({ length: 40 }, (_, i) => `w${i} ${'some more words '.repeat(5000)} v${i}`)
  const whole = reader.read(texts)
  expect(whole).toHaveLength(40)
  expect(whole).toEqual(texts.flatMap((text) => reader.read([text])))
})

it('keys and bands stay what they are: stored indexes have them', () => {
  const [content] = reader.read(['a rose is a rose is a rose'])
  const hex = (bytes: string) => Buffer.from(bytes, 'latin1').toString('hex')
  expect([hex(content!.key), ...content!.bands.slice(0, 2), content!.bands.length]).toEqual(EXPECTED)
})

const EXPECTED = ['e2847108ca922b6d51b0b3f4', 0x503ab020, 0x2cb832aa, 26]
