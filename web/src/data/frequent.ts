import { tokensOf } from './tokens.js'

/** Words of a run that is counted. */
const RUN = 6

/** A run of words that many texts have: boilerplate, perhaps. */
export interface FrequentRun {
  readonly text: string
  readonly documents: number
}

/** The runs of words that are in the most texts; overlapping ones count once. */
export function frequentRuns(texts: readonly string[], most: number): FrequentRun[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const { spans } = tokensOf(text)
    const seen = new Set<string>()
    for (let i = 0; i + RUN <= spans.length; i++) {
      const words = spans.slice(i, i + RUN).map(([start, end]) => text.slice(start, end).toLowerCase())
      seen.add(words.join(' '))
    }
    for (const run of seen) counts.set(run, (counts.get(run) ?? 0) + 1)
  }
  const ranked = [...counts].filter(([, count]) => count > 2).sort((x, y) => y[1] - x[1])
  const chosen: FrequentRun[] = []
  const covered = new Set<string>()
  for (const [text, documents] of ranked) {
    if (chosen.length === most) break
    const words = text.split(' ')
    const parts = words.slice(0, -2).map((_, i) => words.slice(i, i + 3).join(' '))
    if (parts.some((part) => covered.has(part))) continue
    for (const part of parts) covered.add(part)
    chosen.push({ text, documents })
  }
  return chosen
}
