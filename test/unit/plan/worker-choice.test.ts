import { expect, it } from 'vitest'
import { chooseWorkers, INPUT_PER_WORKER, SMALL_INPUT, TINY_INPUT } from '../../../src/plan/worker-choice.js'

it('by default, an input has as many workers as are useful, and one with fewer than two parts starts without any', () => {
  const chosen = (parts: number, cores: number) => chooseWorkers(parts * INPUT_PER_WORKER, cores)
  expect(chosen(0, 16)).toEqual({ workers: 1, startsInline: true })
  expect(chosen(0.1, 16)).toEqual({ workers: 16, startsInline: true })
  expect(chosen(1.9, 16)).toEqual({ workers: 16, startsInline: true })
  expect(chosen(2, 16)).toEqual({ workers: 2, startsInline: false })
  expect(chosen(5.5, 16)).toEqual({ workers: 5, startsInline: false })
  expect(chosen(100, 16)).toEqual({ workers: 16, startsInline: false })
  expect(chosen(100, 2)).toEqual({ workers: 2, startsInline: false })
})

it('requested workers are spawned immediately, unless the input is small', () => {
  expect(chooseWorkers(SMALL_INPUT + 1, 2, 8)).toEqual({ workers: 8, startsInline: false })
  expect(chooseWorkers(TINY_INPUT, 2, 8)).toEqual({ workers: 1, startsInline: true })
  expect(chooseWorkers(SMALL_INPUT, 2, 8)).toEqual({ workers: 8, startsInline: true })
})
