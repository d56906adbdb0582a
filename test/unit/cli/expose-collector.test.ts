import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const module = new URL('../../../dist/cli/expose-collector.js', import.meta.url)

/** Megabytes of the young generation of a program after many collections that objects survived, with a worker of its own. */
function youngMegabytes(before: string): number {
  const code = `
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    import { Worker } from 'node:worker_threads'
    import { once } from 'node:events'
    setFlagsFromString('--expose-gc')
    ${before}
    const worker = new Worker('setInterval(() => {}, 1000)', { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    await once(worker, 'online')
    const collect = runInNewContext('gc')
    const kept = []
    for (let round = 0; round < 40; round++) {
      for (let i = 0; i < 20_000; i++) kept[i] = [round, i]
      collect()
    }
    await worker.terminate()
    console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20)
  `
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }))
}

describe('the young generation of a program with a memory budget', () => {
  it('stays small after workers have begun', () => {
    const expose = `const { exposeCollector } = await import(${JSON.stringify(module.href)})\nexposeCollector()`
    expect(youngMegabytes('')).toBeGreaterThan(8)
    expect(youngMegabytes(expose)).toBeLessThanOrEqual(4)
  })
})
