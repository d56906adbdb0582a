import { expect, it } from 'vitest'
import { skippedLine, UnitRecords } from '../../../../../src/engine/stages/read/unit-records.js'
import { loadKernel } from '../../../../../src/kernel/load-kernel.js'

const read = (lines: readonly string[]) =>
  loadKernel({ textFields: ['text'], idField: 'id', isIdOptional: true }).readJsonLines(
    new TextEncoder().encode(lines.join('\n')),
    true,
  )

it('collects batches and skipped lines one after the other, and forgets the last unit', () => {
  const first = read(['{"id": 1, "text": "a b c d e f"}', '{"text": "a b c d e f"}'])
  const second = read(['{"id": 1, "text": ""}', 'not JSON'])
  const records = new UnitRecords()
  for (let unit = 0; unit < 2; unit++) {
    records.reset()
    records.add(first, 0)
    records.add(skippedLine(5000, 'too long', 0), 100)
    records.add(second, 6000)
    expect([...records.locations]).toEqual([0, 32, 33, 23, 100, 5000, 6000, 21, 6022, 8])
    expect([...records.sizes]).toEqual([2, 2, 0, 0, 0])
    expect(records.metadata()).toMatchObject({ count: 5, empty: 3, shingles: 4, longest: 5000 })
    expect(records.metadata().bad.map(({ record }) => record)).toEqual([2, 4])
    expect(records.countWithoutId()).toBe(1)
    expect(records.contents.subarray(0, 4)).toEqual(records.contents.subarray(4, 8))
    expect(records.idHashes.subarray(0, 2)).toEqual(records.idHashes.subarray(6, 8))
    expect(records.texts).toHaveLength(10)
  }
})
