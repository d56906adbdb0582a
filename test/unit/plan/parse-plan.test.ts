import { describe, expect, it } from 'vitest'
import { findSimilar } from '../../../src/engine/inline/find-similar.js'
import { makePlan } from '../../../src/engine/make-plan.js'
import { InvalidArtifact, InvalidOption } from '../../../src/model/errors.js'
import { choosePlan } from '../../../src/plan/choose-plan.js'
import { explainChoice } from '../../../src/plan/explained-plan.js'
import { parsePlan } from '../../../src/plan/parse-plan.js'
import { makeStatistics, request } from './planned.js'

const statistics = makeStatistics()
const explained = explainChoice(choosePlan(request, statistics), statistics, { workers: 2 })
const plan = makePlan({ shingle: { kind: 'stopwords' } })
const parse = (value: unknown) => parsePlan(JSON.stringify(value))

describe('parsePlan', () => {
  it('reads back what was written', () => {
    expect(parse(explained)).toEqual(explained)
    expect(parse({ ...explained, actual: { candidates: 5 } }).actual).toEqual({ candidates: 5 })
  })

  it('reads the bare plan of a result', () => {
    for (const bare of [plan, makePlan({ recall: 1 }), findSimilar(['one text']).plan]) {
      expect(parse(bare).plan).toEqual(bare)
    }
  })

  it('rejects another format, another version and invalid JSON', () => {
    expect(() => parse({ ...explained, format: 'other' })).toThrow(InvalidArtifact)
    expect(() => parse({ plan })).toThrow(/its format is not named/)
    expect(() => parse({ ...explained, version: 1 })).toThrow(
      /plan version 1 was written by another version of Likewise; this one reads version 3/,
    )
    expect(() => parsePlan('{')).toThrow(InvalidArtifact)
    for (const value of [[], null, 3]) expect(() => parse(value)).toThrow(InvalidOption)
  })

  it.each([
    [{ treshold: 0.8 }, /treshold/],
    [{ threshold: 0 }, /invalid plan\.threshold: 0; expected/],
    [{ threshold: '0.8' }, /plan\.threshold/],
    [{ recall: 1.5 }, /plan\.recall/],
    [{ method: 'magic' }, /invalid plan\.method: "magic"; expected one of exact, bands/],
    [{ bands: 2.5 }, /plan\.bands/],
    [{ rows: 0 }, /plan\.rows/],
    [{ rows: 70 }, /bands × rows/],
    [
      { bands: 5 },
      /invalid plan\.recall: 0\.95; expected at most 0\.691, which 5 bands of 7 rows reach at similarity 0\.8/,
    ],
    [{ scheme: { sketch: 'hyperplanes', slots: 91, seed: 1 } }, /plan\.scheme\.sketch/],
    [{ scheme: { sketch: 'minhash', slots: 91, seed: -1 } }, /plan\.scheme\.seed/],
    [{ scheme: undefined }, /plan\.scheme/],
    [{ shingle: { kind: 'words', k: 5 } }, /plan\.shingle\.bag/],
    [{ shingle: { ...plan.shingle, k: 0 } }, /invalid k: 0/],
  ])('refuses a plan with %j', (change, message) => {
    expect(() => parse({ ...plan, ...change })).toThrow(InvalidOption)
    expect(() => parse({ ...plan, ...change })).toThrow(message)
    expect(() => parse({ ...explained, plan: { ...plan, ...change } })).toThrow(message)
  })

  it('refuses unknown fields and numbers that cannot be printed', () => {
    expect(() => parse({ ...explained, extra: 1 })).toThrow(/extra/)
    expect(() => parse({ ...explained, predicted: { ...explained.predicted, candidates: -1 } })).toThrow(
      /invalid plan\.predicted\.candidates: -1/,
    )
  })
})
