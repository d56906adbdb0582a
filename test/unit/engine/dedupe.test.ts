import { describe, expect, it } from 'vitest'
import { type DedupeOptions, dedupe } from '../../../src/engine/inline/dedupe.js'
import { DuplicateId, InvalidOption, InvalidValue } from '../../../src/model/errors.js'

const OPTIONS = { threshold: 0.8, recall: 1, shingle: { k: 1 } } as const

const DOCUMENTS = [
  { id: 'first', text: 'a b c d e f g h i', source: 'wire', date: '2024-01-03' },
  { id: 'alone', text: 'something else entirely', source: 'wire', date: '2024-01-01' },
  { id: 'longer', text: 'a b c d e f g h i j', source: 'paper', date: '2024-01-02' },
  { id: 'copy', text: 'i h g f e d c b a', source: 'blog', date: '2024-01-09' },
  { id: 'empty', text: '', source: 'blog', date: '2024-01-01' },
  { id: 'empty too', text: '', source: 'blog', date: '2024-01-01' },
]

describe('dedupe', () => {
  it('distinguishes identical texts from texts that are equal after normalization', () => {
    const texts = ['Price: 1.50 USD, now', 'price 1 50 usd now', 'Price: 1.50 USD, now', '1 50 usd now price']
    const { removed } = dedupe(texts, OPTIONS)
    expect(removed.map(({ id, reason }) => [id, reason])).toEqual([
      [1, 'equal'],
      [2, 'identical'],
      [3, 'similar'],
    ])
  })

  it('removes what is similar to a kept document and reports what became of it', () => {
    const { kept, removed, clusters, plan } = dedupe(DOCUMENTS, OPTIONS)
    expect(kept.map(({ id }) => id)).toEqual(['first', 'alone', 'empty', 'empty too'])
    expect(removed).toEqual([
      { id: 'longer', document: DOCUMENTS[2], survivor: 'first', similarity: 0.9, reason: 'similar' },
      { id: 'copy', document: DOCUMENTS[3], survivor: 'first', similarity: 1, reason: 'similar' },
    ])
    expect(clusters).toMatchObject([{ members: ['first', 'longer', 'copy'], survivors: ['first'], pairs: 3 }])
    expect(plan.method).toBe('exact')
  })

  it('returns documents as they were passed: the same objects, and texts as texts', () => {
    const { kept, removed } = dedupe(DOCUMENTS, OPTIONS)
    for (const document of kept) expect(DOCUMENTS).toContain(document)
    expect(kept[0]).toBe(DOCUMENTS[0])
    expect(removed[0]!.document).toBe(DOCUMENTS[2])
    expect(dedupe(['x y', 'x y', 'z'], OPTIONS).kept).toEqual(['x y', 'z'])
  })

  it('keeps documents by the requested policy', () => {
    const survivor = (policy: DedupeOptions['survivor']) =>
      dedupe(DOCUMENTS, policy === undefined ? OPTIONS : { ...OPTIONS, survivor: policy }).clusters[0]!
        .survivors[0]
    expect(survivor(undefined)).toBe('first')
    expect(survivor('first')).toBe('first')
    expect(survivor('longest')).toBe('longer')
    expect(survivor({ field: 'date', prefer: 'largest' })).toBe('copy')
    expect(survivor({ field: 'date', prefer: 'smallest' })).toBe('longer')
    expect(survivor({ sources: ['blog', 'paper'] })).toBe('copy')
    expect(survivor((members) => members.at(-1)!)).toBe('copy')
  })

  const CHAIN = ['a b c d e', 'a b c d x', 'a b c y x', 'a b z y x']

  it('keeps what only a chain of pairs connects to a kept document', () => {
    const { kept, removed, clusters } = dedupe(CHAIN, { ...OPTIONS, threshold: 0.6 })
    expect(kept).toEqual([CHAIN[0], CHAIN[2]])
    expect(removed).toMatchObject([
      { id: 1, survivor: 0, similarity: 4 / 6 },
      { id: 3, survivor: 2, similarity: 4 / 6 },
    ])
    expect(clusters).toMatchObject([{ members: [0, 1, 2, 3], survivors: [0, 2] }])
  })

  it('processes a chain in the order of the policy', () => {
    const documents = CHAIN.map((text, i) => ({ text, rank: [2, 4, 3, 1][i] }))
    const keptBy = (survivor: NonNullable<DedupeOptions['survivor']>) =>
      dedupe(documents, { ...OPTIONS, threshold: 0.6, survivor }).kept.map(({ text }) => CHAIN.indexOf(text))
    expect(keptBy({ field: 'rank', prefer: 'largest' })).toEqual([1, 3])
    expect(keptBy({ field: 'rank', prefer: 'smallest' })).toEqual([0, 3])
    const asked: (readonly number[])[] = []
    const chosen = keptBy((members) => {
      asked.push(members)
      return members.at(-2) ?? members[0]!
    })
    expect(chosen).toEqual([0, 2])
    expect(asked).toEqual([[0, 1, 2, 3], [0]])
  })

  it('with onePerCluster keeps one document of each, and reports how similar the others are to it', () => {
    const options = { ...OPTIONS, threshold: 0.6, onePerCluster: true } as const
    const { kept, removed } = dedupe(CHAIN.slice(0, 3), options)
    expect(kept).toEqual([CHAIN[0]])
    expect(removed.map(({ similarity }) => similarity)).toEqual([4 / 6, 3 / 7])
  })

  it('keeps the center of a star, and no center if there is no star', () => {
    const options = { ...OPTIONS, threshold: 0.6, survivor: 'center' } as const
    const { kept, removed } = dedupe(CHAIN.slice(0, 3), {
      ...options,
      clusters: 'stars',
      onePerCluster: true,
    })
    expect(kept).toEqual([CHAIN[1]])
    expect(removed.every(({ similarity }) => similarity >= 0.6)).toBe(true)
    expect(() => dedupe(CHAIN, { ...options, onePerCluster: true })).toThrow(InvalidOption)
    expect(() => dedupe(CHAIN, { ...options, clusters: 'stars' })).toThrow(InvalidOption)
  })

  it('of nothing is nothing', () => {
    expect(dedupe([], OPTIONS)).toMatchObject({ kept: [], removed: [], clusters: [] })
  })

  it('keeps one of very many copies, without listing their pairs', () => {
    const { kept, removed } = dedupe(Array<string>(20_000).fill('the same words'), OPTIONS)
    expect(kept).toHaveLength(1)
    expect(removed).toHaveLength(19_999)
  })

  it('refuses bad documents, ids and options', () => {
    expect(() => dedupe(['a', null as unknown as string])).toThrow(InvalidValue)
    expect(() =>
      dedupe([
        { id: 1, text: 'a' },
        { id: 1, text: 'b' },
      ]),
    ).toThrow(DuplicateId)
    expect(() => dedupe(['a'], { threshold: 0 })).toThrow(InvalidOption)
    expect(() => dedupe(['a'], { survivors: 'first' } as DedupeOptions)).toThrow(InvalidOption)
    expect(() => dedupe(['a', 'a'], { survivor: 'newest' as 'first' })).toThrow(InvalidOption)
    expect(() => dedupe(['a', 'a', 'b'], { survivor: () => 2 })).toThrow(InvalidOption)
  })
})

it('by containment removes the part and keeps the whole, unless the policy prefers the part', () => {
  const documents = ['a b c d', 'a b c d e f g h']
  const options = { similarity: 'containment', threshold: 0.9, shingle: { k: 1 } } as const
  expect(dedupe(documents, options).kept).toEqual(['a b c d e f g h'])
  expect(dedupe(documents, { ...options, survivor: 'first' }).kept).toEqual(documents)
})
