import { describe, expect, it } from 'vitest'
import { makePlan, readPlanRequest } from '../../../src/engine/make-plan.js'
import { choosePlan } from '../../../src/plan/choose-plan.js'
import { describePlan } from '../../../src/plan/describe-plan.js'
import { explainChoice, explainPlan } from '../../../src/plan/explained-plan.js'
import { makeStatistics, request } from './planned.js'

const statistics = makeStatistics()
const explained = explainChoice(choosePlan(request, statistics), statistics, { workers: 2 })

describe('describePlan', () => {
  it('says what was requested, seen, chosen among others, and predicted', () => {
    const text = describePlan(explained).join('\n')
    expect(text).toContain('pairs with similarity ≥ 0.8')
    expect(text).toContain('500 of about 50,000 documents')
    expect(text).toMatch(/0\.0 – 0\.1 {2}█+ 1\.\d+ billion/)
    expect(text).toMatch(/\d+ bands of \d+ rows, \d+ slots/)
    expect(text).toMatch(/▸ +\d+ × \d+ +9\d\.\d %/)
    expect(text).toMatch(/exact search +100 % +– /)
    expect(text).toMatch(/candidates +[\d,]+ +[\d,]+ to [\d,]+$/m)
    expect(text).not.toContain('actual')
  })

  it('shows actual values next to predicted ones, with the factor', () => {
    const { candidates } = explained.predicted!
    const lines = describePlan({ ...explained, actual: { candidates: 2 * candidates, seconds: 0 } })
    expect(lines.find((line) => / to \d/.test(line))).toMatch(/× 0\.50$/)
    expect(lines.some((line) => line.includes('predicted / actual'))).toBe(true)
  })

  it('says of a whole collection that it was seen, and how many documents are in oversized groups', () => {
    const sample = {
      ...statistics,
      sampled: statistics.documents,
      oversized: {
        threshold: 0.8,
        maxGroup: 2000,
        documents: 3000,
        pairs: 4_498_500,
        otherPairs: 0,
        groups: [],
      },
    }
    const text = describePlan({ ...explained, sample }).join('\n')
    expect(text).toContain('all 50,000 documents')
    expect(text).toContain(
      'about 3,000 documents in groups of more than 2,000, where not all of the 4.50 million pairs are listed',
    )
  })

  it('is short without a sample', () => {
    expect(describePlan(explainPlan(makePlan({ recall: 1 })))).toEqual([
      'requested  pairs with similarity ≥ 0.8, found with probability ≥ 1 at 0.8',
      'chosen     exact search',
    ])
    const exact = choosePlan(readPlanRequest({ recall: 1 }), statistics)
    expect(describePlan(explainChoice(exact, statistics, { workers: 1 })).join('\n')).toContain(
      'exact search',
    )
  })
})
