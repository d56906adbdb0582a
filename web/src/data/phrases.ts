import { type ShinglePlan, similarityIn } from '../../../src/model/plan.js'
import { similarityOf } from '../../../src/model/similarity.js'
import { shingle } from '../../../src/text/shingles.js'
import { SLICE } from './in-slices.js'
import type { ReportModel } from './model.js'
import { type TextSpan, tokensOf } from './tokens.js'

/** Where phrases occur in a text, ignoring case; adjacent spans are merged. */
export function findPhrases(text: string, phrases: readonly string[]): TextSpan[] {
  const { spans } = tokensOf(text)
  const words = spans.map(([start, end]) => text.slice(start, end).toLowerCase())
  const byFirst = new Map<string, string[][]>()
  for (const phrase of phrases) {
    const parts = phrase.split(' ')
    byFirst.set(parts[0]!, [...(byFirst.get(parts[0]!) ?? []), parts])
  }
  const isFound = new Uint8Array(words.length)
  words.forEach((word, at) => {
    for (const parts of byFirst.get(word) ?? []) {
      if (parts.every((part, i) => words[at + i] === part)) isFound.fill(1, at, at + parts.length)
    }
  })
  const found: TextSpan[] = []
  for (let i = 0; i < isFound.length; i++) {
    if (isFound[i] === 0) continue
    const start = spans[i]![0]
    while (isFound[i + 1] === 1) i++
    found.push({ start, end: spans[i]![1] })
  }
  return found
}

/**
 * The similarities of all listed pairs if the shingles of these phrases did not count, as in a run that ignores them. A pair whose texts
 * are not in the report, or not completely, keeps its similarity.
 *
 * @returns undefined if `isStale` reported that the result is no longer needed
 */
export async function similaritiesWithout(
  model: ReportModel,
  phrases: readonly string[],
  isStale: () => boolean,
): Promise<Float32Array | undefined> {
  const { plan, pairs } = model.data
  const count = model.stored.a.length
  const similarity = model.stored.similarity.slice()
  const options = withoutPhrases(plan!.shingle, phrases)
  const sets = new Map<number, Uint32Array>()
  const setOf = (document: number) => {
    const known = sets.get(document)
    if (known) return known
    const made = shingle(model.textOf(document)!, options)
    sets.set(document, made)
    return made
  }
  let until = performance.now() + SLICE
  for (let pair = 0; pair < count; pair++) {
    const [a, b] = [pairs.a[pair]!, pairs.b[pair]!]
    if (!model.hasWholeTexts(pair)) continue
    const [one, other] = [setOf(a), setOf(b)]
    similarity[pair] =
      one.length === 0 || other.length === 0
        ? 0
        : similarityOf(similarityIn(plan!), overlapOf(one, other), one.length, other.length)
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (isStale()) return undefined
    until = performance.now() + SLICE
  }
  return similarity
}

/** How documents become sets if these phrases are ignored, too. */
export function withoutPhrases(plan: ShinglePlan, phrases: readonly string[]): ShinglePlan {
  return { ...plan, ignorePhrases: [...new Set([...(plan.ignorePhrases ?? []), ...phrases])] }
}

/** The number of values that two ascending lists have in common. */
export function overlapOf(one: Uint32Array, other: Uint32Array): number {
  let [i, j, shared] = [0, 0, 0]
  while (i < one.length && j < other.length) {
    const difference = one[i]! - other[j]!
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared
}
