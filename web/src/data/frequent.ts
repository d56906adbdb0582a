import { tokensOf } from './tokens.js'

/** The number of words in a run that is counted. */
const RUN = 6
/** A run in fewer texts than this is not listed. */
const MIN_DOCUMENTS = 3

/** A run of words that occurs in many texts: possibly boilerplate. */
export interface FrequentRun {
  readonly text: string
  readonly documents: number
  /** The number of clusters with a text that contains it. If it is in only one, it may be what makes that a cluster. */
  readonly clusters: number
}

/**
 * The runs of words that occur in texts of the most clusters, then in the most texts, at most `max`; overlapping ones count once. What only
 * the texts of one cluster share is rarely boilerplate.
 *
 * @param clusterOf the number of the cluster of a text; below 0: none
 */
export function frequentRuns(
  texts: readonly string[],
  clusterOf: (text: number) => number,
  max: number,
): FrequentRun[] {
  const textsOf = new Map<string, number[]>()
  texts.forEach((text, number) => {
    for (const run of new Set(runsIn(text))) {
      const list = textsOf.get(run)
      if (list) list.push(number)
      else textsOf.set(run, [number])
    }
  })
  const clustersOf = (list: readonly number[]) =>
    new Set(list.map(clusterOf).filter((cluster) => cluster >= 0)).size
  const ranked = [...textsOf]
    .filter(([, list]) => list.length >= MIN_DOCUMENTS)
    .map(([run, list]) => ({ run, list, clusters: clustersOf(list) }))
    .sort((x, y) => y.clusters - x.clusters || y.list.length - x.list.length)
  const chosen: FrequentRun[] = []
  const covered = new Set<string>()
  for (const { run, list, clusters } of ranked) {
    if (chosen.length === max) break
    if (partsOf(run).some((part) => covered.has(part))) continue
    const text = extended(run, textsOf)
    for (const part of partsOf(text)) covered.add(part)
    chosen.push({ text, documents: list.length, clusters })
  }
  return chosen
}

/** What a run covers: every three consecutive words of it. */
function partsOf(run: string): string[] {
  const words = run.split(' ')
  return words.slice(0, -2).map((_, i) => words.slice(i, i + 3).join(' '))
}

/** The maximum number of words in a run. */
const MAX_WORDS = 60

/** Extends a run by what all of its texts have before and after it. */
function extended(run: string, textsOf: ReadonlyMap<string, readonly number[]>): string {
  const texts = textsOf.get(run)!
  const words = run.split(' ')
  const next = new Map<string, string>()
  const before = new Map<string, string>()
  for (const [other, list] of textsOf) {
    // If these are equal, the texts are nearly always the same.
    if (list.length !== texts.length || list[0] !== texts[0] || list.at(-1) !== texts.at(-1)) continue
    const cut = other.lastIndexOf(' ')
    next.set(other.slice(0, cut), other.slice(cut + 1))
    before.set(other.slice(other.indexOf(' ') + 1), other.slice(0, other.indexOf(' ')))
  }
  for (let word: string | undefined = ''; word !== undefined && words.length < MAX_WORDS; ) {
    word = next.get(words.slice(1 - RUN).join(' '))
    if (word !== undefined) words.push(word)
  }
  for (let word: string | undefined = ''; word !== undefined && words.length < MAX_WORDS; ) {
    word = before.get(words.slice(0, RUN - 1).join(' '))
    if (word !== undefined) words.unshift(word)
  }
  return words.join(' ')
}

function runsIn(text: string): string[] {
  const { spans } = tokensOf(text)
  const words = spans.map(([start, end]) => text.slice(start, end).toLowerCase())
  return words.slice(0, Math.max(words.length - RUN + 1, 0)).map((_, i) => words.slice(i, i + RUN).join(' '))
}
