import { describe, expect, it } from 'vitest'
import { TimeLeft } from '../../../../../src/engine/stages/threads/time-left.js'

/** What is said to be left after tasks that took so many milliseconds each, of so many tasks that are as long. */
function leftAfter(took: readonly number[], tasks: number): number {
  const timeLeft = new TimeLeft(tasks)
  let passed = 0
  took.forEach((milliseconds, i) => {
    passed += milliseconds
    timeLeft.mark(passed, (i + 1) / tasks)
  })
  return timeLeft.left
}

describe('the time that is left', () => {
  it.each([
    ['nobody can tell before an eighth is done', [50, 50, 50], 32, 0],
    ['a fifth took 40 ms', [10, 10, 10, 10], 20, 160],
    ['one task of two is done', [500], 2, 500],
    ['the first tasks were of another kind', [90, 90, 1, 1], 20, 16],
    ['nothing is left', [10, 10], 2, 0],
    ['nothing has been done', [], 8, 0],
  ])('%s', (_, took, tasks, left) => {
    expect(leftAfter(took, tasks)).toBeCloseTo(left, 9)
  })
})
