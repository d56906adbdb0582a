import { nextTurn } from './stop-check.js'
import type { StopSignal } from './stop-signal.js'

/** Objects that a program has or produces, one by one or in batches. */
export type ItemStream = Iterable<object> | AsyncIterable<object | readonly object[]>

/** How a caller watches and stops the reading of a stream. */
export interface StreamWatch {
  /** Ends the reading, even if the stream produces nothing; the promise is rejected with the reason of the signal. */
  readonly signal?: StopSignal | undefined
  /** Called with the number of items so far: several times per second, and at the end. */
  readonly onItems?: ((items: number) => void) | undefined
}

/** How long a stream is read before timers and messages get their turn, and between two reports, in milliseconds. */
const TURN_MS = 100

/**
 * Passes each item of a stream to a function, and waits if that returns a promise. Whenever the reading ends early, the
 * iterator's `return` is called, as by `for await`; it is waited for unless the iterator is busy with `next`.
 */
export async function visitItems(
  stream: ItemStream,
  take: (item: object) => Promise<void> | undefined | void,
  { signal, onItems }: StreamWatch = {},
): Promise<void> {
  const isWatched = signal !== undefined || onItems !== undefined
  let count = 0
  let turn = Date.now()
  const takeNext = (item: object): Promise<void> | undefined => {
    const waits = take(item) ?? undefined
    count++
    if (!isWatched || Date.now() - turn < TURN_MS) {
      signal?.throwIfAborted()
      return waits
    }
    return pause(waits)
  }
  const takeBatch = async (batch: readonly object[]) => {
    for (const item of batch) {
      const waits = takeNext(item)
      if (waits !== undefined) await waits
    }
  }
  const visit = (item: object | readonly object[]) => (Array.isArray(item) ? takeBatch(item) : takeNext(item))
  const pause = async (waits: Promise<void> | undefined) => {
    await waits
    onItems?.(count)
    if (signal !== undefined) await nextTurn()
    signal?.throwIfAborted()
    turn = Date.now()
  }
  signal?.throwIfAborted()
  if (Symbol.asyncIterator in stream) {
    for await (const item of signal === undefined ? stream : untilAborted(stream, signal)) {
      const waits = visit(item)
      if (waits !== undefined) await waits
    }
  } else {
    for (const item of stream) {
      const waits = visit(item)
      if (waits !== undefined) await waits
    }
  }
  onItems?.(count)
}

/** The same items. A pending `next` is rejected when the signal is aborted, because it may stay pending forever. */
function untilAborted<Item>(stream: AsyncIterable<Item>, signal: StopSignal): AsyncIterable<Item> {
  const iterator = stream[Symbol.asyncIterator]()
  let rejectPending: ((reason: unknown) => void) | undefined
  const abort = () => {
    if (rejectPending === undefined) return
    rejectPending(signal.reason)
    // A generator that is running takes note of this when it continues, so it cannot be waited for.
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
  const end = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort, { once: true })
  // One listener for all items: `Promise.race` would leave a reaction to the signal behind for each of them.
  const next = () =>
    new Promise<IteratorResult<Item>>((resolve, reject) => {
      rejectPending = reject
      iterator.next().then(
        (result) => {
          rejectPending = undefined
          if (result.done === true) end()
          resolve(result)
        },
        (error) => {
          rejectPending = undefined
          end()
          reject(error)
        },
      )
    })
  const finish = async (): Promise<IteratorResult<Item>> => {
    end()
    await iterator.return?.()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: finish }) }
}
