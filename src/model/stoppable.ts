import { StopCheck } from './stop-check.js'
import type { StopSignal } from './stop-signal.js'

/** The same items, but when the signal is aborted, the iteration ends with its reason, and so does every later one. */
export function stoppable<Item>(
  items: AsyncGenerator<Item, void>,
  signal: StopSignal | undefined,
): AsyncGenerator<Item, void>
export function stoppable<Item>(
  items: AsyncIterable<Item>,
  signal: StopSignal | undefined,
): AsyncIterable<Item>
export function stoppable<Item>(
  items: AsyncIterable<Item>,
  signal: StopSignal | undefined,
): AsyncIterable<Item> {
  return signal === undefined ? items : untilAborted(items, signal)
}

async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: StopSignal,
): AsyncGenerator<Item, void> {
  const stop = new StopCheck(signal)
  signal.throwIfAborted()
  for await (const item of items) {
    yield item
    const pause = stop.check()
    if (pause !== undefined) await pause
  }
}

/** Waits for a result, but not after the signal is aborted. What computes the result continues. */
export function unlessAborted<Result>(
  result: Promise<Result>,
  signal: StopSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return result
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
