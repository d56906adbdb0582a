import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { GarbageCollector } from '../../../../src/engine/node/node-collect-garbage.js'

const garbage = new GarbageCollector()
const MB = 2 ** 20
const heldBytes = () => process.memoryUsage().external

function makeGarbage(): void {
  for (let i = 0; i < 16; i++) new Uint8Array(4 * MB).fill(1)
}

/** Bytes that are left of garbage in a thread of its own, after the built collector has been there. */
function leftInWorker(): Promise<{ left: number; isExposed: boolean }> {
  const collector = new URL('../../../../dist/engine/node/node-collect-garbage.js', import.meta.url)
  const code = `
    import { parentPort } from 'node:worker_threads'
    import { runInNewContext } from 'node:vm'
    const { GarbageCollector } = await import(${JSON.stringify(collector.href)})
    const garbage = new GarbageCollector()
    await garbage.collect({ bytes: 0, nearBudget: 0 })
    const before = process.memoryUsage().external
    for (let i = 0; i < 16; i++) new Uint8Array(${4 * MB}).fill(1)
    await garbage.collect({ bytes: 0, nearBudget: 0 })
    const isExposed = runInNewContext('typeof gc') === 'function'
    parentPort.postMessage({ left: process.memoryUsage().external - before, isExposed })
  `
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Counts collections instead of making them. */
function countCollections() {
  const gc = vi.fn()
  vi.stubGlobal('gc', gc)
  return gc
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('garbage', () => {
  it('that could not be freed is not collected again by a loop that never waits', () => {
    const gc = countCollections()
    const collector = new GarbageCollector()
    for (let i = 0; i < 10; i++) collector.collect({ bytes: MB, nearBudget: 0 })
    expect(gc).toHaveBeenCalledTimes(1)
  })

  it('of the young generation is left to V8', async () => {
    await garbage.collect({ bytes: 0, nearBudget: 0 })
    const gc = countCollections()
    const collector = new GarbageCollector()
    collector.collect({ bytes: 0, nearBudget: 0 })
    const numbers: number[][] = []
    for (let i = 0; i < 50_000; i++) numbers[i % 100] = [i, i, i]
    collector.collect({ bytes: MB, nearBudget: 0 })
    expect(gc).toHaveBeenCalledTimes(1)
  })

  it('that was collected is freed immediately, even large arrays, without a flag of the process', async () => {
    await garbage.collect({ bytes: 0, nearBudget: 0 })
    const before = heldBytes()
    makeGarbage()
    await garbage.collect({ bytes: 0, nearBudget: 0 })
    expect(heldBytes() - before).toBeLessThan(4 * MB)
    const { left, isExposed } = await leftInWorker()
    expect(isExposed).toBe(false)
    expect(left).toBeLessThan(4 * MB)
  })

  it('is left alone up to the limit', async () => {
    await garbage.collect({ bytes: 0, nearBudget: 0 })
    const before = heldBytes()
    const kept = new Uint8Array(4 * MB).fill(1)
    await garbage.collect({ bytes: 1024 * MB, nearBudget: 0 })
    expect(heldBytes() - before).toBeGreaterThanOrEqual(kept.length)
  })

  it('is left alone up to several times the limit while the process is far from its budget', async () => {
    await garbage.collect({ bytes: 0, nearBudget: 0 })
    const before = heldBytes()
    makeGarbage()
    const made = heldBytes() - before
    await garbage.collect({ bytes: made / 2, nearBudget: 2 ** 50 })
    expect(heldBytes() - before).toBeGreaterThan(made / 2)
    await garbage.collect({ bytes: made / 2, nearBudget: 0 })
    expect(heldBytes() - before).toBeLessThan(made / 4)
  })
})
