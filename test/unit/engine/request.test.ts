import { describe, expect, it } from 'vitest'
import { chooseBands } from '../../../src/band/choose-bands.js'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { makePlan } from '../../../src/engine/make-plan.js'
import { checkRequest, checkRequestOption, type FindOptions, IN_PLAN } from '../../../src/engine/request.js'
import { InvalidOption } from '../../../src/model/errors.js'
import type { Plan } from '../../../src/model/plan.js'

describe('the plan', () => {
  it('is by bands that reach 0.95 at 0.8 by default', () => {
    expect(makePlan({})).toEqual({
      threshold: 0.8,
      recall: 0.95,
      shingle: {
        ...{ kind: 'words', k: 5, bag: false, segment: 'bigrams' },
        ...{ nfkc: false, case: 'fold', punctuation: 'keep', whitespace: 'collapse' },
      },
      maxGroup: 2000,
      method: 'bands',
      bands: 13,
      rows: 7,
      scheme: { sketch: 'fast-similarity', slots: 140, seed: 1 },
    })
  })

  it('has the requested recall at the lowest similarity of kept pairs, not only at the threshold', () => {
    const plan = makePlan({ threshold: 0.8, keepPairsFrom: 0.5, recall: 0.95, method: 'bands' })
    expect(plan).toMatchObject({ threshold: 0.8, keepPairsFrom: 0.5 })
    expect(plan.method === 'bands' && candidateProbability(0.5, plan)).toBeGreaterThanOrEqual(0.95)
    expect(() => makePlan({ threshold: 0.8, keepPairsFrom: 0.9 })).toThrow('at most the threshold')
  })

  it('has the requested bands and rows if they reach the recall', () => {
    expect(makePlan({ bands: 20, rows: 5 })).toMatchObject({
      ...{ method: 'bands', bands: 20, rows: 5 },
      scheme: { slots: 100 },
    })
    expect(() => makePlan({ bands: 3, rows: 7 })).toThrow('at most 0.506, which 3 bands of 7 rows reach')
    expect(makePlan({ bands: 3, rows: 7, recall: 0.5 })).toMatchObject({ bands: 3, rows: 7, recall: 0.5 })
    expect(() => makePlan({ bands: 20 })).toThrow('bands requires `rows`')
    expect(() => makePlan({ rows: 5 })).toThrow('rows requires `bands`')
    expect(() => makePlan({ bands: 20, rows: 5, method: 'exact' })).toThrow(
      "bands conflicts with `method: 'exact'`",
    )
    expect(() => makePlan({ bands: 20, rows: 5, slots: 100 })).toThrow(
      'slots conflicts with `bands` and `rows`',
    )
    expect(() => makePlan({ bands: 60_000, rows: 5 })).toThrow('at most 13107 with 5 rows')
    expect(() => makePlan({ bands: 20, rows: 5, similarity: 'containment' })).toThrow('bands cannot find')
  })

  it('is exact at recall 1', () => {
    const plan = makePlan({ threshold: 0.5, recall: 1, shingle: { kind: 'chars', bag: true } })
    expect(plan).toMatchObject({ threshold: 0.5, recall: 1, method: 'exact' })
    expect(plan.shingle).toMatchObject({ kind: 'chars', k: 9, bag: true })
  })

  it('contains everything that is needed to make the same sets again', () => {
    const shingle = { nfkc: true, case: 'keep', punctuation: 'remove', segment: 'dictionary' } as const
    expect(makePlan({ shingle }).shingle).toMatchObject(shingle)
    expect(makePlan({ shingle }).shingle).not.toHaveProperty('stopWords')
    const own = { kind: 'stopwords', stopWords: ['Of', 'the'] } as const
    expect(makePlan({ shingle: own }).shingle.stopWords).toEqual(['of', 'the'])
  })

  it('uses the bands that chooseBands chooses for 0.95, and signatures that also suffice for 0.99', () => {
    const { bands, rows } = chooseBands({ threshold: 0.5, recall: 0.95 })
    const schemeOf = (slots: number) => ({ sketch: 'minhash', slots, seed: 7 })
    const planFor = (recall: number) => makePlan({ threshold: 0.5, recall, sketch: 'minhash', seed: 7 })
    const most = planFor(0.99) as Extract<Plan, { method: 'bands' }>
    expect(most).toMatchObject({ rows, scheme: schemeOf(most.bands * rows) })
    expect(planFor(0.95)).toMatchObject({ bands, rows, scheme: most.scheme })
    expect(planFor(0.8)).toMatchObject({ rows, scheme: most.scheme })
  })

  it('is plain JSON', () => {
    for (const plan of [makePlan({}), makePlan({ recall: 1 })]) {
      expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
    }
  })

  it('rejects options out of range, by their names', () => {
    for (const value of [0, 2, -0.5, Number.NaN, '0.8' as unknown as number]) {
      for (const option of ['threshold', 'recall'] as const) {
        expect(() => makePlan({ [option]: value })).toThrow(InvalidOption)
        expect(() => makePlan({ [option]: value })).toThrow(expect.objectContaining({ option, value }))
      }
    }
    for (const [option, value] of [
      ['seed', -1],
      ['slots', 0],
      ['sketch', 'simhash'],
      ['clusters', 'heaps'],
    ] as const) {
      // At recall 1 no signature is made, and yet a slip must not pass in silence.
      for (const recall of [0.9, 1]) {
        const options = { recall, [option]: value } as FindOptions
        expect(() => makePlan(options)).toThrow(expect.objectContaining({ code: 'invalid-option', option }))
      }
    }
    expect(() => makePlan({ shingle: { k: 0 } })).toThrow(InvalidOption)
    expect(() => makePlan({ shingle: { k: 0 }, recall: 1 })).toThrow(InvalidOption)
  })
})

describe('the options of a request', () => {
  it('are checked by their names and by those of the command line', () => {
    expect(() => checkRequestOption('workers', 0)).toThrow(
      'invalid workers: 0; expected a whole number from 1 to 1024',
    )
    expect(() => checkRequestOption('workers', 0, '--workers')).toThrow('invalid --workers: 0')
    expect(checkRequestOption('maxGroup', 'all')).toBe('all')
  })

  it('are rejected if they are unknown, or if they need another one', () => {
    expect(() => checkRequest({ audit: 3 }, ['threshold'])).toThrow('unknown option "audit"')
    expect(() => checkRequest({ resume: true }, ['resume', 'runDir'])).toThrow('runDir')
    expect(() => checkRequest({ resume: true, runDir: 'run' }, ['resume', 'runDir'])).not.toThrow()
  })

  it('that a plan determines cannot be combined with a plan', () => {
    expect(IN_PLAN).toContain('keepPairsFrom')
    expect(IN_PLAN).not.toContain('clusters')
    const plan = makePlan({})
    for (const name of IN_PLAN)
      expect(() => makePlan({ plan, [name]: 1 })).toThrow(`${name} conflicts with \`plan\`, which sets it`)
  })
})
