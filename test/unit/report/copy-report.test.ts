import { describe, expect, it } from 'vitest'
import { copyAuthors, copyGroups } from '../../../src/apps/plagiarism/copy-groups.js'
import type { Copy, CopyReport } from '../../../src/apps/plagiarism/find-copies.js'
import { connectedComponents } from '../../../src/cluster/components.js'
import { PairBuilder } from '../../../src/model/pair.js'
import { type CopyReportLimits, copyReport } from '../../../src/report/copy-report.js'
import { selectCopies } from '../../../src/report/select-copies.js'
import fc from '../../property.js'

function copyOf(a: number, b: number, score: number, passages = 1): Copy {
  const found = Array.from({ length: passages }, (_, i) => {
    const span: [number, number] = [20 * i, 20 * i + 10]
    return { a: span, b: span, matched: 5 }
  })
  const share = { content: score, runs: score, jaccard: score, shared: 9, containment: { aInB: 1, bInA: 1 } }
  const length = { copied: { a: 1, b: 1 }, longest: 5, verbatim: 5 }
  return {
    a: `d${a}`,
    b: `d${b}`,
    isCode: false,
    score,
    limit: 0.1,
    ...share,
    ...length,
    passages: found,
  } as Copy
}

function reportOf(copies: readonly Copy[]): CopyReport {
  return {
    documents: 100,
    empty: 0,
    code: 0,
    candidates: copies.length,
    threshold: { prose: 0.1, code: 0.85 },
    minLimit: { prose: 0.1, code: 0.85 },
    passage: { prose: 40, code: 80 },
    expectedByChance: 0,
    histogram: { prose: undefined, code: undefined },
    copies,
    groups: copyGroups(copies),
    authors: copyAuthors(copies, () => undefined),
  }
}

const LIMITS: CopyReportLimits = {
  pairs: 100,
  text: 10_000,
  oneText: 1000,
  details: 100,
  passages: 100,
  authors: 100,
}
const dataOf = (copies: readonly Copy[], limits: Partial<CopyReportLimits> = {}, length = 100) =>
  copyReport(reportOf(copies), () => 'x'.repeat(length), 'essays', { ...LIMITS, ...limits })

/** Ten pairs of twenty documents, by decreasing score. */
const TEN = Array.from({ length: 10 }, (_, i) => copyOf(2 * i, 2 * i + 1, 1 - i / 20, 3))

describe('the report of copies', () => {
  it('contains everything that fits, and leaves nothing out', () => {
    const { documents, pairs, pairDetails, tables, texts, leftOut } = dataOf(TEN)
    expect([documents.ids.length, pairs.a.length, pairDetails!.length, texts.length]).toEqual([
      20, 10, 10, 20,
    ])
    expect(tables![0]!.rows).toHaveLength(20)
    expect(tables![0]).not.toHaveProperty('leftOut')
    expect(leftOut).toEqual({ pairs: 0, clustersAreComplete: true, texts: 0, details: 0, ids: 0 })
  })

  it('lists no document that is in none of its pairs', () => {
    const { documents, pairs, leftOut } = dataOf(TEN, { pairs: 3 })
    expect(documents.ids).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'd5'])
    expect([...pairs.a, ...pairs.b]).toEqual([0, 2, 4, 1, 3, 5])
    expect(leftOut).toMatchObject({ pairs: 7, clustersAreComplete: false })
  })

  it('has a limited number of figures, passages and rows, of the pairs with the highest scores', () => {
    const { pairDetails, tables, leftOut } = dataOf(TEN, { details: 4, passages: 8, authors: 5 })
    expect(pairDetails!.map(({ pair }) => pair)).toEqual([0, 1, 2, 3])
    // Three passages each: those of the third pair do not fit any more.
    expect(pairDetails!.map(({ passages }) => passages?.length)).toEqual([3, 3, undefined, undefined])
    expect(leftOut.details).toBe(6)
    expect(tables![0]!.rows.map(([document]) => document)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4'])
    expect(tables![0]!.leftOut).toBe(15)
  })

  it('has figures and passages only for texts that it contains, and only where they are not cut off', () => {
    const { texts, pairDetails, leftOut } = dataOf(TEN, { text: 200, oneText: 25 }, 30)
    expect(texts.map(({ document, text, cut }) => [document, text.length, cut])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((document) => [document, 25, 5]),
    )
    expect(pairDetails!.map(({ pair, passages }) => [pair, passages!.length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
    ])
    expect(leftOut).toMatchObject({ texts: 12, details: 6 })
  })
})

const DOCUMENTS = 10
const COPIES = fc
  .uniqueArray(fc.tuple(fc.nat(DOCUMENTS - 1), fc.nat(DOCUMENTS - 1), fc.integer({ min: 1, max: 8 })), {
    selector: ([a, b]) => a * DOCUMENTS + b,
    maxLength: 50,
  })
  .map((list) =>
    list
      .filter(([a, b]) => a < b)
      .map(([a, b, eighth]) => copyOf(a, b, eighth / 8))
      .sort((x, y) => y.score - x.score),
  )

function groupsAt(copies: readonly Copy[], score: number) {
  const pairs = new PairBuilder()
  const number = (id: Copy['a']) => Number(String(id).slice(1))
  for (const copy of copies) if (copy.score >= score) pairs.add(number(copy.a), number(copy.b), copy.score)
  return connectedComponents(DOCUMENTS, pairs.pairs())
}

describe('the copies of a report', () => {
  it('form the same groups at every score as all copies do, if as many fit as there are documents', () => {
    fc.assert(
      fc.property(COPIES, (all) => {
        const { copies, isComplete } = selectCopies(all, DOCUMENTS)
        expect(isComplete).toBe(true)
        expect(copies).toHaveLength(Math.min(all.length, DOCUMENTS))
        for (const score of [1 / 8, 0.5, 1]) expect(groupsAt(copies, score)).toEqual(groupsAt(all, score))
      }),
    )
  })

  it('are those that connect groups, then those with the highest scores, in order', () => {
    const all = [copyOf(0, 1, 1), copyOf(1, 2, 0.9), copyOf(0, 2, 0.8), copyOf(3, 4, 0.7), copyOf(3, 5, 0.6)]
    const selected = (limit: number) => selectCopies(all, limit).copies.map(({ score }) => score)
    expect(selected(4)).toEqual([1, 0.9, 0.7, 0.6])
    expect(selected(5)).toEqual([1, 0.9, 0.8, 0.7, 0.6])
    expect(selected(3)).toEqual([1, 0.9, 0.7])
    const more = [...all, copyOf(4, 5, 0.5)]
    expect(selectCopies(more, 5).copies.map(({ score }) => score)).toEqual([1, 0.9, 0.8, 0.7, 0.6])
  })
})
