import { checkShingleOptions, type ShingleOptions } from '../../text/shingle-options.js'
import { characters, words } from '../../text/tokens.js'
import { alignText } from './aligned-text.js'

/** A part of a text, in UTF-16 units: from `start` up to, and without, `end`. */
export type Span = readonly [start: number, end: number]

/**
 * The parts of a text that are covered by shingles of a list, rising and apart.
 *
 * @param shared shingles as `compare` gives them; in a bag each counts as often as it stands there
 */
export function sharedSpans(text: string, shared: readonly string[], options: ShingleOptions = {}): Span[] {
  const { kind, k, bag, segment, normalise } = checkShingleOptions(options)
  const { normal, starts, ends } = alignText(text, normalise)
  const tokens = kind === 'chars' ? characters(normal) : words(normal, { segment })
  const places = tokenPlaces(normal, tokens)
  const left = new Map<string, number>()
  for (const shingle of shared) left.set(shingle, (left.get(shingle) ?? 0) + 1)
  const spans: [number, number][] = []
  for (let i = 0; i === 0 || i + k <= tokens.length; i++) {
    const last = Math.min(i + k, tokens.length) - 1
    if (last < i) break
    const shingle = tokens.slice(i, last + 1).join(kind === 'chars' ? '' : ' ')
    const count = left.get(shingle) ?? 0
    if (count === 0) continue
    if (bag) left.set(shingle, count - 1)
    const end = places[last]! + tokens[last]!.length
    addSpan(spans, starts[places[i]!]!, ends[end - 1]!)
  }
  return spans
}

/** Where each token begins: between two tokens stands nothing that could be taken for the second. */
function tokenPlaces(normal: string, tokens: readonly string[]): number[] {
  let from = 0
  return tokens.map((token) => {
    const place = normal.indexOf(token, from)
    from = place + token.length
    return place
  })
}

/** Spans come by rising start; one that touches the last makes it longer. */
function addSpan(spans: [number, number][], start: number, end: number): void {
  const last = spans.at(-1)
  if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
  else spans.push([start, end])
}
