import { describe, expect, it } from 'vitest'
import { GarbageCollector } from '../../../../src/engine/node/node-collect-garbage.js'

const garbage = new GarbageCollector()
const MB = 2 ** 20
const heldBytes = () => process.memoryUsage().external

function makeGarbage(): void {
  for (let i = 0; i < 16; i++) new Uint8Array(4 * MB).fill(1)
}

describe('garbage', () => {
  it('that was collected is free at once, also large arrays', () => {
    garbage.collect(0)
    const before = heldBytes()
    makeGarbage()
    garbage.collect(0)
    expect(heldBytes() - before).toBeLessThan(4 * MB)
  })

  it('is left alone up to the limit', () => {
    garbage.collect(0)
    const before = heldBytes()
    const kept = new Uint8Array(4 * MB).fill(1)
    garbage.collect(1024 * MB)
    expect(heldBytes() - before).toBeGreaterThanOrEqual(kept.length)
  })
})
