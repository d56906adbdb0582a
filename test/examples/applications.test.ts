import type { ShingleOptions } from 'likewise'
import { bagCounts, bagSimilarity, editDistance, jaccardSimilarity } from 'likewise/distance'
import { functionOdds } from 'likewise/fingerprints'
import { NICKNAMES, recordCandidates, recordScore } from 'likewise/match'
import { type Rating, type RatingsOptions, ratingsToSets } from 'likewise/recommend'
import { characters, normalize, shingle, shingleStrings, words } from 'likewise/text'
import { andProbability, orProbability } from 'likewise/textbook'
import { describe, expect, it } from 'vitest'
import { courier, ferry, herald, observatory } from './news-pages.js'

describe('records of the same person', () => {
  const bill = { name: 'Bill Harker', address: '12 Mill Lane', phone: '0555 0142' }
  const william = { ...bill, name: 'William Harker' }

  it('entity-score: name, address and phone give 100 points each, 300 for an exact match', () => {
    expect(recordScore(bill, { ...bill })).toEqual({
      total: 300,
      possible: 300,
      fields: {
        name: { missing: false, points: 100, distance: 0 },
        address: { missing: false, points: 100, distance: 0 },
        phone: { missing: false, points: 100, distance: 0 },
      },
    })
  })

  it('entity-score: the penalty grows with the square of the edit distance', () => {
    const phones = ['0555 0142', '0555 01423', '0555 014233', '0555 0142333', '0555 01423333']
    const distances = phones.map((phone) => editDistance(bill.phone, phone))
    const penalties = phones.map((phone) => 300 - recordScore(bill, { ...bill, phone }).total)
    expect(distances).toEqual([0, 1, 2, 3, 4])
    expect(penalties).toEqual([0, 1, 4, 9, 16])
  })

  it('entity-score: Bill and William count as 1 letter apart, though their edit distance is 5', () => {
    expect(editDistance('Bill', 'William')).toBe(5)
    expect(NICKNAMES.some((names) => names.includes('bill') && names.includes('william'))).toBe(true)
    expect(recordScore(bill, william).fields.name).toEqual({ missing: false, points: 99, distance: 1 })
    expect(recordScore(bill, william).total).toBe(299)
    // Without the table of nicknames it is 5² points less.
    expect(recordScore(bill, william, { nicknames: [] }).total).toBe(275)
  })

  it('entity-score: an identical name, address or phone makes a candidate; records that share nothing are not one', () => {
    const records = [
      { name: 'Bill Harker', address: '12 Mill Lane', phone: '0555 0142' },
      { name: 'Bill Harker', address: '3 Dock Road', phone: '0777 4410' },
      { name: 'W. Harker', address: '12 Mill Lane', phone: '0555 0199' },
      { name: 'Ann Oldham', address: '8 Quay Street', phone: '0555 0142' },
      // One letter away from the first in each field: alike, but never compared.
      { name: 'Bil Harker', address: '12 Mill Lan', phone: '0555 014' },
    ]
    const { count, a, b } = recordCandidates(records)
    expect(count).toBe(3)
    expect(Array.from(a, (left, i) => [left, b[i]])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ])
    expect(recordScore(records[0]!, records[4]!).total).toBe(297)
  })
})

describe('fingerprints', () => {
  // A function says yes when all of its 3 squares hold a minutia in both prints.
  const inBoth = { sameFinger: 0.2 * 0.8, differentFingers: andProbability(0.2, 2) }
  const [same, two] = [andProbability(inBoth.sameFinger, 3), andProbability(inBoth.differentFingers, 3)]

  it('fingerprint: one function of 3 squares agrees with 0.004096 for one finger, 0.000064 for two', () => {
    expect(same).toBeCloseTo(0.004096, 12)
    expect(two).toBeCloseTo(0.000064, 12)
  })

  it('fingerprint: any of 1024 functions agrees with 0.985 for one finger, 0.063 for two', () => {
    expect(orProbability(same, 1024)).toBeCloseTo(0.985, 3)
    expect(orProbability(two, 1024)).toBeCloseTo(0.063, 3)
  })

  it('fingerprint: two groups of 1024 functions both agree with 0.970 for one finger, 0.004 for two', () => {
    expect(andProbability(orProbability(same, 1024), 2)).toBeCloseTo(0.97, 3)
    expect(andProbability(orProbability(two, 1024), 2)).toBeCloseTo(0.004, 3)
  })

  it('fingerprint: the family gives the same probabilities', () => {
    const { sameFinger, differentFingers } = functionOdds(0.2, 0.8, {
      squares: 3,
      functions: 1024,
      groups: 2,
    })
    expect(sameFinger).toEqual({
      one: same,
      any: orProbability(same, 1024),
      all: andProbability(orProbability(same, 1024), 2),
    })
    expect(differentFingers.one).toBeCloseTo(two, 15)
    expect(differentFingers.any).toBeCloseTo(0.063, 3)
    expect(differentFingers.all).toBeCloseTo(0.004, 3)
  })
})

describe('news pages', () => {
  const page = (article: string, furniture: string) => `${furniture}\n${article}`
  /** Similarities of the pairs of pages with the same article, then of those with the same furniture. */
  const similarities = (options: ShingleOptions) => {
    const like = (one: string, other: string) =>
      jaccardSimilarity(shingle(one, options), shingle(other, options))
    return {
      sameArticle: [ferry, observatory].map((text) => like(page(text, herald), page(text, courier))),
      sameFurniture: [herald, courier].map((text) => like(page(ferry, text), page(observatory, text))),
    }
  }

  it('news: a page is half article and half boilerplate, and its stop words are in the article', () => {
    const length = (text: string) => characters(normalize(text)).length
    const stopWordShare = (text: string) =>
      shingleStrings(text, { kind: 'stopwords', bag: true }).length / words(text).length
    for (const article of [ferry, observatory]) {
      for (const furniture of [herald, courier]) {
        const share = length(article) / length(page(article, furniture))
        expect(share).toBeGreaterThan(0.49)
        expect(share).toBeLessThan(0.51)
      }
      expect(stopWordShare(article)).toBeCloseTo(0.57, 2)
    }
    for (const furniture of [herald, courier]) expect(stopWordShare(furniture)).toBeCloseTo(0.06, 2)
  })

  it('news: by stop-word shingles, pages with the same article are far more similar than the others', () => {
    const { sameArticle, sameFurniture } = similarities({ kind: 'stopwords' })
    expect(sameArticle.map(hundredths)).toEqual([0.87, 0.88])
    expect(sameFurniture.map(hundredths)).toEqual([0.04, 0.04])
    // The text guesses 75% and 25%; the pages here are on the same sides of both.
    expect(Math.min(...sameArticle)).toBeGreaterThan(0.75)
    expect(Math.max(...sameFurniture)).toBeLessThan(0.25)
  })

  it('news: by 10-character shingles, both kinds of pages have a similarity of about 1/3', () => {
    const { sameArticle, sameFurniture } = similarities({ kind: 'chars', k: 10 })
    expect(sameArticle.map(hundredths)).toEqual([0.33, 0.33])
    expect(sameFurniture.map(hundredths)).toEqual([0.34, 0.34])
    for (const similarity of [...sameArticle, ...sameFurniture]) {
      expect(Math.abs(similarity - 1 / 3)).toBeLessThan(0.06)
    }
  })
})

describe('ratings', () => {
  const ratings: readonly Rating[] = [
    { customer: 'Ann', item: 'Alien', stars: 5 },
    { customer: 'Ann', item: 'Brazil', stars: 4 },
    { customer: 'Ann', item: 'Casablanca', stars: 1 },
    { customer: 'Ann', item: 'Dune', stars: 3 },
    { customer: 'Ben', item: 'Alien', stars: 4 },
    { customer: 'Ben', item: 'Brazil', stars: 2 },
    { customer: 'Ben', item: 'Casablanca', stars: 2 },
    { customer: 'Ben', item: 'Dune', stars: 5 },
  ]

  it('ratings: without low ratings, a customer is the set of liked items', () => {
    const sets = ratingsToSets(ratings, { as: 'liked', of: 'customers' })
    const [ann, ben] = [sets.get('Ann')!, sets.get('Ben')!]
    expect(ann).toEqual(['Alien', 'Brazil'])
    expect(ben).toEqual(['Alien', 'Dune'])
    expect(jaccardSimilarity(ann, ben)).toBe(1 / 3)
  })

  it('ratings: with liked and disliked as two elements, the same dislike brings customers together', () => {
    const sets = ratingsToSets(ratings, { as: 'liked-and-disliked', of: 'customers' })
    const [ann, ben] = [sets.get('Ann')!, sets.get('Ben')!]
    expect(ann).toEqual(['liked:Alien', 'liked:Brazil', 'disliked:Casablanca'])
    expect(ben).toEqual(['liked:Alien', 'disliked:Brazil', 'disliked:Casablanca', 'liked:Dune'])
    expect(jaccardSimilarity(ann, ben)).toBe(2 / 5)
  })

  it('ratings: n stars are n copies in a bag', () => {
    const bags = ratingsToSets(ratings, { as: 'stars', of: 'customers' })
    const [ann, ben] = [bags.get('Ann')!, bags.get('Ben')!]
    const counts = (bag: readonly string[]) => Object.fromEntries(bagCounts(bag))
    expect(counts(ann)).toEqual({ Alien: 5, Brazil: 4, Casablanca: 1, Dune: 3 })
    expect(counts(ben)).toEqual({ Alien: 4, Brazil: 2, Casablanca: 2, Dune: 5 })
    // 4 + 2 + 1 + 3 copies are shared, of 13 and 13.
    expect(bagSimilarity(ann, ben, { union: 'max' })).toBe(10 / 16)
    expect(bagSimilarity(ann, ben, { union: 'sum' })).toBe(10 / 26)
  })

  it('ratings: items are compared by their customers in the same three ways', () => {
    const setsOf = (as: RatingsOptions['as']) => {
      const sets = ratingsToSets(ratings, { as, of: 'items' })
      return [sets.get('Alien')!, sets.get('Dune')!] as const
    }
    expect(setsOf('liked')).toEqual([['Ann', 'Ben'], ['Ben']])
    expect(jaccardSimilarity(...setsOf('liked'))).toBe(1 / 2)
    expect(setsOf('liked-and-disliked')).toEqual([['liked:Ann', 'liked:Ben'], ['liked:Ben']])
    expect(jaccardSimilarity(...setsOf('liked-and-disliked'))).toBe(1 / 2)
    // 5 and 4 stars against 3 and 5: 3 + 4 shared of 5 + 5.
    expect(bagSimilarity(...setsOf('stars'))).toBe(7 / 10)
  })
})

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
