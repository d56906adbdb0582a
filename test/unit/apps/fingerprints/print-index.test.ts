import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { matchPrints } from '../../../../src/apps/fingerprints/match.js'
import { fingerIn, type Print, parseXyt } from '../../../../src/apps/fingerprints/print.js'
import { PrintIndex } from '../../../../src/apps/fingerprints/print-index.js'
import { pairsAtLeast, scorePrints, splitScores } from '../../../../src/apps/fingerprints/same-fingers.js'
import { errorRates } from '../../../../src/audit/error-rates.js'
import { movePoint } from '../../../../src/distance/oriented-points.js'
import { InvalidValue } from '../../../../src/model/errors.js'

const FOLDER = new URL('../../../../examples/data/fingerprints/', import.meta.url)
const prints: readonly Print[] = readdirSync(FOLDER)
  .sort()
  .map((name) => {
    const id = name.replace('.xyt', '')
    return {
      id,
      finger: fingerIn(id)!,
      minutiae: parseXyt(readFileSync(new URL(name, FOLDER), 'utf8'), name),
    }
  })
const named = (id: string) => prints.find((print) => print.id === id)!

describe('two prints', () => {
  it('that are equal have a score of 1, whatever their position and size', () => {
    const print = named('101_1')
    expect(matchPrints(print, print).score).toBeCloseTo(1, 9)
    const moved = {
      ...print,
      resolution: 1000,
      minutiae: print.minutiae.map((minutia) => {
        const { x, y, angle } = movePoint(minutia, { rotation: 140, dx: 5, dy: 90 })
        return { x: 2 * x, y: 2 * y, angle }
      }),
    }
    expect(matchPrints(print, moved)).toMatchObject({
      matched: print.minutiae.length,
      score: expect.closeTo(1, 2),
    })
  })

  it('of one finger have a higher score than two of different ones', () => {
    expect(matchPrints(named('101_1'), named('101_2')).score).toBeGreaterThan(0.2)
    expect(matchPrints(named('101_1'), named('102_1')).score).toBeLessThan(0.15)
  })

  it('have the same score in either order', () => {
    const [a, b] = [named('103_1'), named('103_3')]
    expect(matchPrints(a, b).score).toBeCloseTo(matchPrints(b, a).score, 2)
  })

  it('of one minutia each prove nothing', () => {
    const lone = { id: 'a', minutiae: [{ x: 1, y: 2, angle: 3 }] }
    expect(matchPrints(lone, lone).score).toBe(0)
  })
})

describe('many–one', () => {
  it('finds another print of the finger first, for every finger', () => {
    const index = new PrintIndex({ minCandidates: 3 })
    const stored = prints.filter(({ id }) => id.endsWith('_1'))
    for (const print of stored) index.add(print)
    expect(index.size).toBe(12)
    for (const probe of prints.filter(({ id }) => id.endsWith('_2'))) {
      const found = index.identify(probe)
      expect(found).toHaveLength(3)
      expect(stored[found[0]!.number]!.finger).toBe(probe.finger)
    }
  })

  it('refuses a print without minutiae', () => {
    expect(() => new PrintIndex().add({ id: 'nothing', minutiae: [] })).toThrow(InvalidValue)
  })
})

describe('many–many', () => {
  const all = scorePrints(prints, { candidates: 1 })

  it('compares every pair if all are candidates, and distinguishes fingers without an error', () => {
    expect([all.compared.count, all.pairs]).toEqual([630, 630])
    const { genuine, impostor } = splitScores(prints, all)
    expect([genuine.length, impostor.length]).toEqual([36, 594])
    expect(errorRates(genuine, impostor).equalErrorRate).toBe(0)
  })

  it('with a tenth as candidates compares few pairs and loses none of the same finger', () => {
    const some = scorePrints(prints, { minCandidates: 1 })
    expect(some.compared.count).toBeLessThan(150)
    const { genuine, impostor } = splitScores(prints, some)
    expect([genuine.length, impostor.length]).toEqual([36, 594])
    expect(genuine.filter((score) => score === 0)).toEqual([])
    // What was compared has the score that it has when all are.
    expect(new Set(genuine)).toEqual(new Set(splitScores(prints, all).genuine))
  })

  it('returns the pairs with a minimum score', () => {
    const pairs = pairsAtLeast(all, 0.17)
    expect(pairs.count).toBe(36)
    for (let i = 0; i < pairs.count; i++)
      expect(prints[pairs.a[i]!]!.finger).toBe(prints[pairs.b[i]!]!.finger)
  })
})
