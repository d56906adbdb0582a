import { afterEach, describe, expect, it } from 'vitest'

/** Worker threads cannot be made of TypeScript, so the build is what runs. */
const dist = new URL('../../../../dist/engine/', import.meta.url)
const { endSpawnedAhead, spawnAhead, spawnWorker } = (await import(
  new URL('node/node-spawn-worker.js', dist).href
)) as typeof import('../../../../src/engine/node/node-spawn-worker.js')

afterEach(endSpawnedAhead)

async function withWorker<Result>(
  options: Parameters<typeof spawnWorker>[0],
  look: (worker: ReturnType<typeof spawnWorker>) => Result,
): Promise<Result> {
  const worker = spawnWorker(options)
  try {
    return look(worker)
  } finally {
    await worker.terminate()
  }
}

const youngMegabytes = (isLimited: boolean) =>
  withWorker(
    { isLimited, group: 'documents' },
    ({ resourceLimits }) => resourceLimits!.maxYoungGenerationSizeMb,
  )

describe('a worker', () => {
  it('has a small young generation with a memory budget, and the default one without', async () => {
    spawnAhead(1)
    expect(await youngMegabytes(true)).toBe(4)
    expect(await youngMegabytes(false)).toBeGreaterThan(16)
  })

  it('is one that was spawned ahead, if that suits', async () => {
    spawnAhead(1)
    const idOf = (group: 'documents' | 'sets') =>
      withWorker({ isLimited: false, group }, ({ threadId }) => threadId)
    const [sets, ahead, next] = [await idOf('sets'), await idOf('documents'), await idOf('documents')]
    expect([sets - ahead, next - ahead]).toEqual([1, 2])
  })
})
