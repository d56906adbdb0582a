import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeInputs } from '../../../../../src/engine/node/node-input-bytes.js'
import { cutUnits } from '../../../../../src/engine/stages/read/units.js'

const folder = mkdtempSync(join(tmpdir(), 'units-'))

function unitsOf(...lines: readonly (readonly [line: string, count: number])[]) {
  const path = join(folder, 'lines.jsonl')
  const text = lines.map(([line, count]) => `${line}\n`.repeat(count)).join('')
  writeFileSync(path, text)
  const files = [{ name: 'lines.jsonl', path, bytes: text.length }]
  const units = cutUnits(nodeInputs, { files })
  expect([units[0]!.from, units.at(-1)!.to]).toEqual([0, text.length])
  units.forEach((unit, i) => {
    expect(unit.from).toBe(units[i - 1]?.to ?? 0)
  })
  return { units, expected: units.reduce((sum, { expectedLines }) => sum + expectedLines, 0) }
}

describe('cutUnits', () => {
  it('divides long lines only by bytes', () => {
    const { units, expected } = unitsOf(['x'.repeat(1999), 10_000])
    const full = 2 ** 21
    expect(units.map(({ from, to }) => to - from)).toEqual([...Array(9).fill(full), 20e6 - 9 * full])
    expect(expected).toBeGreaterThan(9000)
    expect(expected).toBeLessThan(11_000)
  })

  it('divides a larger file into larger units, up to a limit', () => {
    const bytesOf = (bytes: number) => {
      const path = join(folder, 'sparse.jsonl')
      writeFileSync(path, '')
      truncateSync(path, bytes)
      const units = cutUnits(nodeInputs, { files: [{ name: 'sparse.jsonl', path, bytes }] })
      return units[0]!.to
    }
    expect([2e6, 2e8, 6e8].map(bytesOf)).toEqual([2e6, 2e8 / 64, 2 ** 23])
  })

  it('makes units of short lines smaller, and expects about as many lines as there are', () => {
    const { units, expected } = unitsOf(['{"text":""}', 1_000_000])
    for (const { from, to, expectedLines } of units) {
      expect((to - from) / 12).toBeLessThan(70_000)
      expect(expectedLines).toBeLessThan(70_000)
    }
    expect(Math.abs(expected / 1_000_000 - 1)).toBeLessThan(0.05)
  })

  it('takes the shortest lines of a file into account', () => {
    const { units } = unitsOf(['x'.repeat(999), 12_000], ['{}', 300_000])
    for (const { from, to } of units) expect((to - from) / 3).toBeLessThan(180_000)
  })
})
