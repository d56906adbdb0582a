import { expect, it } from 'vitest'
import { StopCheck } from '../../../src/model/stop-check.js'

it('lets timers run during work that would go on forever, and throws the reason of the signal', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort('enough'))
  const check = new StopCheck(stop.signal)
  const work = async () => {
    for (;;) {
      const pause = check.check()
      if (pause !== undefined) await pause
    }
  }
  await expect(work()).rejects.toBe('enough')
})

it('does nothing without a signal', () => {
  const check = new StopCheck(undefined)
  expect(check.check()).toBeUndefined()
})
