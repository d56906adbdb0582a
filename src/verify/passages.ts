import { rollShingles } from '../hash/shingle-hash.js'
import { checkNames, checkWhole } from '../model/check.js'

/** What counts as a passage, in tokens. */
export interface PassageOptions {
  /** The number of consecutive equal tokens that start a match. Default: 3. */
  readonly minRun?: number
  /** The number of tokens, on either side, that may differ between two such runs of one passage. Default: 4. */
  readonly maxGap?: number
  /** The minimum number of equal tokens in a passage. Default: 8. */
  readonly minTokens?: number
}

/** A part of one sequence that also occurs in another, with small differences; `end` is exclusive. */
export interface Passage {
  readonly a: { readonly start: number; readonly end: number }
  readonly b: { readonly start: number; readonly end: number }
  /** The number of equal tokens in it. */
  readonly matched: number
  /** The length of the longest run of equal tokens in it. */
  readonly longestRun: number
}

/** Equal tokens: `length` from `a` on in the first sequence and from `b` on in the second. */
interface Tile {
  readonly a: number
  readonly b: number
  readonly length: number
}

/** In a repetitive text, a run is searched for at this many positions only. */
const MAX_OCCURRENCES = 64

/**
 * Returns the passages that two sequences of tokens share, wherever they are in each. Equal runs are matched like tiles,
 * longest first, so that no token is used twice (after Wise, "String similarity via greedy string tiling", 1993). Tiles that
 * follow each other in both sequences with small gaps form one passage. A token that is 1 in `ignored` never matches. In the
 * order of the first sequence.
 *
 * @example findPassages(Uint32Array.of(9, 1, 2, 3), Uint32Array.of(1, 2, 3, 7), { minTokens: 3 })
 * // one passage: tokens 1 … 3 of the first are tokens 0 … 2 of the second
 */
export function findPassages(
  a: Uint32Array,
  b: Uint32Array,
  options: PassageOptions = {},
  ignored: { readonly a?: Uint8Array; readonly b?: Uint8Array } = {},
): Passage[] {
  checkNames(options, ['minRun', 'maxGap', 'minTokens'])
  const { minRun = 3, maxGap = 4, minTokens = 8 } = options
  checkWhole('minRun', minRun, 1, 1000)
  checkWhole('maxGap', maxGap, 0, 1000)
  checkWhole('minTokens', minTokens, 1, 2 ** 31)
  const usedA = Uint8Array.from(ignored.a ?? new Uint8Array(a.length))
  const usedB = Uint8Array.from(ignored.b ?? new Uint8Array(b.length))
  const tiles = selectTiles(equalRuns(a, b, minRun, usedA, usedB), minRun, usedA, usedB)
  return joinTiles(tiles, maxGap).filter(({ matched }) => matched >= minTokens)
}

/** The runs of at least `run` equal tokens that cannot be made longer. */
function equalRuns(
  a: Uint32Array,
  b: Uint32Array,
  minRun: number,
  ignoredA: Uint8Array,
  ignoredB: Uint8Array,
): Tile[] {
  const equal = (i: number, j: number) => a[i] === b[j] && ignoredA[i] === 0 && ignoredB[j] === 0
  const occurrences = indexRuns(b, minRun)
  const found: Tile[] = []
  /** Indexed by i − j + |b|: where the last run on this diagonal ends in `a`. */
  const done = new Int32Array(a.length + b.length + 1)
  rollShingles(a, minRun).forEach((hash, i) => {
    let left = MAX_OCCURRENCES
    for (let j = occurrences.first(hash); j >= 0 && left > 0; j = occurrences.next(j), left--) {
      const diagonal = i - j + b.length
      if (done[diagonal]! > i || !equal(i, j)) continue
      let before = 0
      while (i - before > 0 && j - before > 0 && equal(i - before - 1, j - before - 1)) before++
      let end = i + 1
      while (end < a.length && j + end - i < b.length && equal(end, j + end - i)) end++
      done[diagonal] = end
      const length = end - i + before
      if (length >= minRun) found.push({ a: i - before, b: j - before, length })
    }
  })
  return found
}

/** The positions of each run of `minRun` tokens, ascending. */
function indexRuns(tokens: Uint32Array, minRun: number) {
  const firsts = new Map<number, number>()
  const hashes = rollShingles(tokens, minRun)
  const nexts = new Int32Array(hashes.length)
  for (let j = hashes.length - 1; j >= 0; j--) {
    nexts[j] = firsts.get(hashes[j]!) ?? -1
    firsts.set(hashes[j]!, j)
  }
  return {
    first: (hash: number) => firsts.get(hash) ?? -1,
    next: (j: number) => nexts[j]!,
  }
}

/** Uses the longest run first; if some of its tokens are already used, the rest is put back in the queue. */
function selectTiles(runs: readonly Tile[], minRun: number, usedA: Uint8Array, usedB: Uint8Array): Tile[] {
  const byLength: (Tile[] | undefined)[] = []
  const wait = (tile: Tile) => {
    const waiting = byLength[tile.length]
    if (waiting === undefined) byLength[tile.length] = [tile]
    else waiting.push(tile)
  }
  runs.forEach(wait)
  const selected: Tile[] = []
  for (let length = byLength.length - 1; length >= minRun; length--) {
    const waiting = (byLength[length] ?? []).sort((x, y) => x.a - y.a || x.b - y.b)
    for (const tile of waiting) {
      for (const part of unusedParts(tile, usedA, usedB)) {
        if (part.length < minRun) continue
        if (part.length < length) {
          wait(part)
          continue
        }
        usedA.fill(1, part.a, part.a + length)
        usedB.fill(1, part.b, part.b + length)
        selected.push(part)
      }
    }
  }
  return selected.sort((x, y) => x.a - y.a)
}

function* unusedParts({ a, b, length }: Tile, usedA: Uint8Array, usedB: Uint8Array): Iterable<Tile> {
  let start = 0
  for (let i = 0; i <= length; i++) {
    if (i < length && usedA[a + i] === 0 && usedB[b + i] === 0) continue
    if (i > start) yield { a: a + start, b: b + start, length: i - start }
    start = i + 1
  }
}

interface OpenPassage {
  readonly a: { readonly start: number; end: number }
  readonly b: { readonly start: number; end: number }
  matched: number
  longestRun: number
}

/** Adds each tile to the passage that it continues with the smallest gap in the second sequence, if there is one. */
function joinTiles(tiles: readonly Tile[], maxGap: number): OpenPassage[] {
  const passages: OpenPassage[] = []
  let open: OpenPassage[] = []
  for (const { a, b, length } of tiles) {
    open = open.filter((passage) => a - passage.a.end <= maxGap)
    let nearest: OpenPassage | undefined
    for (const passage of open) {
      const skipped = b - passage.b.end
      if (skipped < 0 || skipped > maxGap) continue
      if (nearest === undefined || passage.b.end > nearest.b.end) nearest = passage
    }
    if (nearest === undefined) {
      nearest = { a: { start: a, end: a }, b: { start: b, end: b }, matched: 0, longestRun: 0 }
      passages.push(nearest)
      open.push(nearest)
    }
    nearest.a.end = a + length
    nearest.b.end = b + length
    nearest.matched += length
    nearest.longestRun = Math.max(nearest.longestRun, length)
  }
  return passages
}
