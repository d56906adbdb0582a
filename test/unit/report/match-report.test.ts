import { expect, it } from 'vitest'
import { matchRecords } from '../../../src/apps/entities/match-records.js'
import { matchReportData } from '../../../src/report/match-report.js'
import { makePeople } from '../apps/entities/people.js'

it('shows each expected value and interval that is known, even if the other value is withheld', () => {
  const { firsts, seconds } = makePeople(120)
  const result = matchRecords(firsts, seconds, { ignore: ['person'] })
  const tables = [firsts, seconds].map((records, i) => ({
    name: `${i}.csv`,
    records,
    idOf: (position: number) => position,
  }))
  const expectedOf = (changed: Partial<typeof result>) =>
    matchReportData({ ...result, ...changed }, tables, []).records!.expected
  const { expectedRecall: recall, precisionInterval, recallInterval } = result
  expect(recall).toBeGreaterThan(0.5)
  expect(expectedOf({ expectedPrecision: undefined })).toEqual({ recall, precisionInterval, recallInterval })
  expect(expectedOf({ precisionInterval: undefined, recallInterval: undefined })).toBeUndefined()
})
