// Worker threads run what is built, so this test does, too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { find, type SearchOptions } from '../../dist/public/node.js'

const folder = mkdtempSync(join(tmpdir(), 'against-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COMMON = { threshold: 0.6, shingle: { k: 1 }, workers: 1, seed: 3 } as const
const RUNS: Record<string, SearchOptions> = {
  bands: { ...COMMON, method: 'bands', recall: 0.9, slots: 200 },
  exact: { ...COMMON, method: 'exact' },
}
const pathOf = (run: string) => join(folder, run)

beforeAll(async () => {
  const known = join(folder, 'known.jsonl')
  writeFileSync(known, ['a b c d', 'x y z'].map((text, id) => `${JSON.stringify({ id, text })}\n`).join(''))
  for (const [name, options] of Object.entries(RUNS)) {
    await using _ = await find(known, { ...options, runDir: pathOf(name) })
  }
})

function search(run: string, options: SearchOptions) {
  return find([{ id: 'new', text: 'a b c d' }], { ...options, against: pathOf(run), workers: 1 })
}

describe.each(Object.entries(RUNS))('a search against a finished run by %s', (run, options) => {
  it('accepts the options of the run, and the values that follow from them', async () => {
    for (const given of [{}, options, { seed: 3, slots: 256 }]) {
      await using found = await search(run, given)
      expect(found.summary).toMatchObject({ pairs: 1, plan: { threshold: 0.6 } })
    }
  })

  it('rejects another seed, and names the value of the run', async () => {
    const refused = search(run, { seed: 4 })
    await expect(refused).rejects.toMatchObject({ code: 'invalid-option', option: 'seed', value: 4 })
    await expect(refused).rejects.toThrow(`${pathOf(run)} used: 3 (to use another, compare with its input`)
  })

  it('rejects a plan together with options that it sets', async () => {
    await using found = await search(run, {})
    const refused = search(run, { plan: found.summary.plan, threshold: 0.6 })
    await expect(refused).rejects.toMatchObject({ option: 'threshold' })
  })
})

describe('a search against a finished run', () => {
  it('rejects another sketch, and fewer slots than the run used', async () => {
    for (const [name, value] of [
      ['sketch', 'minhash'],
      ['slots', 4],
    ] as const) {
      await expect(search('bands', { [name]: value })).rejects.toMatchObject({ option: name, value })
    }
  })

  it('ignores both if the run was exact, as every exact search does', async () => {
    await using found = await search('exact', { sketch: 'minhash', slots: 64 })
    expect(found.summary.pairs).toBe(1)
  })
})
