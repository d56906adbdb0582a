import { describe, expect, it } from 'vitest'
import { bagSimilarity } from '../../src/distance/bags.js'
import { jaccardSimilarity } from '../../src/distance/jaccard.js'
import { compare } from '../../src/engine/inline/compare.js'
import { dedupe } from '../../src/engine/inline/dedupe.js'
import { findSimilar } from '../../src/engine/inline/find-similar.js'
import type { Pair } from '../../src/model/pair.js'
import { reaches } from '../../src/model/threshold.js'
import type { ShingleOptions } from '../../src/text/shingle-options.js'
import { shingleStrings } from '../../src/text/shingles.js'
import { cases } from '../depth.js'
import fc from '../property.js'

/** Texts from a small vocabulary, so that some are equal, many are alike and some are empty. */
const text = fc.oneof(
  fc
    .array(fc.constantFrom('a', 'b', 'c', 'D', 'the', 'of'), { maxLength: 8, size: 'max' })
    .map((words) => words.join(' ')),
  fc
    .tuple(fc.integer({ min: 0, max: 11 }), fc.constantFrom('', ' more', ' MORE', ' other'))
    .map(([length, end]) => 'a b c d e f g h i j k'.slice(0, 2 * length) + end),
)
const texts = fc.array(text, { maxLength: 12, size: 'max' })
const shingleWays = fc.record({
  kind: fc.constantFrom('words', 'chars', 'stopwords'),
  k: fc.integer({ min: 1, max: 3 }),
  bag: fc.boolean(),
} as const)
const threshold = fc.constantFrom(0.1, 1 / 3, 0.5, 2 / 3, 0.8, 0.9, 1)

/** |A ∩ B| and |A ∪ B| of two lists; as bags each copy counts. */
function plainOverlap(left: readonly string[], right: readonly string[]): { shared: number; union: number } {
  const rest = [...right]
  let shared = 0
  for (const one of left) {
    const at = rest.indexOf(one)
    if (at < 0) continue
    rest.splice(at, 1)
    shared++
  }
  return { shared, union: left.length + rest.length }
}

/** Every pair of documents that reaches the threshold, by the strings of their shingles. */
function plainPairs(documents: readonly string[], options: ShingleOptions, least: number): Pair[] {
  const shingles = documents.map((document) => shingleStrings(document, options))
  const pairs: Pair[] = []
  for (let a = 0; a < documents.length; a++) {
    for (let b = a + 1; b < documents.length; b++) {
      const { shared, union } = plainOverlap(shingles[a]!, shingles[b]!)
      if (shared > 0 && reaches(shared, union, least)) pairs.push({ a, b, similarity: shared / union })
    }
  }
  return pairs
}

/** The connected components of at least two members, by flooding. */
function plainComponents(count: number, pairs: readonly Pair[]): number[][] {
  const seen = new Set<number>()
  const components: number[][] = []
  for (let start = 0; start < count; start++) {
    if (seen.has(start)) continue
    const members = [start]
    seen.add(start)
    for (const member of members) {
      for (const { a, b } of pairs) {
        const other = a === member ? b : b === member ? a : undefined
        if (other === undefined || seen.has(Number(other))) continue
        seen.add(Number(other))
        members.push(Number(other))
      }
    }
    if (members.length > 1) components.push(members.sort((one, other) => one - other))
  }
  return components
}

/** All shingles of a text with their repeats; a bag has no order. */
function occurrences(text: string, shingle: ShingleOptions & { bag?: boolean }): string {
  const strings = shingleStrings(text, { ...shingle, bag: true })
  return (shingle.bag === true ? strings.sort() : strings).join('|')
}

describe('findSimilar', () => {
  it('finds the pairs of every-pair at recall 1, in their order', () => {
    fc.assert(
      fc.property(texts, shingleWays, threshold, (documents, shingle, least) => {
        const report = findSimilar(documents, { threshold: least, recall: 1, shingle })
        expect(report.pairs).toEqual(plainPairs(documents, shingle, least))
      }),
      { numRuns: cases(1000) },
    )
  })

  it('at lower recall, reports only true pairs, with all copies of what it finds, and counts correctly', () => {
    fc.assert(
      fc.property(
        texts,
        shingleWays,
        threshold,
        fc.constantFrom(0.3, 0.9, 0.99),
        (documents, shingle, least, recall) => {
          const report = findSimilar(documents, { threshold: least, recall, shingle, method: 'bands' })
          const all = plainPairs(documents, shingle, least)
          expect(all).toEqual(expect.arrayContaining([...report.pairs]))
          const found = new Set(report.pairs.map(({ a, b }) => `${a} ${b}`))
          expect(found.size).toBe(report.pairs.length)
          // Equal sets have equal signatures and are never missed.
          const identical = all.filter(({ similarity }) => similarity === 1)
          expect(report.pairs.filter(({ similarity }) => similarity === 1)).toEqual(identical)
          const shingles = documents.map((document) => shingleStrings(document, shingle).sort().join('|'))
          expect(report.documents).toBe(documents.length)
          expect(report.empty).toBe(shingles.filter((key) => key === '').length)
          const [different, inOrder] = [new Set<string>(), new Set<string>()]
          documents.forEach((document, i) => {
            if (shingles[i] === '') return
            different.add(document)
            inOrder.add(occurrences(document, shingle))
          })
          expect(report.identical).toBe(documents.length - report.empty - different.size)
          expect(report.equal).toBe(different.size - inOrder.size)
        },
      ),
      { numRuns: cases(200) },
    )
  })

  it('forms clusters that are the components of the pairs it reports', () => {
    fc.assert(
      fc.property(
        texts,
        shingleWays,
        threshold,
        fc.constantFrom(0.5, 1),
        (documents, shingle, least, recall) => {
          const method = recall === 1 ? 'exact' : 'bands'
          const { pairs, clusters } = findSimilar(documents, { threshold: least, recall, shingle, method })
          expect(clusters.map(({ members }) => members)).toEqual(plainComponents(documents.length, pairs))
          for (const cluster of clusters) {
            const inside = pairs.filter(({ a }) => cluster.members.includes(a))
            expect(cluster.pairs).toBe(inside.length)
            expect(cluster.minSimilarity).toBeLessThanOrEqual(cluster.meanSimilarity)
          }
        },
      ),
      { numRuns: cases(250) },
    )
  })

  it('forms disjoint stars, each member connected to the center by a pair or equal to it', () => {
    fc.assert(
      fc.property(texts, threshold, (documents, least) => {
        const shingle = { k: 1 }
        const { pairs, clusters } = findSimilar(documents, {
          threshold: least,
          recall: 1,
          shingle,
          clusters: 'stars',
        })
        const members = clusters.flatMap((cluster) => cluster.members)
        expect(new Set(members).size).toBe(members.length)
        const tied = new Set(pairs.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]))
        for (const cluster of clusters) {
          for (const member of cluster.members) {
            if (member !== cluster.center) expect(tied.has(`${member} ${cluster.center}`)).toBe(true)
          }
        }
      }),
      { numRuns: cases(500) },
    )
  })

  it('identifies documents by their ids, whatever they are', () => {
    fc.assert(
      fc.property(texts, threshold, (list, least) => {
        const options = { threshold: least, recall: 1, shingle: { k: 1 } }
        const named = findSimilar(
          list.map((one, i) => ({ id: `id ${list.length - i}`, text: one })),
          options,
        )
        const rename = (id: unknown) => `id ${list.length - Number(id)}`
        const plain = findSimilar(list, options)
        expect(named.pairs).toEqual(
          plain.pairs.map(({ a, b, similarity }) => ({ a: rename(a), b: rename(b), similarity })),
        )
        expect(named.clusters.map(({ members }) => members)).toEqual(
          plain.clusters.map(({ members }) => members.map(rename)),
        )
      }),
      { numRuns: cases(200) },
    )
  })
})

describe('dedupe', () => {
  const policy = fc.constantFrom(
    'first' as const,
    'longest' as const,
    { field: 'rank', prefer: 'largest' as const },
    (members: readonly number[]) => members.at(-1)!,
  )

  it('removes only what is similar to a kept document, loses nothing, and keeps no two that are a pair', () => {
    fc.assert(
      fc.property(
        texts,
        shingleWays,
        threshold,
        fc.constantFrom(0.5, 1),
        policy,
        (list, shingle, least, recall, survivor) => {
          const documents = list.map((one, i) => ({ id: `d${i}`, text: one, rank: (i * 7) % 5 }))
          const method = recall === 1 ? ('exact' as const) : ('bands' as const)
          const options = { threshold: least, recall, shingle, method }
          const { kept, removed, clusters } = dedupe(documents, { ...options, survivor })
          const gone = new Map(removed.map((entry) => [entry.id, entry]))

          expect(documents.filter((document) => !gone.has(document.id))).toEqual(kept)
          expect(removed.map(({ document }) => document)).toEqual(documents.filter(({ id }) => gone.has(id)))
          for (const document of [...kept, ...removed.map((entry) => entry.document)]) {
            expect(documents.includes(document)).toBe(true)
          }

          for (const { members, survivors } of clusters) {
            expect(survivors).toEqual(members.filter((member) => !gone.has(member)))
            expect(survivors.length).toBeGreaterThan(0)
            for (const member of members) {
              if (gone.has(member)) expect(survivors).toContain(gone.get(member)!.survivor)
            }
          }

          const report = findSimilar(documents, options)
          expect(clusters.map(({ survivors: _, ...cluster }) => cluster)).toEqual(report.clusters)
          const keptIds = new Set<unknown>(kept.map(({ id }) => id))
          expect(report.pairs.filter(({ a, b }) => keptIds.has(a) && keptIds.has(b))).toEqual([])

          for (const { document, survivor: by, similarity, reason } of removed) {
            const other = documents.find(({ id }) => id === by)!
            const { shared, union } = plainOverlap(
              shingleStrings(document.text, shingle),
              shingleStrings(other.text, shingle),
            )
            expect(similarity).toBe(shared / union)
            expect(similarity).toBeGreaterThanOrEqual(least)
            const isEqual = occurrences(document.text, shingle) === occurrences(other.text, shingle)
            const equal = isEqual ? 'equal' : 'similar'
            expect(reason).toBe(document.text === other.text ? 'identical' : equal)
          }
        },
      ),
      { numRuns: cases(250) },
    )
  })

  it('finds nothing more to remove in what it kept', () => {
    fc.assert(
      fc.property(texts, threshold, (documents, least) => {
        const options = { threshold: least, recall: 1, shingle: { k: 1 } }
        expect(dedupe(dedupe(documents, options).kept, options).removed).toEqual([])
      }),
      { numRuns: cases(200) },
    )
  })
})

describe('compare', () => {
  it('is the Jaccard similarity of the shingles as strings, as sets and as bags', () => {
    fc.assert(
      fc.property(text, text, shingleWays, (a, b, shingle) => {
        const [left, right] = [shingleStrings(a, shingle), shingleStrings(b, shingle)]
        const { similarity, shared, onlyA, onlyB, containment } = compare(a, b, {
          shingle,
          sketch: { slots: 8 },
        })
        if (left.length === 0 || right.length === 0) {
          expect(similarity).toBe(0)
        } else {
          expect(similarity).toBe(
            shingle.bag ? bagSimilarity(left, right, { union: 'max' }) : jaccardSimilarity(left, right),
          )
        }
        expect([...shared, ...onlyA].sort()).toEqual([...left].sort())
        expect([...shared, ...onlyB].sort()).toEqual([...right].sort())
        expect(containment.aInB * left.length).toBeCloseTo(shared.length, 9)
        expect(containment.bInA * right.length).toBeCloseTo(shared.length, 9)
      }),
      { numRuns: cases(1000) },
    )
  })

  it('gives the same result whichever text comes first', () => {
    fc.assert(
      fc.property(text, text, shingleWays, (a, b, shingle) => {
        const options = { shingle, sketch: { slots: 8 } }
        const [one, other] = [compare(a, b, options), compare(b, a, options)]
        expect(one.similarity).toBe(other.similarity)
        expect(one.estimate).toBe(other.estimate)
        expect(one.onlyA).toEqual(other.onlyB)
        expect([...one.shared].sort()).toEqual([...other.shared].sort())
      }),
      { numRuns: cases(300) },
    )
  })
})
