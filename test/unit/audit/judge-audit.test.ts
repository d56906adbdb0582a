import { describe, expect, it } from 'vitest'
import { judgeAudit } from '../../../src/audit/judge-audit.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'

const pairs = (...list: (readonly [number, number])[]) => ({
  count: list.length,
  a: Uint32Array.from(list, ([a]) => a),
  b: Uint32Array.from(list, ([, b]) => b),
})
const drawn = Uint32Array.of(3, 8)

describe('judgeAudit', () => {
  it('counts true neighbours, found ones and false pairs from the drawn ends', () => {
    const truth = pairs([0, 3], [0, 5], [0, 8], [1, 3], [1, 8], [1, 20])
    const reported = [pairs([1, 2], [3, 8]), pairs([3, 5], [3, 9])]
    expect(judgeAudit({ drawn, documents: 30, truth, reported })).toMatchObject({
      documents: 2,
      truePairs: 4, // (3, 5), (3, 8) from both ends, (8, 20)
      found: 3,
      measured: 0.75,
      falsePairs: 1, // (3, 9)
    })
  })

  it('takes a pair once, however often it is reported or told', () => {
    const truth = pairs([0, 5], [0, 5], [1, 6])
    const reported = [pairs([3, 5], [3, 5]), pairs([3, 5])]
    const { truePairs, found, falsePairs } = judgeAudit({ drawn, documents: 30, truth, reported })
    expect([truePairs, found, falsePairs]).toEqual([2, 1, 0])
  })

  it('counts a false pair of two drawn documents once', () => {
    expect(judgeAudit({ drawn, documents: 30, truth: pairs(), reported: [pairs([3, 8])] }).falsePairs).toBe(1)
  })

  it('measures nothing where there is no true pair', () => {
    const result = judgeAudit({ drawn, documents: 30, truth: pairs([0, 3]), reported: [] })
    expect(result).toEqual({ documents: 2, truePairs: 0, found: 0, low: 0, high: 1, falsePairs: 0 })
  })

  it('refuses truth of documents that were not drawn, and more drawn than there are', () => {
    expect(() => judgeAudit({ drawn, documents: 30, truth: pairs([2, 5]), reported: [] })).toThrow(
      InvalidValue,
    )
    expect(() => judgeAudit({ drawn, documents: 1, truth: pairs(), reported: [] })).toThrow(InvalidOption)
  })
})
