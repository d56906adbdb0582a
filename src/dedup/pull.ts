/** The number of items passed on at once. */
const BATCH = 256

/**
 * Turns a walk that pushes items one by one into an iterator. The walk pauses until items are requested, and ends when no more are
 * wanted.
 */
export async function* pull<Item>(
  walk: (push: (item: Item) => void | Promise<void>) => Promise<unknown>,
): AsyncGenerator<Item, void> {
  let batch: Item[] = []
  let isStopped = false
  let resume = () => {}
  let wake = () => {}
  const push = (item: Item): void | Promise<void> => {
    if (isStopped) throw new Stopped()
    batch.push(item)
    if (batch.length < BATCH) return undefined
    return new Promise((resolve, reject) => {
      resume = () => (isStopped ? reject(new Stopped()) : resolve())
      wake()
    })
  }
  let end: { readonly error?: unknown } | undefined
  const ended = walk(push).then(
    () => {
      end = {}
    },
    (error: unknown) => {
      end = { error }
    },
  )
  try {
    for (;;) {
      if (batch.length < BATCH && end === undefined) {
        await Promise.race([
          ended,
          new Promise<void>((resolve) => {
            wake = resolve
          }),
        ])
      }
      const taken = batch
      batch = []
      yield* taken
      if (end !== undefined) {
        if ('error' in end && !(end.error instanceof Stopped)) throw end.error
        if (batch.length === 0) return
      }
      resume()
    }
  } finally {
    isStopped = true
    resume()
    await ended
  }
}

/** Ends the walk when no more items are wanted. */
class Stopped extends Error {}
