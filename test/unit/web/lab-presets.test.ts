import { describe, expect, it } from 'vitest'
import { jaccard, setsOfTexts, signatureSteps } from '../../../web/src/data/lab.js'
import { SET_PRESETS, TEXT_PRESETS } from '../../../web/src/data/lab-presets.js'

const preset = (id: string) => SET_PRESETS.find((one) => one.id === id)!
const signatures = (id: string) => signatureSteps(preset(id).sets, preset(id).hashes).at(-1)!.signatures
const similarity = (id: string, a: number, b: number) =>
  jaccard(preset(id).sets.sets[a]!, preset(id).sets.sets[b]!)
const shingles = (id: string) => {
  const { texts, kind, k } = TEXT_PRESETS.find((one) => one.id === id)!
  const { elements, sets } = setsOfTexts(texts, kind, k)
  return sets.map((rows) => Array.from(rows, (row) => elements[row]))
}

describe('the examples of the lab have the answers of the book', () => {
  it.each([
    [
      'figure',
      [
        [1, 3, 0, 1],
        [0, 2, 0, 0],
      ],
    ],
    ['permutation', [[3, 5, 1, 3]]],
    [
      'slides',
      [
        [2, 1, 2, 1],
        [2, 1, 4, 1],
        [1, 2, 1, 2],
      ],
    ],
  ])('signatures: %s', (id, expected) => {
    expect(signatures(id)).toEqual(expected)
  })

  it('signatures of the notes, as the elements that come first', () => {
    const { sets, hashes } = preset('notes')
    const first = signatures('notes').map((row, i) =>
      row.map((value) => sets.elements[hashes[i]!.values.indexOf(value)]),
    )
    expect(first).toEqual([
      ['Y1', 'Y1'],
      ['Y3', 'Y4'],
      ['Y5', 'Y5'],
      ['Y1', 'Y6'],
    ])
  })

  it('similarities', () => {
    expect([
      similarity('exercise', 0, 1),
      similarity('exercise', 0, 2),
      similarity('exercise', 1, 2),
    ]).toEqual([1 / 3, 2 / 5, 1 / 6])
    expect(similarity('columns', 0, 1)).toBe(2 / 5)
    expect([similarity('slides', 0, 2), similarity('slides', 1, 3), similarity('slides', 0, 1)]).toEqual([
      3 / 4,
      3 / 4,
      0,
    ])
  })

  it('shingles', () => {
    expect(shingles('letters')).toEqual([
      ['ab', 'bc', 'cd', 'da', 'bd'],
      ['ab', 'bc', 'ca'],
      ['ab', 'bc', 'ca', 'aa'],
    ])
    expect(shingles('touchdown')[0]).toEqual(expect.arrayContaining(['touch dow', 'ouch down']))
    expect(shingles('touchdown')[1]).toContain('touchdown')
    expect(shingles('sudzo')).toEqual([
      [],
      ['i recommend that', 'that you buy', 'you buy sudzo', 'for your laundry', 'your laundry x'],
    ])
    expect(shingles('fence')[0]!.slice(0, 3)).toEqual(['a b', ' bo', 'boy'])
  })
})
