import { expect, it } from 'vitest'
import { WasmArena } from '../../../src/kernel/wasm-arena.js'
import { TooLarge } from '../../../src/model/errors.js'

it('a kernel cannot have more memory than it can address, and says so', () => {
  const arena = new WasmArena()
  expect(() => arena.reach(2 ** 32)).toThrow(TooLarge)
  expect(() => arena.reach(2 ** 33)).toThrow('bytes for one task: 8589934592 exceeds the limit of 4294901760')
  expect(arena.reach(arena.start + 2 ** 17).byteLength).toBeGreaterThanOrEqual(2 ** 17)
})
