import { describe, expect, it } from 'vitest'
import { judgeAudit } from '../../../src/audit/judge-audit.js'
import { InvalidOption, InvalidValue } from '../../../src/model/errors.js'

const pairs = (...list: (readonly [number, number])[]) => ({
  count: list.length,
  a: Uint32Array.from(list, ([a]) => a),
  b: Uint32Array.from(list, ([, b]) => b),
})
const sampled = Uint32Array.of(3, 8)
const isConnected = () => false

describe('judgeAudit', () => {
  it('counts true pairs, found ones and false pairs, each pair once', () => {
    const truth = pairs([0, 3], [0, 5], [0, 8], [1, 3], [1, 8], [1, 20])
    const reported = [pairs([1, 2], [3, 8]), pairs([3, 5], [3, 9])]
    expect(judgeAudit({ sampled, documents: 30, truth, reported, isConnected })).toMatchObject({
      documents: 2,
      truePairs: 3, // (3, 5), (3, 8) although both were sampled, (8, 20)
      found: 2,
      measured: 2 / 3,
      falsePairs: 1, // (3, 9)
    })
  })

  it('says separately which pairs are connected through others', () => {
    const truth = pairs([0, 5], [0, 6], [1, 20])
    const result = judgeAudit({
      sampled,
      documents: 30,
      truth,
      reported: [pairs([3, 5], [5, 6])],
      isConnected: (one, other) => one === 3 && other === 6,
    })
    expect([result.found, result.inClusters.found, result.truePairs]).toEqual([1, 2, 3])
    expect(result.inClusters.measured).toBe(2 / 3)
  })

  it('counts a pair once, however often it is reported', () => {
    const truth = pairs([0, 5], [0, 5], [1, 6])
    const reported = [pairs([3, 5], [3, 5]), pairs([3, 5])]
    const { truePairs, found, falsePairs } = judgeAudit({
      sampled,
      documents: 30,
      truth,
      reported,
      isConnected,
    })
    expect([truePairs, found, falsePairs]).toEqual([2, 1, 0])
  })

  it('counts a false pair of two sampled documents once', () => {
    expect(
      judgeAudit({ sampled, documents: 30, truth: pairs(), reported: [pairs([3, 8])], isConnected })
        .falsePairs,
    ).toBe(1)
  })

  it('measures nothing where there is no true pair', () => {
    const result = judgeAudit({ sampled, documents: 30, truth: pairs([0, 3]), reported: [], isConnected })
    const nothing = { found: 0, low: 0, high: 1 }
    expect(result).toEqual({ documents: 2, truePairs: 0, ...nothing, inClusters: nothing, falsePairs: 0 })
  })

  it('rejects true pairs of documents that were not sampled, and more sampled documents than there are', () => {
    expect(() =>
      judgeAudit({ sampled, documents: 30, truth: pairs([2, 5]), reported: [], isConnected }),
    ).toThrow(InvalidValue)
    expect(() => judgeAudit({ sampled, documents: 1, truth: pairs(), reported: [], isConnected })).toThrow(
      InvalidOption,
    )
  })
})
