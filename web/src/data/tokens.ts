import { tokenHash } from '../../../src/hash/shingle-hash.js'
import type { ReportPassage } from '../../../src/report/report-data.js'
import { eachWordSpan, type TokenSpan } from '../../../src/text/tokens.js'
import { findPassages } from '../../../src/verify/passages.js'

/** The words of a text: their hashes, ignoring case, and their positions. */
export interface TextTokens {
  readonly hashes: Uint32Array
  readonly spans: readonly TokenSpan[]
}

export function tokensOf(text: string): TextTokens {
  const spans = [...eachWordSpan(text)]
  const hashes = Uint32Array.from(spans, ([start, end]) => tokenHash(text.slice(start, end).toLowerCase()))
  return { hashes, spans }
}

/** A part of a text, in UTF-16 units. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** A passage that both texts contain, with small differences. */
interface SharedPassage {
  readonly a: TextSpan
  readonly b: TextSpan
  /** The number of equal words in it; in passages of code that were found earlier, of equal tokens. */
  readonly matched: number
}

/** What two texts share, and what only one of them has. */
export interface Comparison {
  readonly passages: readonly SharedPassage[]
  readonly onlyA: readonly TextSpan[]
  readonly onlyB: readonly TextSpan[]
  /** The share of each text's words that are also in the other, in the same order as their neighbors. */
  readonly sharedOfA: number
  readonly sharedOfB: number
}

/** The shortest run of equal words that counts as shared. */
const RUN = 3

/** @param known passages found earlier; otherwise they are searched for */
export function compareTexts(a: string, b: string, known?: readonly ReportPassage[]): Comparison {
  const [one, other] = [tokensOf(a), tokensOf(b)]
  const tiles = findPassages(one.hashes, other.hashes, { minRun: RUN, maxGap: 0, minTokens: RUN })
  const onlyA = unshared(
    one,
    tiles.map(({ a }) => a),
  )
  const onlyB = unshared(
    other,
    tiles.map(({ b }) => b),
  )
  const shared = tiles.reduce((sum, { matched }) => sum + matched, 0)
  return {
    passages: known ? known.map(asPassage) : findLong(one, other),
    onlyA,
    onlyB,
    sharedOfA: one.hashes.length === 0 ? 0 : shared / one.hashes.length,
    sharedOfB: other.hashes.length === 0 ? 0 : shared / other.hashes.length,
  }
}

function asPassage({ a, b, matched }: ReportPassage): SharedPassage {
  return { a: { start: a[0], end: a[1] }, b: { start: b[0], end: b[1] }, matched }
}

function findLong(one: TextTokens, other: TextTokens): SharedPassage[] {
  const found = findPassages(one.hashes, other.hashes, { minRun: RUN, maxGap: 6, minTokens: 8 })
  return found.map(({ a, b, matched }) => ({
    a: textSpan(one, a.start, a.end),
    b: textSpan(other, b.start, b.end),
    matched,
  }))
}

function textSpan({ spans }: TextTokens, start: number, end: number): TextSpan {
  return { start: spans[start]![0], end: spans[end - 1]![1] }
}

/** The runs of words that no shared passage covers. */
function unshared(tokens: TextTokens, tiles: readonly TextSpan[]): TextSpan[] {
  const isShared = new Uint8Array(tokens.hashes.length)
  for (const { start, end } of tiles) isShared.fill(1, start, end)
  const found: TextSpan[] = []
  for (let i = 0; i < isShared.length; i++) {
    if (isShared[i] === 1) continue
    const start = i
    while (i + 1 < isShared.length && isShared[i + 1] === 0) i++
    found.push(textSpan(tokens, start, i + 1))
  }
  return found
}
