import { describe, expect, it } from 'vitest'
import { type TextPiece, type TextSpans, textPieces } from '../../../web/src/data/text-pieces.js'
import type { TextSpan } from '../../../web/src/data/tokens.js'
import fc from '../../property.js'

/** Looks at every span for each piece. */
function bySearching(length: number, { passages, only, boilerplate }: TextSpans): TextPiece[] {
  const spans = [...passages, ...only, ...boilerplate]
  const cuts = [...new Set([0, length, ...spans.flatMap(({ start, end }) => [start, end])])].sort(
    (x, y) => x - y,
  )
  return cuts.slice(0, -1).map((start, i) => {
    const end = cuts[i + 1]!
    const contains = (span: TextSpan) => span.start <= start && end <= span.end
    return {
      start,
      end,
      passage: passages.findIndex(contains),
      isOnly: only.some(contains),
      isBoilerplate: boilerplate.some(contains),
    }
  })
}

const LENGTH = 40
const SPANS = fc.array(
  fc.tuple(fc.nat(LENGTH), fc.nat(LENGTH)).map(([x, y]) => ({ start: Math.min(x, y), end: Math.max(x, y) })),
  { maxLength: 8 },
)

/** Spans one after another, each of which counts how often it is read. */
function countingSpans(count: number, onRead: () => void): TextSpan[] {
  return Array.from({ length: count }, (_, i) => ({
    get start() {
      onRead()
      return 10 * i
    },
    get end() {
      onRead()
      // Each overlaps the next.
      return 10 * i + 12
    },
  }))
}

describe('the pieces of a text', () => {
  it('are those found by searching all spans for each piece', () => {
    fc.assert(
      fc.property(fc.record({ passages: SPANS, only: SPANS, boilerplate: SPANS }), (spans) => {
        expect(textPieces(LENGTH, spans)).toEqual(bySearching(LENGTH, spans))
      }),
    )
  })

  it('are found by reading each span a fixed number of times', () => {
    const readsOf = (count: number) => {
      let reads = 0
      const spans = () => countingSpans(count, () => reads++)
      const pieces = textPieces(10 * count + 2, { passages: spans(), only: spans(), boilerplate: spans() })
      expect(pieces).toHaveLength(2 * count - 1)
      return reads
    }
    expect(readsOf(20_000)).toBe(10 * readsOf(2000))
  })
})
