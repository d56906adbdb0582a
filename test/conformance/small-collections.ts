import type { Document } from '../../src/model/document.js'
import fc from '../property.js'

/** Documents of a small vocabulary, so that many are similar; some empty, some copies, some with ids. */
export const collections = fc
  .array(
    fc
      .array(fc.constantFrom('a', 'b', 'B', 'c', 'd', 'É', '東京', 'word'), { maxLength: 14 })
      .map((words) => words.join(' ')),
    { maxLength: 25 },
  )
  .chain((texts) => fc.shuffledSubarray([...texts, ...texts.slice(0, 6)], { minLength: texts.length }))
  .chain((texts) =>
    fc.boolean().map((named) => texts.map((text, i): Document => (named ? { id: `d${i}`, text } : { text }))),
  )
