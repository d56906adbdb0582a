import { collapseSpace } from '../../text/normalize.js'
import { checkShingleOptions, type ShingleOptions } from '../../text/shingle-options.js'
import { eachWordSpan } from '../../text/tokens.js'
import { type AlignedText, alignText } from './aligned-text.js'

/** A part of a text, in UTF-16 code units: from `start` up to, but not including, `end`. */
export type Span = readonly [start: number, end: number]

/**
 * The parts of a text covered by shingles of a list, in ascending order, without overlap, and in whole graphemes, so that no mark is
 * separated from its letter.
 *
 * @param shared shingles as returned by `compare`; in a bag, each counts as often as it is listed
 */
export function sharedSpans(text: string, shared: readonly string[], options: ShingleOptions = {}): Span[] {
  const { kind, k, bag, segment, normalize } = checkShingleOptions(options)
  const aligned = alignText(text, normalize)
  const { normal } = aligned
  const words = kind === 'chars' ? characterSpans(normal) : [...eachWordSpan(normal, { segment })]
  const tokens = words.length === 0 ? wholeSpan(normal) : words
  const tokenAt = ([start, end]: Span) =>
    // A text that is a single token has its white space collapsed.
    words.length === 0 ? collapseSpace(normal.slice(start, end)) : normal.slice(start, end)
  const joined = (from: number, to: number) =>
    tokens
      .slice(from, to)
      .map(tokenAt)
      .join(kind === 'chars' ? '' : ' ')
  const left = new Map<string, number>()
  for (const shingle of shared) left.set(shingle, (left.get(shingle) ?? 0) + 1)
  const spans: [number, number][] = []
  const take = (from: number, to: number) => {
    const shingle = joined(from, to)
    const count = left.get(shingle) ?? 0
    if (count === 0) return
    if (bag) left.set(shingle, count - 1)
    addSpan(spans, sourceSpan(aligned, tokens[from]![0], tokens[to - 1]![1]))
  }
  for (let i = 0; i + k <= tokens.length; i++) take(i, i + k)
  // Fewer than k tokens are one shingle.
  if (tokens.length > 0 && tokens.length < k) take(0, tokens.length)
  return spans
}

/** A text without words is one token, except for white space at its ends. */
function wholeSpan(normal: string): Span[] {
  const start = normal.length - normal.trimStart().length
  const end = normal.trimEnd().length
  return start < end ? [[start, end]] : []
}

function characterSpans(normal: string): Span[] {
  let at = 0
  return Array.from(normal, (character) => {
    at += character.length
    return [at - character.length, at] as const
  })
}

/** The part of the source text that a part of the normalized text comes from. */
function sourceSpan({ starts, ends }: AlignedText, start: number, end: number): Span {
  return [starts[start]!, ends[end - 1]!]
}

/** Adds a span. Spans arrive by ascending start; one that touches the previous span extends it. */
function addSpan(spans: [number, number][], [start, end]: Span): void {
  const last = spans.at(-1)
  if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
  else spans.push([start, end])
}
