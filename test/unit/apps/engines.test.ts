// The engine or the store of a recipe is a parameter: any that keeps the contract gives the same, and what comes from it
// alone is gone with it.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { matchRecords } from '../../../src/apps/entities/match-records.js'
import { parseXyt } from '../../../src/apps/fingerprints/print.js'
import { PrintIndex, type PrintIndexOptions } from '../../../src/apps/fingerprints/print-index.js'
import { scorePrints } from '../../../src/apps/fingerprints/same-fingers.js'
import { findCopies } from '../../../src/apps/plagiarism/find-copies.js'
import { groupItems } from '../../../src/apps/recommend/item-groups.js'
import { makePreferences } from '../../../src/apps/recommend/preferences.js'
import { Recommender } from '../../../src/apps/recommend/recommender.js'
import { FunctionIndex, type FunctionLayout, type FunctionStore } from '../../../src/band/function-index.js'
import { Random } from '../../../src/hash/random.js'
import { joinByCounting } from '../../../src/join/counting.js'
import { joinSets } from '../../../src/join/fast/join-sets.js'
import { type MakeNeighborStore, NearestIndex } from '../../../src/join/nearest.js'
import type { SetJoin } from '../../../src/join/set-join.js'
import { joinInKernel } from '../../../src/kernel/join-in-kernel.js'
import { InvalidOption } from '../../../src/model/errors.js'
import { everyPairJoin, noJoin } from '../../conformance/every-pair-join.js'
import { ferry, observatory } from '../../examples/news-pages.js'
import { makePeople } from './entities/people.js'

const ENGINES: readonly (readonly [string, SetJoin])[] = [
  ['joinSets', joinSets],
  ['joinInKernel', joinInKernel],
  ['joinByCounting', joinByCounting],
  ['every pair', everyPairJoin],
]

/** Counts its calls, so that a recipe that goes round its engine is found out. */
function counted(join: SetJoin): { readonly join: SetJoin; calls: number } {
  const counter = {
    calls: 0,
    join: ((sets, options) => {
      counter.calls++
      return join(sets, options)
    }) satisfies SetJoin,
  }
  return counter
}

describe('copies', () => {
  const words = ferry.split(/\s+/)
  const program = 'for (int i = 0; i < n; i++) { if (list[i] > most) most = list[i]; } return most + offset;'
  const documents = [
    { id: 'whole', text: ferry },
    { id: 'part', text: `${observatory.slice(0, 300)} ${words.slice(10, 90).join(' ')}` },
    { id: 'other', text: observatory },
    { id: 'three words', text: words.slice(1, 4).join(' ') },
    { id: 'four words', text: words.slice(1, 5).join(' ') },
    { id: 'three others', text: 'nobody says this' },
    { id: 'nothing', text: '' },
    { id: 'a.java', text: program },
    { id: 'b.java', text: program.replaceAll('most', 'largest') },
  ]
  const usual = findCopies(documents)

  it.each(ENGINES)('are the same by %s', (_, engine) => {
    const counter = counted(engine)
    expect(findCopies(documents, { join: counter.join })).toEqual(usual)
    expect(counter.calls).toBeGreaterThan(0)
    expect(usual.copies.map(({ a, b }) => `${a}, ${b}`)).toEqual(
      expect.arrayContaining([
        'whole, part',
        'whole, three words',
        'three words, four words',
        'a.java, b.java',
      ]),
    )
  })

  it('are empty if the engine returns no pairs', () => {
    expect(findCopies(documents, { join: noJoin })).toEqual({
      ...usual,
      candidates: 0,
      copies: [],
      groups: [],
      authors: [],
    })
  })

  it('reject an engine that is not a function', () => {
    expect(() => findCopies(documents, { join: 'fast' as never })).toThrow(InvalidOption)
  })
})

describe('matches of records', () => {
  const { firsts, seconds } = makePeople(60)
  const records = [...firsts, ...seconds]
  const reportOf = (join?: SetJoin) =>
    JSON.stringify(matchRecords(records, undefined, { ignore: ['person'], ...(join && { join }) }))

  it.each(ENGINES)('are the same by %s', (_, engine) => {
    const counter = counted(engine)
    expect(reportOf(counter.join)).toBe(reportOf())
    expect(counter.calls).toBeGreaterThan(0)
  })

  it('are only those with identical values and words if the engine returns no pairs', () => {
    const streets = [
      { name: 'Featherstone', town: 'Springfield' },
      { name: 'Fetherstone', town: 'Winterfell' },
      { name: 'Miller', town: 'Oakham' },
      { name: 'Schuster', town: 'Oakham' },
      { name: 'Quimby', town: 'Elsewhere' },
    ]
    const candidates = (options: { join?: SetJoin }) => matchRecords(streets, undefined, options).candidates
    // Featherstone and Fetherstone are similar, Oakham is identical.
    expect([candidates({}), candidates({ join: noJoin })]).toEqual([2, 1])
  })

  it('reject an engine that is not a function', () => {
    expect(() => matchRecords(records, undefined, { join: 1 as never })).toThrow(InvalidOption)
  })
})

describe('preferences', () => {
  const random = new Random(5)
  const events = Array.from({ length: 600 }, (_, time) => {
    const customer = random.below(40)
    const item = 10 * (customer % 4) + random.below(random.below(5) === 0 ? 40 : 10)
    return { customer: `c${customer}`, item: `i${item}`, rating: 1 + random.below(5), time }
  })
  const preferences = makePreferences(events, { as: 'liked-and-disliked' })
  const groups = { threshold: 0.15, minCustomers: 2 }

  it.each(ENGINES)('are grouped the same by %s', (_, engine) => {
    const counter = counted(engine)
    const usual = groupItems(preferences, groups)
    expect(usual.length).toBeGreaterThan(2)
    expect(groupItems(preferences, { ...groups, join: counter.join })).toEqual(usual)
    expect(counter.calls).toBe(1)
  })

  it('have no groups if the engine returns no pairs, and customers are then compared by items', () => {
    expect(groupItems(preferences, { ...groups, join: noJoin })).toEqual([])
    expect(() => groupItems(preferences, { join: {} as never })).toThrow(InvalidOption)
    const similar = (join?: SetJoin) =>
      new Recommender(preferences, {
        by: 'groups',
        groups: { ...groups, ...(join && { join }) },
      }).similarCustomers('c3')
    expect(similar(noJoin)).not.toEqual(similar())
    expect(similar(joinInKernel)).toEqual(similar())
  })

  const answers = (by: 'items' | 'customers' | 'groups', store?: MakeNeighborStore) => {
    const recommender = new Recommender(preferences, { by, groups, ...(store && { store }) })
    return preferences.customers.map((customer) => ({
      recommended: recommender.recommend(customer, 5),
      similar: recommender.similarCustomers(customer, 5),
      items: recommender.similarItems(preferences.items[0]!, 5),
    }))
  }

  it.each(['items', 'customers', 'groups'] as const)('by %s are the same from any store', (by) => {
    const asked: string[] = []
    const watched: MakeNeighborStore = (bags, side) => {
      const index = new NearestIndex(bags, side)
      return {
        nearest(one, most) {
          asked.push(side)
          return index.nearest(one, most)
        },
      }
    }
    expect(answers(by, watched)).toEqual(answers(by))
    expect([...new Set(asked)].sort()).toEqual(['elements', 'sets'])
  })

  it('by customers are the most popular items if the store finds nobody', () => {
    const empty = { numbers: new Uint32Array(0), similarity: new Float64Array(0) }
    const found = answers('customers', () => ({ nearest: () => empty }))
    expect(found.flatMap(({ similar, items }) => [...similar, ...items])).toEqual([])
    expect(found.flatMap(({ recommended }) => recommended).every(({ score }) => score === 0)).toBe(true)
    expect(() => new Recommender(preferences, { store: 'memory' as never })).toThrow(InvalidOption)
  })
})

describe('prints', () => {
  const FOLDER = new URL('../../../examples/data/fingerprints/', import.meta.url)
  const prints = readdirSync(FOLDER)
    .sort()
    .slice(0, 12)
    .map((name) => ({ id: name, minutiae: parseXyt(readFileSync(new URL(name, FOLDER), 'utf8'), name) }))

  /** Looks at every member. */
  class PlainStore implements FunctionStore {
    readonly #layout: FunctionLayout
    readonly #members: ReadonlySet<number>[] = []

    constructor(layout: FunctionLayout) {
      this.#layout = layout
    }

    get count(): number {
      return this.#members.length
    }

    add(yes: readonly number[]): number {
      return this.#members.push(new Set(yes)) - 1
    }

    candidates(yes: readonly number[]): Uint32Array {
      const groupOf = (f: number) => Math.floor(f / this.#layout.functions)
      return Uint32Array.from(this.#members.keys()).filter((member) => {
        const shared = yes.filter((f) => this.#members[member]!.has(f))
        return new Set(shared.map(groupOf)).size === this.#layout.groups
      })
    }
  }

  it.each([1, 2])('of a family of %i groups are the same from any store', (groups) => {
    const options: PrintIndexOptions = { minCandidates: 1, family: { functions: 1024, groups } }
    const store = (family: FunctionLayout) => new PlainStore(family)
    expect(scorePrints(prints, { ...options, store })).toEqual(scorePrints(prints, options))
    const [usual, other] = [{}, { store }].map(
      (more) => new PrintIndex({ ...options, ...more, candidates: 1 }),
    )
    for (const print of prints) for (const index of [usual!, other!]) index.add(print)
    const candidates = usual!.candidates(usual!.prepare(prints[0]!))
    expect(candidates.some(({ evidence }) => evidence > 0)).toBe(true)
    expect(other!.candidates(other!.prepare(prints[0]!))).toEqual(candidates)
  })

  it('have no evidence if the store finds nothing', () => {
    class Silent extends FunctionIndex {
      override candidates(): Uint32Array {
        return new Uint32Array(0)
      }
    }
    const index = new PrintIndex({ store: (family) => new Silent(family) })
    for (const print of prints) index.add(print)
    const found = index.candidates(index.prepare(prints[0]!))
    expect(found.map(({ evidence }) => evidence)).toEqual(prints.map(() => 0))
  })

  it('reject a store that is not empty, and a function that returns no store', () => {
    const full = new FunctionIndex({ functions: 8192, groups: 1 })
    full.add([1])
    expect(() => new PrintIndex({ store: () => full })).toThrow('an empty store')
    expect(() => new PrintIndex({ store: full as never })).toThrow(InvalidOption)
  })
})
