import { isMoreSimilar, type Removal } from '../../cluster/removal.js'
import type { BetweenSides, SearchResult } from './search.js'

/**
 * For each position, the most similar document of the other side (the first one of several) and its similarity; the position itself if
 * there is none. Copies share the result of their first.
 */
export function mostSimilarOther({ copies, distinctPairs, boundary }: BetweenSides): Removal {
  const survivorOf = Uint32Array.from({ length: boundary }, (_, position) => position)
  const similarity = new Float64Array(boundary).fill(1)
  const best = new Map<number, { readonly other: number; readonly similarity: number }>()
  for (let i = 0; i < distinctPairs.count; i++) {
    const [number, other, value] = [distinctPairs.a[i]!, distinctPairs.b[i]!, distinctPairs.similarity[i]!]
    const known = best.get(number)
    if (known === undefined || isMoreSimilar(value, other, known.similarity, known.other))
      best.set(number, { other, similarity: value })
  }
  for (const [number, { other, similarity: value }] of best) {
    for (const position of copies[number]!) {
      survivorOf[position] = copies[other]![0]!
      similarity[position] = value
    }
  }
  return { survivorOf, similarity }
}

/** The search result without the pairs of documents that have been removed. */
export function withoutRemoved(found: SearchResult, { survivorOf }: Removal): SearchResult {
  const { copies, distinctPairs } = found
  const isLeft = (number: number) => survivorOf[copies[number]![0]!] === copies[number]![0]
  const left = Array.from(distinctPairs.a, (a, i) => isLeft(a) && isLeft(distinctPairs.b[i]!))
  const a = distinctPairs.a.filter((_, i) => left[i])
  const b = distinctPairs.b.filter((_, i) => left[i])
  const similarity = distinctPairs.similarity.filter((_, i) => left[i])
  return { ...found, distinctPairs: { count: a.length, a, b, similarity } }
}
