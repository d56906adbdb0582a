import type { SimilarName } from '../../apps/recommend/recommend-options.js'
import type { Recommender } from '../../apps/recommend/recommender.js'
import type { Lifetime } from '../../temporary/lifetime.js'
import type { Column } from '../../write/column.js'
import type { Output } from '../../write/node-output.js'
import { writeTable } from '../../write/node-write-table.js'
import type { Written } from '../../write/written.js'

const RECOMMENDED: readonly Column[] = [
  { name: 'customer', type: 'string' },
  { name: 'rank', type: 'integer' },
  { name: 'item', type: 'string' },
  { name: 'title', type: 'string' },
  { name: 'score', type: 'number' },
  { name: 'likedBy', type: 'integer' },
  { name: 'because', type: 'json' },
  { name: 'customers', type: 'json' },
]

/** Writes the recommendations of every customer, best first. */
export async function writeRecommendations(
  output: Output,
  recommender: Recommender,
  top: number,
  titles: ReadonlyMap<string, string>,
  lifetime: Lifetime,
  onProgress: (done: number) => void,
): Promise<Written> {
  const columns = titles.size > 0 ? RECOMMENDED : RECOMMENDED.filter(({ name }) => name !== 'title')
  return writeTable(output, columns, lifetime, async (writer) => {
    for (const [done, customer] of recommender.preferences.customers.entries()) {
      onProgress(done)
      for (const [i, { item, score, likedBy, because, customers }] of recommender
        .recommend(customer, top)
        .entries()) {
        const title = titles.size > 0 ? { title: titles.get(item) } : {}
        await writer.write({ customer, rank: i + 1, item, ...title, score, likedBy, because, customers })
      }
    }
  })
}

/** Writes the most similar names for each name. */
export async function writeSimilar(
  output: Output,
  kind: 'customer' | 'item',
  names: readonly string[],
  lifetime: Lifetime,
  similarTo: (name: string, done: number) => readonly SimilarName[],
): Promise<Written> {
  const columns: readonly Column[] = [
    { name: kind, type: 'string' },
    { name: 'rank', type: 'integer' },
    { name: 'other', type: 'string' },
    { name: 'similarity', type: 'number' },
  ]
  return writeTable(output, columns, lifetime, async (writer) => {
    for (const [done, name] of names.entries()) {
      for (const [i, alike] of similarTo(name, done).entries())
        await writer.write({ [kind]: name, rank: i + 1, other: alike.name, similarity: alike.similarity })
    }
  })
}
