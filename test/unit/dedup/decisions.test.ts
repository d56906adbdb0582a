import { describe, expect, it } from 'vitest'
import { type Decisions, keepDecided, parseDecisions, withKeptSources } from '../../../src/dedup/decisions.js'

const REMOVAL = {
  survivorOf: Uint32Array.of(0, 0, 0, 3, 3),
  similarity: Float64Array.of(1, 0.9, 0.8, 1, 0.7),
}
const IDS = 'abcde'

/** Decisions about documents whose ids are letters. */
function kept(decisions: Decisions, sourceAt?: (position: number) => string): number[] {
  const different = new Map<number, Set<number>>()
  for (const [one, other] of decisions.different)
    different.set(IDS.indexOf(one), new Set([IDS.indexOf(other)]))
  const keep = new Set(Array.from(decisions.keep, (id) => IDS.indexOf(id)))
  return [...keepDecided(REMOVAL, { ...decisions, keep, different }, sourceAt).survivorOf]
}

function survivors(text: string): number[] {
  return kept(parseDecisions('d.jsonl', text))
}

describe('decisions about documents', () => {
  it('keep a document, or declare it different from the one in whose favor it would be removed', () => {
    expect(survivors('{"keep":"b"}\n')).toEqual([0, 1, 0, 3, 3])
    expect(survivors('{"different":["c","a"]}\n{"different":["e","d"]}\n')).toEqual([0, 0, 2, 3, 4])
    expect(survivors('\n{"different":["b","c"]}\n')).toEqual([...REMOVAL.survivorOf])
  })

  it('keep what comes from a source, and ask for sources only then', () => {
    const sourceAt = (position: number) => (position % 2 === 0 ? 'even' : 'odd')
    const even = parseDecisions('d.jsonl', '{"keepSource":"even"}\n{"keep":"b"}')
    expect(kept(even, sourceAt)).toEqual([0, 1, 2, 3, 4])
    expect(kept(parseDecisions('d.jsonl', '{"keepSource":"even"}'), sourceAt)).toEqual([0, 0, 2, 3, 4])
    const fails = () => {
      throw new Error('not needed')
    }
    expect(kept(parseDecisions('d.jsonl', '{"keep":"b"}'), fails)[1]).toBe(1)
    expect(kept(withKeptSources(undefined, ['odd'])!, sourceAt)).toEqual([0, 1, 0, 3, 3])
    expect(withKeptSources(even, ['odd'])!.keepSources).toEqual(new Set(['even', 'odd']))
  })

  it('take numbers for ids, and remember their lines', () => {
    const { keep, lines } = parseDecisions('d.jsonl', '{"keep":4}\n\n{"different":[4,"x"]}')
    expect([keep, lines]).toEqual([
      new Set(['4']),
      new Map([
        ['4', 1],
        ['x', 3],
      ]),
    ])
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
