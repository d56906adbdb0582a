/**
 * Calls a function for each item in order, for up to `limit` of them at the same time. After an error, no further calls are made, and it is
 * thrown when the others have ended.
 */
export async function inFlight<Item>(
  limit: number,
  items: Iterable<Item>,
  call: (item: Item) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const callNext = async () => {
    try {
      for (let next = iterator.next(); !next.done; next = iterator.next()) await call(next.value)
    } catch (error) {
      iterator.return?.()
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: limit }, callNext))
  for (const result of ended) if (result.status === 'rejected') throw result.reason
}
