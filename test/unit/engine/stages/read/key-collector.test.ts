import { expect, it } from 'vitest'
import { KeyCollector } from '../../../../../src/engine/stages/read/key-collector.js'

it('collects the keys of each band, of one unit after another', () => {
  const collector = new KeyCollector(2)
  collector.add(Uint32Array.of(1, 2, 3, 4), 1)
  collector.add(Uint32Array.of(5, 6, 7, 8, 9, 10, 11, 12), 2)
  expect(collector.columns().map((column) => [...column])).toEqual([
    [1, 2, 5, 6, 9, 10],
    [3, 4, 7, 8, 11, 12],
  ])
  collector.reset()
  expect(collector.columns().map(({ length }) => length)).toEqual([0, 0])
  collector.add(Uint32Array.of(13, 14, 15, 16), 1)
  expect(collector.columns().map((column) => [...column])).toEqual([
    [13, 14],
    [15, 16],
  ])
})

it('collects nothing without bands', () => {
  const collector = new KeyCollector(0)
  collector.add(new Uint32Array(0), 3)
  expect(collector.columns()).toEqual([])
})
