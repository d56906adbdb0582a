import { describe, expect, it } from 'vitest'
import { CommonValues } from '../../../../src/engine/stages/threads/common-values.js'

/** Worker threads cannot be made of TypeScript, so the build is what runs. */
const dist = new URL('../../../../dist/engine/', import.meta.url)
const { TaskWorker } = (await import(
  new URL('node/node-task-worker.js', dist).href
)) as typeof import('../../../../src/engine/node/node-task-worker.js')

/** A worker that answers whatever it is asked with the limits of its heap. */
const REPORTS_LIMITS = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, resourceLimits } from 'node:worker_threads'
    parentPort.on('message', () => parentPort.postMessage({ result: resourceLimits }))
    parentPort.postMessage({})
  `)}`,
)

async function youngMegabytes(isLimited: boolean): Promise<number> {
  const worker = new TaskWorker(REPORTS_LIMITS, { isLimited, group: 'documents' })
  try {
    const limits = await worker.runTask(1, { kind: 'limits' }, new CommonValues([]), {
      bytes: 0,
      nearBudget: 0,
    })
    return (limits as { maxYoungGenerationSizeMb: number }).maxYoungGenerationSizeMb
  } finally {
    await worker.end()
  }
}

describe('a worker', () => {
  it('has a small young generation with a memory budget, and the default one without', async () => {
    expect(await youngMegabytes(true)).toBe(4)
    expect(await youngMegabytes(false)).toBeGreaterThan(16)
  })
})
