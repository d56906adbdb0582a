import { describe, expect, it } from 'vitest'
import { obeyDecisions, parseDecisions, withKeptSources } from '../../../src/dedup/decisions.js'

const REMOVAL = {
  survivorOf: Uint32Array.of(0, 0, 0, 3, 3),
  similarity: Float64Array.of(1, 0.9, 0.8, 1, 0.7),
}
const idOf = (position: number) => 'abcde'[position]!

function survivors(text: string): number[] {
  return [...obeyDecisions(REMOVAL, parseDecisions('d.jsonl', text), idOf).survivorOf]
}

describe('decisions about documents', () => {
  it('keep a document, or tell it from the one for which it would be removed', () => {
    expect(survivors('{"keep":"b"}\n')).toEqual([0, 1, 0, 3, 3])
    expect(survivors('{"different":["c","a"]}\n{"different":["d","e"]}\n')).toEqual([0, 0, 2, 3, 4])
    expect(survivors('\n{"keep":"unknown"}\n{"different":["b","c"]}\n')).toEqual([...REMOVAL.survivorOf])
  })

  it('keep what comes from a source, and ask for sources only then', () => {
    const sourceAt = (position: number) => (position % 2 === 0 ? 'even' : 'odd')
    const kept = obeyDecisions(REMOVAL, parseDecisions('d.jsonl', '{"keepSource":"even"}'), idOf, sourceAt)
    expect([...kept.survivorOf]).toEqual([0, 0, 2, 3, 4])
    const fails = () => {
      throw new Error('not needed')
    }
    expect(obeyDecisions(REMOVAL, parseDecisions('d.jsonl', '{"keep":"b"}'), idOf, fails).survivorOf[1]).toBe(
      1,
    )
    const both = withKeptSources(parseDecisions('d.jsonl', '{"keepSource":"even"}\n{"keep":"b"}'), ['odd'])!
    expect([...obeyDecisions(REMOVAL, both, idOf, sourceAt).survivorOf]).toEqual([0, 1, 2, 3, 4])
  })

  it('match ids that are numbers', () => {
    expect(
      obeyDecisions(REMOVAL, parseDecisions('d.jsonl', '{"keep":4}'), (position) => position).survivorOf[4],
    ).toBe(4)
  })

  it.each([
    '{"keep"',
    '{}',
    'null',
    '[]',
    '{"different":["a"]}',
    '{"keep":"a","different":["a","b"]}',
    '{"keep":{}}',
    '{"keepSource":7}',
    '{"keepSource":"x","keep":"a"}',
  ])('are refused with file and line where they are malformed: %s', (line) => {
    expect(() => parseDecisions('d.jsonl', `{"keep":"a"}\n${line}`)).toThrow(/^d\.jsonl, line 2: not /)
  })
})
