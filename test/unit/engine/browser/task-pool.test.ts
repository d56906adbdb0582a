import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebTaskPool } from '../../../../src/engine/browser/task-pool.js'
import type { TaskMessage } from '../../../../src/engine/browser/task-worker.js'

const FILES = [['/a', { size: 5 * 2 ** 20 } as Blob]] as const

/** A worker that answers the first message as told. */
class FakeWorker {
  readonly received: TaskMessage[] = []
  isEnded = false
  onmessage: ((event: { data: object }) => void) | undefined
  onerror: ((event: { message: string }) => void) | undefined

  constructor(readonly start: (worker: FakeWorker) => void) {}

  postMessage(message: TaskMessage): void {
    this.received.push(message)
    setTimeout(() => this.start(this))
  }

  terminate(): void {
    this.isEnded = true
  }
}

describe('a pool of Web Workers', () => {
  beforeEach(() => vi.stubGlobal('navigator', { deviceMemory: 8 }))
  afterEach(() => vi.unstubAllGlobals())

  const poolOf = (start: (worker: FakeWorker) => void) => {
    const workers: FakeWorker[] = []
    const spawn = () => {
      const worker = new FakeWorker(start)
      workers.push(worker)
      return worker as unknown as Worker
    }
    return { pool: new WebTaskPool({ workers: 2, files: FILES, spawn }), workers }
  }

  it('waits until all workers have started', async () => {
    const waiting: FakeWorker[] = []
    const { pool, workers } = poolOf((worker) => waiting.push(worker))
    let isStarted = false
    const started = pool.waitForWorkers().then(() => {
      isStarted = true
    })
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    workers[0]!.onmessage!({ data: { isReady: true } })
    await new Promise((resolve) => setTimeout(resolve))
    expect(isStarted).toBe(false)
    workers[1]!.onmessage!({ data: { isReady: true } })
    await started
    pool.close()
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true])
  })

  it('fails if a worker cannot start', async () => {
    const { pool } = poolOf((worker) => worker.onerror!({ message: '' }))
    await expect(pool.waitForWorkers()).rejects.toThrow('a worker could not start')
  })

  it('runs all tasks on its own thread if it may not start workers', async () => {
    const spawn = () => {
      throw new Error('SecurityError')
    }
    const pool = new WebTaskPool({ workers: 2, files: FILES, spawn })
    await pool.waitForWorkers()
    await expect(pool.run([], () => {})).resolves.toBeUndefined()
  })
})
