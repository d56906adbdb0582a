import { describe, expect, it } from 'vitest'
import { TaskQueue } from '../../../../src/engine/browser/task-queue.js'
import type { Task } from '../../../../src/engine/stages/tasks.js'

const units = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ kind: 'sketch', unit: { file: 0, from: 100 * i } })) as Task[]

/** Which tasks each thread gets if the threads take turns in this order. */
function assigned(queue: TaskQueue, turns: readonly number[]): (number | undefined)[] {
  return turns.map((thread) => queue.take(thread))
}

describe('the queue of a stage', () => {
  it('assigns neighboring units to the same thread, and the rest to whoever is idle', () => {
    const queue = new TaskQueue(units(6), 2, new Map())
    expect(assigned(queue, [0, 1, 0, 0, 0, 1, 1])).toEqual([0, 3, 1, 2, 5, 4, undefined])
  })

  it('assigns a unit to the thread that has read it', () => {
    const readers = new Map()
    assigned(new TaskQueue(units(4), 2, readers), [1, 1, 1, 0])
    expect([...readers.values()].sort()).toEqual([0, 1, 1, 1])
    const again = new TaskQueue(units(4), 2, readers)
    expect(assigned(again, [1, 1, 1, 0])).toEqual([1, 2, 3, 0])
  })

  it('assigns tasks in order if threads share memory, or tasks read no unit', () => {
    expect(assigned(new TaskQueue(units(4), 2, undefined), [1, 1, 0, 0, 1])).toEqual([0, 1, 2, 3, undefined])
    const others = [{ kind: 'band' }, { kind: 'band' }] as Task[]
    expect(assigned(new TaskQueue(others, 2, new Map()), [1, 0, 1])).toEqual([0, 1, undefined])
  })
})
