import { expect, it } from 'vitest'
import { checkMemory } from '../../../../src/engine/browser/check-memory.js'
import { makePlan } from '../../../../src/engine/make-plan.js'

const bands = makePlan({ method: 'bands' })
const exact = makePlan({ method: 'exact' })

it('rejects what cannot fit into memory, and says what to do', () => {
  const large = { documents: 40e6, inputBytes: 60e9, workers: 8 }
  for (const plan of [bands, exact]) {
    expect(() => checkMemory({ ...large, plan }, 8)).toThrow(
      /^megabytes of memory for about 40,000,000 documents in this browser: \d+ exceeds the limit of 6442; use the command line/,
    )
  }
})

it('lets everything else be tried', () => {
  const usual = { documents: 100_000, inputBytes: 150e6, workers: 8 }
  for (const plan of [bands, exact]) {
    checkMemory({ ...usual, plan }, 2)
    // Not every browser says what memory there is.
    checkMemory({ documents: 1e9, inputBytes: 1e12, workers: 8, plan }, undefined)
  }
})
