import { expect, it } from 'vitest'
import { nodeBlocks } from '../../../../../src/engine/node/blocks/node-block-file.js'
import { SetChunks } from '../../../../../src/engine/stages/join/set-chunks.js'
import { SetSizes } from '../../../../../src/engine/stages/join/set-sizes.js'
import { classesBetween, planClasses } from '../../../../../src/engine/stages/join/size-classes.js'
import { makeSetCollection } from '../../../../../src/model/set-collection.js'
import { cases } from '../../../../depth.js'
import fc from '../../../../property.js'

const bytesOf = (sets: number, elements: number) => 10 * sets + elements

it('size classes contain every nonempty set once, and fit into a block unless they are a single set', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(40), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 20, max: 400 }),
      fc.integer({ min: 1, max: 9 }),
      (sizes, block, part) => {
        const sets = sizes.map((size, i) => Array.from({ length: size }, (_, k) => 100 * i + k))
        const all = new SetSizes()
        const chunks = new SetChunks(nodeBlocks, (number) => ({ name: `chunk-${number}` }))
        for (let i = 0; i < sets.length; i += part) {
          const some = makeSetCollection(sets.slice(i, i + part))
          all.add(some)
          chunks.add(some)
        }
        chunks.end()
        const classes = classesBetween(planClasses(all, { block, bytesOf }), all)
        const loaded = new Map<number, number[]>()
        let last = 0
        for (const one of classes) {
          expect(one.sets === 1 || bytesOf(one.sets, one.elements) <= block).toBe(true)
          expect(one.min).toBeGreaterThanOrEqual(last)
          last = one.max
          const target = {
            positions: new Uint32Array(one.sets),
            offsets: new Uint32Array(one.sets + 1),
            elements: new Uint32Array(one.elements),
          }
          chunks.load(one, target)
          target.positions.forEach((position, i) => {
            expect(loaded.has(position)).toBe(false)
            loaded.set(position, [...target.elements.subarray(target.offsets[i]!, target.offsets[i + 1]!)])
          })
        }
        expect([...loaded].sort(([x], [y]) => x - y)).toEqual(
          sets.flatMap((set, position) => (set.length === 0 ? [] : [[position, set]])),
        )
      },
    ),
    { numRuns: cases(200) },
  )
})
