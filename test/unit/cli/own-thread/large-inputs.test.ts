// Commands that search get a thread of their own only for large inputs.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { areLarge } from '../../../../src/cli/own-thread/large-inputs.js'

const folder = mkdtempSync(join(tmpdir(), 'likewise-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, bytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, 'x'.repeat(bytes))
  return path
}

describe('the size of inputs', () => {
  it('is that of all files together', () => {
    const [a, b] = [file('a.jsonl', 600), file('b.jsonl', 500)]
    expect([[a], [b], [a, b]].map((inputs) => areLarge(inputs, 1000))).toEqual([false, false, true])
  })

  it('counts compressed files as more', () => {
    expect(areLarge([file('c.jsonl.gz', 300)], 1000)).toBe(true)
    expect(areLarge([file('d.parquet', 300)], 1000)).toBe(true)
  })

  it('is that of the files in a folder, without links', () => {
    const inner = join(folder, 'texts', 'inner')
    mkdirSync(inner, { recursive: true })
    file('texts/one.txt', 600)
    symlinkSync('..', join(inner, 'back'))
    expect(areLarge([join(folder, 'texts')], 1000)).toBe(false)
    file('texts/inner/two.txt', 500)
    expect(areLarge([join(folder, 'texts')], 1000)).toBe(true)
  })

  it('is large where it is not known', () => {
    expect(areLarge([join(folder, '*.csv')], 1000)).toBe(true)
  })
})
