import { describe, expect, it } from 'vitest'
import { storeBlock } from '../../../../src/engine/local/blocks/node-block-file.js'
import { sampleCrowds } from '../../../../src/engine/local/crowds.js'

/** A block with these crowds. */
function blockOf(...crowds: readonly (readonly number[])[]) {
  return storeBlock(
    { name: 'crowds' },
    crowds.map((members) => ({ tag: 1, bytes: Uint32Array.from(members) })),
  )
}

describe('the sample of crowds', () => {
  it('does not depend on the shares into which a band was divided', () => {
    const [one, other, third] = [0, 1, 2].map((start) => Array.from({ length: 600 }, (_, i) => 3 * i + start))
    const whole = sampleCrowds([[blockOf(one!, other!, third!)]], 7)
    expect(whole.pairs).toHaveLength(2000)
    expect(whole.outOf).toBe((3 * 600 * 599) / 2)
    expect(whole.pairs.every(([a, b]) => a < b && a % 3 === b % 3)).toBe(true)
    expect(sampleCrowds([[blockOf(third!), blockOf(one!), blockOf(other!)]], 7)).toEqual(whole)
    expect(sampleCrowds([[blockOf()], [blockOf(other!, third!), blockOf(one!)]], 7)).toEqual(whole)
  })
})
