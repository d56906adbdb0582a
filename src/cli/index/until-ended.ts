/// <reference types="node" />
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Lifetime } from '../../temporary/lifetime.js'

/** Milliseconds of work after which signals are looked for: promises alone do not let them arrive. */
const TURN_MS = 50

/**
 * Runs an action on an index. If the run is stopped, waits until the action has closed the index: to exit while LMDB writes would wait for
 * the write, which could no longer finish.
 */
export async function closedBeforeEnd<Result>(lifetime: Lifetime, action: Promise<Result>): Promise<Result> {
  const release = lifetime.onEnd(async () => {
    await action.catch(() => {})
  })
  try {
    return await action
  } finally {
    release()
  }
}

/** The items until the run is stopped; then it throws, so that the action ends early. */
export async function* untilEnded<Item>(
  lifetime: Lifetime,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void> {
  let turn = performance.now()
  for await (const item of items) {
    if (performance.now() - turn >= TURN_MS) {
      await nextTurn()
      turn = performance.now()
    }
    if (lifetime.ended) throw new Error('the run was stopped')
    yield item
  }
}
