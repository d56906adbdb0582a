import { describe, expect, it } from 'vitest'
import { bestThreshold, closingPairs, pairsOfClusters } from '../../../../src/apps/entities/choose-pairs.js'
import { clusterByOdds } from '../../../../src/apps/entities/cluster-by-odds.js'
import { makeColumn } from '../../../../src/apps/entities/column.js'
import { FeatureIndex } from '../../../../src/apps/entities/feature-index.js'
import { Heap } from '../../../../src/apps/entities/heap.js'
import { oneToOneProbabilities } from '../../../../src/apps/entities/one-to-one-odds.js'
import { spellingModel } from '../../../../src/apps/entities/spelling-model.js'
import { surprises } from '../../../../src/apps/entities/surprise.js'
import { makeVocabulary } from '../../../../src/apps/entities/vocabulary.js'
import { Random } from '../../../../src/hash/random.js'
import type { Candidates } from '../../../../src/model/pair.js'

const pairsOf = (list: readonly (readonly [number, number])[]): Candidates => ({
  count: list.length,
  a: Uint32Array.from(list, ([a]) => a),
  b: Uint32Array.from(list, ([, b]) => b),
})

it('a model number is less likely to agree by chance than a name', () => {
  const bits = spellingModel(['anna', 'hanna', 'hannes', 'johanna', 'pslx350h', 'dcr5'])
  expect(bits('pslx351h')).toBeLessThan(bits('anne') - 10)
})

describe('what two records share', () => {
  const columnsOf = (tables: readonly (readonly string[])[]) => {
    const columns = tables.map((texts, i) => makeColumn(`column ${i}`, 'text', texts))
    return { columns, index: new FeatureIndex(columns, columns.map(makeVocabulary)) }
  }
  const texts = [
    'chicago public schools davis',
    'chicago public schools nash',
    'chicago public schools nash',
    'sony pslx350h',
    'sony ps lx350h',
    ...Array.from({ length: 40 }, (_, i) => `school number ${i}`),
    ...Array.from({ length: 20 }, (_, i) => `chicago public schools house${i}`),
  ]

  it('a word counts once in two columns, even if no other record has it', () => {
    const names = [
      'quillon vane',
      'quillon marr',
      ...Array.from({ length: 60 }, (_, i) => `person${i} family${i}`),
    ]
    const { columns, index } = columnsOf([names, names.map((name) => name.split(' ').reverse().join(' '))])
    const [one, other] = surprises(columns, index, pairsOf([[0, 1]]))
    expect(one![0]! + other![0]!).toBeLessThan(
      surprises(columns.slice(0, 1), columnsOf([names]).index, pairsOf([[0, 1]]))[0]![0]! + 1,
    )
  })

  it('is more surprising the rarer it is, and a phrase counts once', () => {
    const { columns, index } = columnsOf([texts])
    const [bits] = surprises(columns, index, pairsOf([[0, 1], [1, 2], [3, 4], [0, 3]])) // biome-ignore format: four pairs
    const family = -Math.log2(23 / texts.length)
    expect(bits![0]).toBeGreaterThan(family - 0.5)
    expect(bits![0]).toBeLessThan(family + 0.5)
    expect(bits![1]).toBeGreaterThan(bits![0]! + 5)
    expect(bits![2]).toBeGreaterThan(20)
    expect(bits![3]).toBeNaN()
  })

  it('is surprising in only one column if other columns repeat it', () => {
    const { columns, index } = columnsOf([texts, texts, texts])
    const bits = surprises(columns, index, pairsOf([[0, 1]])).map((of) => of[0]!)
    const alone = columnsOf([texts])
    const [[once] = []] = surprises(alone.columns, alone.index, pairsOf([[0, 1]]))
    expect(bits.reduce((sum, of) => sum + of, 0)).toBeLessThan(once! + 1)
  })
})

describe('one to one', () => {
  it('is exact if candidates form no cycle', () => {
    const pairs = pairsOf([[0, 3], [0, 4], [1, 4], [2, 5]]) // biome-ignore format: four pairs
    const strengths = Float64Array.of(1, 2, 0.5, -1)
    const matches = 1
    const free = (1 - matches / 3) ** 2
    const odds = strengths.map((bits) => 2 ** bits / free)
    const sums = new Float64Array(5)
    for (let chosen = 0; chosen < 16; chosen++) {
      const list = [0, 1, 2, 3].filter((i) => (chosen >> i) % 2 === 1)
      const ends = list.flatMap((i) => [pairs.a[i]!, pairs.b[i]!])
      if (new Set(ends).size < ends.length) continue
      const weight = list.reduce((product, i) => product * odds[i]!, 1)
      sums[4]! += weight
      for (const i of list) sums[i]! += weight
    }
    const found = oneToOneProbabilities(pairs, strengths, { sizes: [3, 3], matches })
    found.forEach((probability, i) => {
      expect(probability).toBeCloseTo(sums[i]! / sums[4]!, 2)
    })
  })

  it('never gives a record more than one match', () => {
    const random = new Random(3)
    const list = Array.from({ length: 60 }, () => [random.below(8), 8 + random.below(8)] as const)
    const pairs = pairsOf([...new Map(list.map((pair) => [pair.join(' '), pair])).values()])
    const strengths = Float64Array.from({ length: pairs.count }, () => random.below(10))
    const found = oneToOneProbabilities(pairs, strengths, { sizes: [8, 8], matches: 4 })
    for (let record = 0; record < 8; record++) {
      const sum = found.reduce((total, p, i) => total + (pairs.a[i] === record ? p : 0), 0)
      expect(sum).toBeLessThan(1 + 1e-9)
    }
  })
})

describe('clusters by odds', () => {
  const bits = new Map([['0 1', 8], ['0 2', 7], ['1 2', 9], ['3 4', 8], ['3 5', 6], ['4 5', 9], ['2 3', 5], ['1 3', -6]]) // biome-ignore format: pairs
  const pairs = pairsOf([...bits.keys()].map((key) => key.split(' ').map(Number) as [number, number]))
  const strengths = Float64Array.from(bits.values())

  it('are not merged because of one pair', () => {
    expect([...clusterByOdds(7, pairs, strengths)].map((root, _, all) => all.indexOf(root))).toEqual([
      0, 0, 0, 3, 3, 3, 6,
    ])
  })

  it('list every pair within, with its own probability or that through a third record, whichever is higher', () => {
    const open = pairsOf([[0, 1], [1, 2], [0, 2]]) // biome-ignore format: three pairs
    const { pairs: found } = pairsOfClusters(3, open, Float64Array.of(9, 9, -1), 0.5)
    expect(found.count).toBe(3)
    expect(found.similarity[1]).toBeGreaterThan(0.99)
  })

  it('also count omitted pairs that are connected through a third record', () => {
    const open = pairsOf([[0, 1], [1, 2], [0, 2]]) // biome-ignore format: three pairs
    const { pairs: found, probabilityOf } = pairsOfClusters(3, open, Float64Array.of(9, 1, -4), 0.5)
    expect([...found.a, ...found.b]).toEqual([0, 1])
    expect(1 / (1 + 2 ** 4)).toBeLessThan(0.06)
    expect(probabilityOf(0, 2)).toBeGreaterThan(0.1)
    expect(probabilityOf(1, 2)).toBeGreaterThan(0.6)
  })

  it('are closed before they are judged', () => {
    const { count, a, b } = closingPairs(4, pairsOf([[0, 1], [1, 2], [2, 3]]), Float64Array.of(3, 3, -3)) // biome-ignore format: pairs
    expect([count, a[0], b[0]]).toEqual([1, 0, 2])
  })
})

it('the threshold for points is where the expected F1 is best', () => {
  expect(bestThreshold(Float64Array.of(0.9, 0.8, 0.7, 0.6), Float64Array.of(1, 0.9, 0.1, 0))).toBe(0.8)
  expect(bestThreshold(Float64Array.of(), Float64Array.of())).toBe(1)
})

it('a heap gives its items in order', () => {
  const random = new Random(1)
  const heap = new Heap<number>((one, other) => one - other)
  const items = Array.from({ length: 200 }, () => random.below(50))
  for (const item of items) heap.push(item)
  expect(items.map(() => heap.pop())).toEqual([...items].sort((one, other) => one - other))
  expect(heap.pop()).toBeUndefined()
})
