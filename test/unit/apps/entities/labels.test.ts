import { describe, expect, it } from 'vitest'
import { fitLabels } from '../../../../src/apps/entities/fit-labels.js'
import { NO_LABEL_CHECK, rejectedShare } from '../../../../src/apps/entities/label-check.js'
import { parseModel } from '../../../../src/apps/entities/match-model.js'
import { matchRecords } from '../../../../src/apps/entities/match-records.js'
import { pairKey } from '../../../../src/apps/entities/pair-key.js'
import { suggestPairs } from '../../../../src/apps/entities/suggest-pairs.js'
import { Random } from '../../../../src/hash/random.js'
import { makePeople } from './people.js'

/** Chains of restaurants: the name says nothing about which branch, the street says it all. */
function branches(): { ours: Record<string, string>[]; theirs: Record<string, string>[] } {
  const random = new Random(5)
  const names = ['Golden Noodle House', 'Harbour Grill', 'Blue Lantern Cafe', 'Old Mill Bakery']
  const ours = Array.from({ length: 160 }, (_, i) => ({
    name: names[i % names.length]!,
    street: `${100 + random.below(800)} ${['Elm', 'Oak', 'Mill', 'Bridge', 'Station'][random.below(5)]} Street`,
  }))
  const theirs = ours.map(({ name, street }, i) =>
    i % 2 === 0 ? { name, street } : { name, street: `${100 + random.below(800)} Harbour Road` },
  )
  return { ours, theirs }
}

function f1(
  result: ReturnType<typeof matchRecords>,
  isTrue: (a: number, b: number) => boolean,
  all: number,
): number {
  const right = Array.from(result.pairs.a).filter((a, i) => isTrue(a, result.pairs.b[i]!)).length
  return (2 * right) / (result.pairs.count + all)
}

describe('labels of likely pairs', () => {
  const { firsts, seconds } = makePeople(400)
  /** Without a quarter of the pairs, which no field distinguishes from the others. */
  const isListed = (a: number, b: number) => firsts[a]!.person === seconds[b]!.person && a % 4 !== 0
  const options = { ignore: ['person'] }
  const suggested = matchRecords(firsts, seconds, options).suggest(50)
  const withLabels = (isMatch: (a: number, b: number) => boolean) =>
    matchRecords(firsts, seconds, {
      ...options,
      labels: suggested.map(({ a, b }) => ({ a, b, isMatch: isMatch(a, b) })),
    })

  it('lower the expected precision if they reject pairs that agree in everything', () => {
    const { pairs, precisionInterval } = withLabels(isListed)
    const right = pairs.a.filter((a, i) => isListed(a, pairs.b[i]!)).length
    expect(right / pairs.count).toBeLessThan(0.85)
    const [low, high] = precisionInterval!
    expect(low).toBeLessThan(right / pairs.count)
    expect(high).toBeGreaterThan(right / pairs.count)
  })

  it('leave it as it is if they agree with the probabilities', () => {
    const { expectedPrecision, precisionInterval } = withLabels(
      (a, b) => firsts[a]!.person === seconds[b]!.person,
    )
    expect(expectedPrecision).toBeGreaterThan(0.95)
    expect(precisionInterval![0]).toBeGreaterThan(0.85)
  })

  it('count only beyond what the probabilities let expect', () => {
    const candidates = { count: 20, a: Uint32Array.from({ length: 20 }, (_, i) => i), b: new Uint32Array(20).fill(99) } // biome-ignore format: one row
    const check = (rejected: number, probability: number) =>
      rejectedShare(
        candidates,
        new Float64Array(20).fill(probability),
        new Map(Array.from(candidates.a, (a) => [pairKey(a, 99), a >= rejected])),
      )
    expect(check(5, 0.75)).toEqual(NO_LABEL_CHECK)
    expect(check(1, 0.99)).toEqual(NO_LABEL_CHECK)
    expect(check(20, 0.2)).toEqual(NO_LABEL_CHECK)
    expect(check(5, 0.99).rejected).toBeCloseTo(0.24)
  })
})

describe('labels', () => {
  it('do not change weights if there are none, and change them if there are many', () => {
    expect(fitLabels([], [], -10)).toEqual({ weights: [], shift: 0 })
    // The first field tells, the second says the same about all.
    const said = Array.from({ length: 200 }, (_, i) => [i % 2 === 0 ? 12 : -4, 9])
    const { weights, shift } = fitLabels(
      said,
      said.map((_, i) => i % 2 === 0),
      -10,
    )
    expect(weights[0]).toBeGreaterThan(0.9)
    expect(shift + 9 * weights[1]!).toBeLessThan(9)
    for (const [i, bits] of said.slice(0, 2).entries()) {
      const strength = -10 + shift + bits[0]! * weights[0]! + bits[1]! * weights[1]!
      expect(strength > 0).toBe(i === 0)
    }
  })

  it('change nothing by a single exception, and follow where exceptions are many', () => {
    const said = Array.from({ length: 20 }, () => [9, 8, 10, 6])
    const fitted = (exceptions: number) =>
      fitLabels(
        said,
        said.map((_, i) => i >= exceptions),
        -14,
      )
    expect(fitted(1)).toEqual({ weights: [1, 1, 1, 1], shift: 0 })
    const { weights, shift } = fitted(20)
    expect(-14 + shift + said[0]!.reduce((sum, bits, field) => sum + bits * weights[field]!, 0)).toBeLessThan(
      0,
    )
  })

  it('of one pair of three near-identical records leave the other matches alone', () => {
    const { firsts } = makePeople(150)
    const people = firsts.map(({ person: _, ...rest }) => rest)
    const rows = [...people, ...people.slice(0, 25), people[0]!]
    const [first, second] = [people.length, people.length + 25]
    const withLabel = (labels: { a: number; b: number; isMatch: boolean }[]) => {
      const { pairs } = matchRecords(rows, undefined, { labels })
      return Array.from(pairs.a, (a, i) => `${a} ${pairs.b[i]}`)
    }
    const before = withLabel([])
    const three = [`0 ${first}`, `0 ${second}`, `${first} ${second}`]
    expect(before).toEqual(expect.arrayContaining(three))
    const after = withLabel([{ a: 0, b: first, isMatch: false }])
    // Being the same is transitive: if 0 and `first` differ, `second` is the same as one of them at most.
    expect(after.filter((pair) => three.includes(pair))).toHaveLength(1)
    expect(after).not.toContain(three[0])
    const others = (pairs: readonly string[]) => pairs.filter((pair) => !three.includes(pair))
    expect(others(after)).toEqual(others(before))
  })

  it('never turn agreement in a field into evidence against a match', () => {
    const said = Array.from({ length: 100 }, () => [8, 3])
    const { weights } = fitLabels(
      said,
      said.map(() => false),
      -5,
    )
    expect(Math.min(...weights)).toBeGreaterThanOrEqual(0)
  })

  it('improve matches if the data alone is misleading, and labeled pairs get their labels', () => {
    const { ours, theirs } = branches()
    const isTrue = (a: number, b: number) => a === b && a % 2 === 0
    const before = matchRecords(ours, theirs)
    const labels = before.suggest(50).map(({ a, b }) => ({ a, b, isMatch: isTrue(a, b) }))
    expect(new Set(labels.map(({ a, b }) => `${a} ${b}`)).size).toBe(labels.length)
    const after = matchRecords(ours, theirs, { labels })
    expect(f1(after, isTrue, 80)).toBeGreaterThanOrEqual(f1(before, isTrue, 80))
    expect(f1(after, isTrue, 80)).toBeGreaterThan(0.95)
    const listed = new Set(Array.from(after.pairs.a, (a, i) => `${a} ${after.pairs.b[i]}`))
    for (const { a, b, isMatch } of labels) expect(listed.has(`${a} ${b}`)).toBe(isMatch)
  })

  it('judge corrected strengths', () => {
    // Three bits against a match, which the correction turns into six bits for it.
    const said = Array.from({ length: 20 }, () => [7])
    const areMatches = said.map(() => true)
    const lifting = [-7, 6, 6, 6, 6, 6, 7, 8, 9]
    expect(Math.abs(fitLabels(said, areMatches, -10, lifting).shift)).toBeLessThan(0.1)
    expect(fitLabels(said, areMatches, -10).shift).toBeGreaterThan(1)
  })

  it('are requested for pairs that represent all likely ones, not for the least certain ones alone', () => {
    const sizes = { certain: 500, likely: 1000, open: 100, unlikely: 5000 }
    const probabilities = Float64Array.from([
      ...new Array<number>(sizes.certain).fill(0.999),
      ...new Array<number>(sizes.likely).fill(0.8),
      ...new Array<number>(sizes.open).fill(0.5),
      ...Array.from({ length: sizes.unlikely }, (_, i) => 2 ** -(3 + (9 * i) / sizes.unlikely)),
    ])
    const count = probabilities.length
    const pairs = {
      count,
      a: Uint32Array.from({ length: count }, (_, i) => i),
      b: Uint32Array.from({ length: count }, (_, i) => count + i),
    }
    const chosen = suggestPairs(pairs, probabilities, [], 0, 50).map(({ score }) => score)
    expect(chosen).toHaveLength(50)
    // However few of them are labeled, each kind is among them.
    for (const some of [chosen, chosen.slice(0, 20)]) {
      const shareOf = (low: number, high: number) =>
        some.filter((score) => score >= low && score <= high).length / some.length
      expect(shareOf(0.8, 0.8)).toBeGreaterThan(0.2)
      expect(shareOf(0.999, 1)).toBeGreaterThan(0.1)
      expect(shareOf(0, 0.2)).toBeGreaterThan(0.2)
      expect(shareOf(0.5, 0.5)).toBeLessThan(0.25)
    }
  })

  it('are requested for each pair once, and for no more than two of a record', () => {
    const pairs = { count: 6, a: Uint32Array.of(0, 0, 0, 0, 1, 2), b: Uint32Array.of(3, 4, 5, 6, 3, 4) }
    const probabilities = Float64Array.of(0.9, 0.8, 0.7, 0.6, 0.5, 1)
    const chosen = suggestPairs(pairs, probabilities, [{ a: 1, b: 3, isMatch: true }], 0, 50)
    expect(chosen.filter(({ a }) => a === 0)).toHaveLength(2)
    expect(chosen.map(({ a }) => a)).toContain(2)
    expect(chosen.map(({ a }) => a)).not.toContain(1)
    expect(chosen).toHaveLength(3)
  })

  it('also apply to pairs that were not candidates, even within one table', () => {
    const records = [
      { name: 'Ann Lee' },
      { name: 'Robert Fox' },
      { name: 'Ann Leigh' },
      { name: 'Mary Hall' },
    ]
    const { pairs } = matchRecords(records, undefined, { labels: [{ a: 3, b: 1, isMatch: true }] })
    expect(Array.from(pairs.a, (a, i) => [a, pairs.b[i]])).toContainEqual([1, 3])
  })

  it('with invalid positions, of a single record, or that contradict each other are rejected', () => {
    const records = [{ name: 'Ann Lee' }, { name: 'Robert Fox' }]
    const match = (labels: { a: number; b: number; isMatch: boolean }[], b?: typeof records) =>
      expect(() => matchRecords(records, b, { labels }))
    match([{ a: 0, b: 2, isMatch: true }]).toThrow('the position of a label')
    match([{ a: 1, b: 1, isMatch: true }]).toThrow('a label')
    match([
      { a: 0, b: 1, isMatch: true },
      { a: 1, b: 0, isMatch: false },
    ]).toThrow('both as a match and as no match')
    expect(() =>
      matchRecords(records, undefined, { labels: [{ a: 0, b: 1, isMatch: true }], score: 'points' }),
    ).toThrow('evidence')
  })
})

describe('a model', () => {
  it('applied to the same rows finds the same pairs, and to a few new ones those that they match', () => {
    const { firsts, seconds } = makePeople(400)
    const strip = (people: typeof firsts) => people.map(({ person: _, ...rest }) => rest)
    const [ours, theirs] = [strip(firsts), strip(seconds)]
    const learned = matchRecords(ours, theirs)
    const again = matchRecords(ours, theirs, {
      model: parseModel(JSON.parse(JSON.stringify(learned.model)), 'm'),
    })
    const listed = ({ pairs }: typeof learned) => Array.from(pairs.a, (a, i) => `${a} ${pairs.b[i]}`)
    const common = listed(again).filter((pair) => listed(learned).includes(pair)).length
    expect(common).toBeGreaterThan(0.97 * Math.max(again.pairs.count, learned.pairs.count))
    const few = theirs.slice(0, 3)
    const { pairs } = matchRecords(ours, few, { model: learned.model })
    expect(Array.from(pairs.b, (b, i) => [seconds[b]!.person, firsts[pairs.a[i]!]!.person])).toEqual(
      expect.arrayContaining(seconds.slice(0, 3).map(({ person }) => [person, person])),
    )
  })

  it('requires its fields, and no others', () => {
    const { model } = matchRecords([{ name: 'Ann Lee' }, { name: 'Ann Leigh' }])
    expect(() => matchRecords([{ title: 'x' }], undefined, { model })).toThrow('one of the columns: title')
    expect(() => matchRecords([{ name: 'x' }], undefined, { model, fields: ['name'] })).toThrow('model')
  })

  it('that is damaged, or of another version, is refused', () => {
    const { model } = matchRecords([{ name: 'Ann Lee' }, { name: 'Ann Leigh' }])
    for (const [changed, problem] of [
      [null, 'not an object'],
      [{ ...model, format: 'x' }, 'not a match model'],
      [{ ...model, version: 2 }, 'version 2'],
      [{ ...model, fields: [{ name: 'x' }] }, 'fields are damaged'],
      [{ ...model, bits: [[1]] }, 'numbers are damaged'],
      [{ ...model, matched: Number.NaN }, 'numbers are damaged'],
    ] as const) {
      expect(() => parseModel(changed, 'm.json')).toThrow(problem)
    }
  })
})
