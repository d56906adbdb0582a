import { RunCounts } from './run-counts.js'
import { tokensOf } from './tokens.js'

/** The number of words in a run that is counted. */
const RUN = 6
/** A run in fewer texts than this is not listed. */
const MIN_DOCUMENTS = 3
/** The maximum number of words in a phrase. */
const MAX_WORDS = 60
/** The number of runs that are considered for each phrase: overlapping ones are skipped, up to this many words on both sides. */
const CONSIDERED = 4 * MAX_WORDS

/** A run of words that occurs in many texts: possibly boilerplate. */
export interface FrequentRun {
  readonly text: string
  readonly documents: number
  /** The number of clusters with a text that contains it. If it is in only one, it may be what makes that a cluster. */
  readonly clusters: number
}

/** Where a run occurs first in each of its texts. */
type Occurrences = Map<number, number>

/**
 * The runs of words that occur in texts of the most clusters, then in the most texts, at most `max`; overlapping ones count once. What only
 * the texts of one cluster share is rarely boilerplate.
 *
 * The texts of a full report have more than a million runs, most of them unimportant. So runs are first counted by their hashes, and only
 * the most frequent ones are then looked up in the texts. The work is done in steps, between which the caller may do something else.
 *
 * @param clusterOf the number of the cluster of a text; below 0: none
 */
export function* frequentRuns(
  texts: readonly string[],
  clusterOf: (text: number) => number,
  max: number,
): Generator<undefined, FrequentRun[]> {
  const words: Uint32Array[] = []
  for (const text of texts) {
    words.push(tokensOf(text).hashes)
    yield
  }
  const counts = new RunCounts(
    RUN,
    words.reduce((sum, { length }) => sum + length, 0),
  )
  // Together with the other texts of its cluster, so that clusters can be counted one after another.
  const byCluster = texts.map((_, text) => text).sort((one, other) => clusterOf(one) - clusterOf(other))
  for (const text of byCluster) {
    counts.add(words[text]!, clusterOf(text))
    yield
  }
  const candidates = new Map<string, Occurrences>()
  const isCandidate = counts.mostFrequent(MIN_DOCUMENTS, max * CONSIDERED)
  yield
  for (const [text, ofText] of words.entries()) {
    for (let at = 0; at + RUN <= ofText.length; at++) {
      if (!isCandidate(ofText, at)) continue
      const run = ofText.subarray(at, at + RUN).join()
      const found = candidates.get(run)
      if (found === undefined) candidates.set(run, new Map([[text, at]]))
      else if (!found.has(text)) found.set(text, at)
    }
    yield
  }
  return choosePhrases([...candidates.values()], texts, words, clusterOf, max)
}

function choosePhrases(
  runs: readonly Occurrences[],
  texts: readonly string[],
  words: readonly Uint32Array[],
  clusterOf: (text: number) => number,
  max: number,
): FrequentRun[] {
  const clustersOf = (run: Occurrences) =>
    new Set(Array.from(run.keys(), clusterOf).filter((cluster) => cluster >= 0)).size
  const ranked = runs
    .filter(({ size }) => size >= MIN_DOCUMENTS)
    .map((run) => ({ run, clusters: clustersOf(run) }))
    .sort((x, y) => y.clusters - x.clusters || y.run.size - x.run.size)
  const chosen: FrequentRun[] = []
  const covered = new Set<string>()
  for (const { run, clusters } of ranked) {
    if (chosen.length === max) break
    const [text, at] = run.entries().next().value!
    const ofText = words[text]!
    if (partsOf(ofText.subarray(at, at + RUN)).some((part) => covered.has(part))) continue
    const [before, after] = extent(run, words, covered)
    const [start, end] = [at - before, at + after]
    for (const part of partsOf(ofText.subarray(start, end))) covered.add(part)
    chosen.push({ text: phraseIn(texts[text]!, start, end), documents: run.size, clusters })
  }
  return chosen
}

/** What a phrase covers: every three consecutive words of it. */
function partsOf(words: Uint32Array): string[] {
  return Array.from(words.subarray(0, -2), (_, i) => words.subarray(i, i + 3).join())
}

/** Some words of a text, in lower case. */
function phraseIn(text: string, from: number, to: number): string {
  const spans = tokensOf(text).spans.slice(from, to)
  return spans.map(([start, end]) => text.slice(start, end).toLowerCase()).join(' ')
}

/**
 * How many words all texts of a run have in common before its first word, and from that word on, up to those of phrases that were chosen
 * before.
 */
function extent(
  run: Occurrences,
  words: readonly Uint32Array[],
  covered: ReadonlySet<string>,
): [before: number, after: number] {
  const occurrences = [...run]
  const [[text, at]] = occurrences as [[number, number]]
  const isShared = (distance: number) => {
    const word = words[text]![at + distance]
    return (
      word !== undefined && occurrences.every(([other, start]) => words[other]![start + distance] === word)
    )
  }
  const isCovered = (distance: number) =>
    partsOf(words[text]!.subarray(at + distance, at + distance + 3)).some((part) => covered.has(part))
  let [before, after] = [0, RUN]
  while (after < MAX_WORDS && isShared(after) && !isCovered(after - 2)) after++
  while (before + after < MAX_WORDS && isShared(-1 - before) && !isCovered(-1 - before)) before++
  return [before, after]
}
