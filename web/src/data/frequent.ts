import { tokensOf } from './tokens.js'

/** Words of a run that is counted. */
const RUN = 6
/** A run in fewer texts is not listed. */
const MIN_DOCUMENTS = 3

/** A run of words that many texts have: boilerplate, perhaps. */
export interface FrequentRun {
  readonly text: string
  readonly documents: number
  /** Clusters with a text that has it. What only one cluster has may be what makes it one. */
  readonly clusters: number
}

/**
 * The runs of words that are in the most texts, at most `max`; overlapping ones count once.
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
  const ranked = [...textsOf]
    .filter(([, list]) => list.length >= MIN_DOCUMENTS)
    .sort((x, y) => y[1].length - x[1].length)
  const chosen: FrequentRun[] = []
  const covered = new Set<string>()
  for (const [text, list] of ranked) {
    if (chosen.length === max) break
    const words = text.split(' ')
    const parts = words.slice(0, -2).map((_, i) => words.slice(i, i + 3).join(' '))
    if (parts.some((part) => covered.has(part))) continue
    for (const part of parts) covered.add(part)
    const clusters = new Set(list.map(clusterOf).filter((cluster) => cluster >= 0))
    chosen.push({ text, documents: list.length, clusters: clusters.size })
  }
  return chosen
}

function runsIn(text: string): string[] {
  const { spans } = tokensOf(text)
  const words = spans.map(([start, end]) => text.slice(start, end).toLowerCase())
  return words.slice(0, Math.max(words.length - RUN + 1, 0)).map((_, i) => words.slice(i, i + RUN).join(' '))
}
