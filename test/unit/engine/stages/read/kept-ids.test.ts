import { expect, it } from 'vitest'
import type { Blocks } from '../../../../../src/engine/ports.js'
import { keepBlock, MemoryReader } from '../../../../../src/engine/stages/blocks/memory-block.js'
import { IdCollector, KeptIds } from '../../../../../src/engine/stages/read/kept-ids.js'
import { SKETCH } from '../../../../../src/engine/stages/read/sketched.js'
import { loadKernel } from '../../../../../src/kernel/load-kernel.js'

const store = {
  open: (block: { readonly memory: SharedArrayBuffer }) => new MemoryReader(block.memory),
} as unknown as Blocks

/** The ids that are kept of some units, each given as lines. */
function keep(units: readonly (readonly string[])[], idField = 'id'): KeptIds {
  const blocks = units.map((lines, unit) => {
    const ids = new IdCollector()
    // In two batches.
    for (const part of [lines.slice(0, 2), lines.slice(2)]) {
      const bytes = new TextEncoder().encode(part.join('\n'))
      const batch = loadKernel({ textFields: ['text'], idField, keepIds: true }).readJsonLines(bytes, true)
      ids.add(batch.count, batch.ids)
    }
    return keepBlock(`${unit}`, [{ tag: SKETCH.idBytes, bytes: ids.segment() }])
  })
  const firsts = [0]
  for (const { length } of units) firsts.push(firsts.at(-1)! + length)
  return new KeptIds(store, { blocks, firsts: Float64Array.from(firsts) })
}

it('keeps the ids that are as JSON writes them, of several units', () => {
  const ids = ['a', 0, 123456789012345, '', 'ü猫😀', '12', 7, 'y'.repeat(4000)]
  const lines = ids.map((id, i) =>
    i % 2 === 0
      ? JSON.stringify({ id, text: 'x' })
      : `  {"text": "é", "id" :  ${JSON.stringify(id)} , "n": [{"id": 3}]}`,
  )
  const kept = keep([lines.slice(0, 4), lines.slice(4)])
  expect(ids.map((_, position) => kept.at(position))).toEqual(ids)
  // In any order.
  expect([5, 1, 6, 0].map((position) => kept.at(position))).toEqual(['12', 0, 7, 'a'])
  expect(kept.areAll).toBe(true)
})

it('leaves the others to those who read the lines again', () => {
  const others = [
    '{"id": "\\u0041", "text": "an escape"}',
    '{"id": -1, "text": "a sign"}',
    '{"id": 1.50, "text": "a fraction"}',
    '{"id": 12345678901234567890, "text": "not exact"}',
    '{"id": 1, "text": "repeated", "id": 2}',
    JSON.stringify({ id: 'y'.repeat(5000), text: 'long' }),
    '{"text": "none"}',
    'not JSON',
  ]
  const kept = keep([['{"id": 5, "text": "plain"}', ...others, '{"id": 6, "text": "plain"}']])
  expect(kept.at(0)).toBe(5)
  expect(others.map((_, i) => [kept.has(i + 1), kept.at(i + 1)])).toEqual(
    others.map(() => [false, undefined]),
  )
  expect([kept.has(others.length + 1), kept.at(others.length + 1)]).toEqual([true, 6])
  expect(kept.areAll).toBe(false)
})

it('has no id of a unit whose ids were not kept', () => {
  const block = keepBlock('other', [])
  const kept = new KeptIds(store, { blocks: [block], firsts: Float64Array.of(0, 1) })
  expect([kept.areAll, kept.has(0), kept.at(0)]).toEqual([false, false, undefined])
})
