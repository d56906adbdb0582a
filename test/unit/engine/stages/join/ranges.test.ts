import { expect, it } from 'vitest'
import { ranges } from '../../../../../src/engine/stages/join/ranges.js'
import fc from '../../../../property.js'

it('divides sets into consecutive ranges, each ending when it has its share of the elements', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5000), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      (sizes, workers) => {
        const starts = Uint32Array.from([0, ...sizes])
        for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!
        const cut = ranges(starts, workers)
        expect(cut.map(([from]) => from)).toEqual(
          sizes.length === 0 ? [] : [0, ...cut.slice(0, -1).map(([, to]) => to)],
        )
        expect(cut.at(-1)?.[1] ?? 0).toBe(sizes.length)
        const share = Math.max(1024, Math.ceil(starts.at(-1)! / (48 * workers)))
        for (const [from, to] of cut) {
          // Without its last set a range has less than a share; with it, a share, unless sets have run out.
          expect(starts[to - 1]! - starts[from]!).toBeLessThan(share)
          if (to < sizes.length) expect(starts[to]! - starts[from]!).toBeGreaterThanOrEqual(share)
        }
      },
    ),
  )
})
