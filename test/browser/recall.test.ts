/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../src/hash/random.js'
import { percent } from '../../src/model/quantities.js'
import { Workspace } from '../cli/likewise.js'
import { titled } from '../outside.js'
import { part } from './chromium.js'
import { viewOf } from './report-of.js'
import { show, Visitor } from './visitor.js'

/** Pairs of texts in which some words differ. */
const random = new Random(1)
const DOCUMENTS = Array.from({ length: 300 }, (_, pair) => {
  const words = Array.from({ length: 60 }, (_, i) => `w${pair}x${i}`)
  const changed = 5 + Math.floor(random.unit() * 5)
  const other = words.map((word, i) => (i % 6 === 3 && i < 6 * changed ? `${word}changed` : word))
  return [words, other].map((list, i) => ({ id: `${pair}-${i}`, text: list.join(' ') }))
}).flat()

interface FoundRecall {
  readonly requested: number
  readonly guaranteed: number
  readonly estimated: number
  readonly measured?: number
  readonly low?: number
  readonly high?: number
}

describe.skipIf(part.path === undefined)(titled('the recall in Chromium', part), () => {
  const workspace = new Workspace()
  let visitor: Visitor

  beforeAll(async () => {
    workspace.write('input.jsonl', DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
    visitor = await Visitor.start()
  })

  afterAll(() => visitor?.close())

  /** The recall that a run prints, and what the overview says about it. */
  async function recallOf(args: readonly string[]): Promise<[FoundRecall, string]> {
    const { code, stdout, stderr } = await workspace.run([
      ...['find', 'input.jsonl', '--threshold', '0.5', '--shingle', 'words:2', ...args],
      ...['--report', 'r.html', '--force', '--json', '--quiet'],
    ])
    expect([code, stderr]).toEqual([0, ''])
    const page = await visitor.newPage()
    await show(page, viewOf(workspace, ''))
    const text = (await page.locator('p.recall').innerText()).replace(/\s+/g, ' ')
    await page.close()
    return [JSON.parse(stdout).recall, text]
  }

  const ofBands = ({ requested, guaranteed, estimated }: FoundRecall) =>
    `A pair at similarity 0.5 is found with a probability of at least ${percent(guaranteed)} (requested ${percent(requested)}); about ${percent(estimated)} of all pairs were found (estimated).`

  it('is guaranteed, estimated and measured with an audit', async () => {
    const [recall, text] = await recallOf(['--method', 'bands', '--recall', '0.7', '--audit', '400'])
    const { measured, low, high } = recall
    // Some pairs are missed, or there would be nothing to measure.
    expect(measured).toBeLessThan(1)
    expect(low).toBeLessThan(measured!)
    expect(text).toBe(
      `${ofBands(recall)} Measured recall: ${percent(measured!)} (95 % CI ${percent(low!)}–${percent(high!)}).`,
    )
  })

  it('is guaranteed and estimated without an audit, and the page says how to measure it', async () => {
    const [recall, text] = await recallOf(['--method', 'bands', '--recall', '0.7'])
    expect(recall.measured).toBeUndefined()
    expect(text).toBe(`${ofBands(recall)} The recall was not measured; --audit measures it.`)
  })

  it('is complete after an exact search', async () => {
    const [, text] = await recallOf(['--method', 'exact'])
    expect(text).toBe('The search was exact: it found every pair at similarity 0.5 or above.')
  })

  it('reports no error', () => {
    expect(visitor.problems).toEqual([])
  })
})
