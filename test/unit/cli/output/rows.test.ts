import { expect, it } from 'vitest'
import { row } from '../../../../src/cli/output/rows.js'

it('a blank follows every name, also one as long as its column', () => {
  expect(row('read', '3 documents')).toBe('  read        3 documents\n')
  expect(row('contaminated', '1 document')).toBe('  contaminated 1 document\n')
})
