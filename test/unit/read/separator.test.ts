import { describe, expect, it } from 'vitest'
import { findSeparator, hasHeader, splitFields } from '../../../src/read/separator.js'

describe('the separator of a text', () => {
  it.each([
    [['1::1193::5', '1::661::3'], '::'],
    [['a\tb, c\td', 'e\tf\tg'], '\t'],
    [['1,"a, b",2', '3,c,4'], ','],
    [['"276725";"034545104X";"0"', '"1";"2";"3"'], ';'],
    [['1|2|3', '4|5|6'], '|'],
    [['196 242  3', '7 8 9'], ' '],
  ])('of %j is found', (lines, separator) => {
    expect(findSeparator(lines)).toBe(separator)
  })

  it('is none where lines have different numbers of fields, or one', () => {
    expect(findSeparator(['a,b', 'c'])).toBeUndefined()
    expect(findSeparator(['word', 'word'])).toBeUndefined()
  })

  it('may stand inside quotes', () => {
    expect(splitFields('1,"a, b",c', ',')).toEqual(['1', 'a, b', 'c'])
  })
})

describe('the first row', () => {
  const isName = (text: string) => text === 'user'

  it('names the columns where it has a word above numbers', () => {
    expect(
      hasHeader(
        [
          ['who', 'stars'],
          ['Ann', '5'],
        ],
        isName,
      ),
    ).toBe(true)
    expect(
      hasHeader(
        [
          ['Ann', '4'],
          ['Ben', '5'],
        ],
        isName,
      ),
    ).toBe(false)
    expect(
      hasHeader(
        [
          ['196', '242'],
          ['186', '302'],
        ],
        isName,
      ),
    ).toBe(false)
  })

  it('of words above words names them where a name is known', () => {
    expect(
      hasHeader(
        [
          ['user', 'bought'],
          ['Ann', 'tea'],
        ],
        isName,
      ),
    ).toBe(true)
    expect(
      hasHeader(
        [
          ['Ann', 'tea'],
          ['Ben', 'jam'],
        ],
        isName,
      ),
    ).toBe(false)
  })

  it('names nothing where a field of it is empty', () => {
    const rows = [
      ['user', ''],
      ['Ann', '5'],
    ]
    expect(hasHeader(rows, isName)).toBe(false)
  })
})
