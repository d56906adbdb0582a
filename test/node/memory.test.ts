// A memory budget of a program, whose source is larger than the budget. What is built runs in a process of its own.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const BUDGET = 256e6
const PROGRAM = fileURLToPath(new URL('search-stream.js', import.meta.url))

it.runIf(process.platform === 'linux')('a stream that is larger than the budget stays within it', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [PROGRAM, String(BUDGET)], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const { streamed, documents, pairs, expected, peak } = JSON.parse(stdout) as Record<string, number>
  expect(streamed).toBeGreaterThan(1.5 * BUDGET)
  expect(expected).toBe(pairs)
  // The recall that is guaranteed, less what chance may take of so many pairs.
  expect(expected).toBeGreaterThan(0.94 * Math.floor(documents! / 10))
  // Libraries of the system, which differ, are counted too.
  expect(peak).toBeLessThan(1.1 * BUDGET)
})
