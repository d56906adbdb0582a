import { expect, it } from 'vitest'
import { type FrequentRun, frequentRuns } from '../../../web/src/data/frequent.js'
import fc from '../../property.js'

const own = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')
const FOOTER = own('footer', 25)
const NOTICE = own('notice', 9)

/** Does all steps at once. */
function found(...args: Parameters<typeof frequentRuns>): FrequentRun[] {
  const steps = frequentRuns(...args)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

it('finds phrases in their full length, those in the most clusters first', () => {
  const texts = Array.from({ length: 10 }, (_, i) =>
    [own(`a${i}x`, 20), FOOTER, own(`b${i}x`, 7), i < 4 ? NOTICE : '', own(`c${i}x`, 9)].join(' '),
  )
  expect(found(texts, (text) => text, 12)).toEqual([
    { text: FOOTER, documents: 10, clusters: 10 },
    { text: NOTICE, documents: 4, clusters: 4 },
  ])
})

it('ranks a phrase of several clusters above what more texts of one cluster share', () => {
  const texts = Array.from({ length: 10 }, (_, i) =>
    [own(`a${i}x`, 20), i < 8 ? FOOTER : '', i > 5 ? NOTICE : ''].join(' '),
  )
  const ranked = found(texts, (text) => Math.max(0, text - 6), 12)
  expect(ranked).toEqual([
    { text: NOTICE, documents: 4, clusters: 4 },
    { text: FOOTER, documents: 8, clusters: 2 },
  ])
})

it('does not go on for ever where a phrase repeats itself', () => {
  const texts = Array.from({ length: 3 }, () => 'again '.repeat(100))
  expect(found(texts, () => 0, 12).map(({ documents }) => documents)).toEqual([3])
})

/** The first run of six words by a count of strings: in the most clusters, then in the most texts, then the first. */
function mostFrequent(texts: readonly string[], clusterOf: (text: number) => number) {
  const textsOf = new Map<string, Set<number>>()
  texts.forEach((text, number) => {
    const words = text.split(' ')
    for (let i = 0; i + 6 <= words.length; i++) {
      const run = words.slice(i, i + 6).join(' ')
      textsOf.set(run, (textsOf.get(run) ?? new Set()).add(number))
    }
  })
  const clusters = (list: Set<number>) => new Set([...list].map(clusterOf).filter((one) => one >= 0)).size
  const [first] = [...textsOf]
    .filter(([, list]) => list.size >= 3)
    .sort(([, x], [, y]) => clusters(y) - clusters(x) || y.size - x.size)
  return first && { run: first[0], documents: first[1].size, clusters: clusters(first[1]) }
}

it('finds the run that a count of strings finds', () => {
  const word = fc.constantFrom('a', 'b')
  const TEXTS = fc.array(
    fc.array(word, { minLength: 6, maxLength: 16 }).map((words) => words.join(' ')),
    { minLength: 3, maxLength: 9 },
  )
  fc.assert(
    fc.property(TEXTS, (texts) => {
      const clusterOf = (text: number) => (text % 4) - 1
      const [phrase] = found(texts, clusterOf, 12)
      const expected = mostFrequent(texts, clusterOf)
      expect(phrase && { documents: phrase.documents, clusters: phrase.clusters }).toEqual(
        expected && { documents: expected.documents, clusters: expected.clusters },
      )
      if (expected) expect(phrase!.text).toContain(expected.run)
    }),
  )
})

it('splits a longer phrase without repeating any of it', () => {
  const long = own('long', 100)
  const texts = Array.from({ length: 4 }, (_, i) => `${own(`a${i}x`, 9)} ${long} ${own(`b${i}x`, 9)}`)
  const phrases = found(texts, (text) => text, 12).map(({ text }) => text)
  expect(phrases.length).toBeGreaterThan(1)
  const words = phrases.flatMap((phrase) => phrase.split(' '))
  // Two words at most, where one phrase ends and the next begins.
  expect(words.length - new Set(words).size).toBeLessThanOrEqual(2 * (phrases.length - 1))
  expect(new Set(words)).toEqual(new Set(long.split(' ')))
})

it('does its work in small steps', () => {
  const texts = Array.from({ length: 50 }, (_, i) => `${own(`a${i}x`, 20)} ${FOOTER}`)
  let steps = 0
  for (const _ of frequentRuns(texts, (text) => text, 12)) steps++
  expect(steps).toBeGreaterThan(3 * texts.length)
})
