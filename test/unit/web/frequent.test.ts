import { expect, it } from 'vitest'
import { frequentRuns } from '../../../web/src/data/frequent.js'

const own = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')
const FOOTER = own('footer', 25)
const NOTICE = own('notice', 9)

it('finds phrases in their full length, those in the most clusters first', () => {
  const texts = Array.from({ length: 10 }, (_, i) =>
    [own(`a${i}x`, 20), FOOTER, own(`b${i}x`, 7), i < 4 ? NOTICE : '', own(`c${i}x`, 9)].join(' '),
  )
  expect(frequentRuns(texts, (text) => text, 12)).toEqual([
    { text: FOOTER, documents: 10, clusters: 10 },
    { text: NOTICE, documents: 4, clusters: 4 },
  ])
})

it('ranks a phrase of several clusters above what more texts of one cluster share', () => {
  const texts = Array.from({ length: 10 }, (_, i) =>
    [own(`a${i}x`, 20), i < 8 ? FOOTER : '', i > 5 ? NOTICE : ''].join(' '),
  )
  const ranked = frequentRuns(texts, (text) => Math.max(0, text - 6), 12)
  expect(ranked).toEqual([
    { text: NOTICE, documents: 4, clusters: 4 },
    { text: FOOTER, documents: 8, clusters: 2 },
  ])
})

it('does not go on for ever where a phrase repeats itself', () => {
  const texts = Array.from({ length: 3 }, () => 'again '.repeat(100))
  expect(frequentRuns(texts, () => 0, 12).map(({ documents }) => documents)).toEqual([3])
})
