// What a program that uses the package may write. Compiled by types.test.ts, never run.

import {
  type DocumentCluster,
  type DocumentInput,
  dedupe,
  type Engine,
  type FindOptions,
  findChain,
  findSimilar,
  inlineEngine,
  type Pair,
  planSimilar,
  type SimilarityReport,
} from 'likewise'
import { matchRecords, recordCandidates, recordScore } from 'likewise/match'
import { findStories } from 'likewise/news'
import { dedup, type FoundFiles, find, join, nodeEngine } from 'likewise/node'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Compiles only where two types are the same. */
declare function same<_Check extends true>(): void

interface Article {
  id: string
  text: string
  url: string
}
declare const articles: Article[]

// An interface is accepted as it is, and ids keep their type.
const report = findSimilar(articles, { threshold: 0.8 })
same<Same<typeof report, SimilarityReport<string>>>()
same<Same<(typeof report.pairs)[number], Pair<string>>>()
same<Same<(typeof report.clusters)[number], DocumentCluster<string>>>()
export const url: string = dedupe(articles)
  .kept.map((kept) => kept.url)
  .join()
const removed = dedupe(articles).removed
same<Same<(typeof removed)[number]['document'], Article>>()
same<Same<(typeof removed)[number]['survivor'], string>>()
export const chain: Pair<string>[] | undefined = findChain(report.pairs, 'a', 'b')

// Fields of its own are known to a survivor function.
dedupe(articles, { survivor: (members, documents) => members.find((i) => documents[i]?.url !== '') ?? 0 })
dedupe(articles, { survivor: { field: 'url', prefer: 'smallest' } })

// Instances of a class, with a getter and private fields.
class Page {
  readonly #html: string
  constructor(
    readonly id: number,
    html: string,
  ) {
    this.#html = html
  }
  get text(): string {
    return this.#html
  }
  save(): void {}
}
declare const pages: readonly Page[]
const byNumber = findSimilar(pages)
same<Same<(typeof byNumber.pairs)[number]['a'], number>>()
dedupe(pages).kept[0]?.save()

// No id: the position.
interface Note {
  text: string
  source: URL
}
declare const notes: readonly Note[]
const byPosition = findSimilar(notes)
same<Same<(typeof byPosition.pairs)[number]['a'], number>>()

// An id that may be missing: its own or the position.
declare const some: { id?: string; text: string }[]
const mixed = findSimilar(some)
same<Same<(typeof mixed.pairs)[number]['a'], string | number>>()
declare const nullable: { id: string | null; text: string }[]
const nullables = findSimilar(nullable)
same<Same<(typeof nullables.pairs)[number]['a'], string | number>>()

// An id of a narrow type stays narrow.
type Brand = string & { readonly brand: 'article' }
declare const branded: { id: Brand; text: string }[]
const brandedPairs = findSimilar(branded).pairs
same<Same<(typeof brandedPairs)[number]['a'], Brand>>()

// Texts, literals, mixtures, sets, generators, constants.
const texts = findSimilar(['one', 'two'])
same<Same<(typeof texts.pairs)[number]['b'], number>>()
export const kept: readonly string[] = dedupe(['one', 'two']).kept
findSimilar([{ id: 'a', text: 'one', title: 'A' }])
findSimilar(['one', { id: 'b', text: 'two' }])
findSimilar(new Set(['one', 'two']))
findSimilar(new Map<string, Article>().values())
findSimilar([{ id: 'a', text: 'one' }] as const)
declare const inputs: DocumentInput[]
const anything = findSimilar(inputs)
same<Same<typeof anything, SimilarityReport>>()
planSimilar(articles)
planSimilar(pages)

// Options that were read from somewhere.
declare const options: FindOptions
findSimilar(articles, options)

const stories = await findStories(articles, inlineEngine, { survivor: (members) => members[0] ?? 0 })
same<Same<(typeof stories)[number]['pages'], readonly string[]>>()

// Records of any type.
interface Person {
  name: string
  age: number
  member?: boolean
  born: Date | null
  phone: string | undefined
}
class Customer {
  name = ''
  since = new Date()
  greet(): string {
    return this.name
  }
}
declare const people: readonly Person[]
declare const customers: Customer[]
matchRecords(people)
matchRecords(people, customers, { fields: ['name'] })
matchRecords([{ name: 'Ann', age: 5, left: null }], [{ name: 'Anne', age: undefined }])
matchRecords(people, undefined, { score: 'points' })
recordCandidates(people)
recordScore({ name: 'Ann', phone: 5 }, { name: 'Anne' })
declare const rows: Record<string, string | undefined>[]
matchRecords(rows)

// What is none of that is refused.
// @ts-expect-error a document has a text
findSimilar([{ id: 'a', body: 'one' }])
// @ts-expect-error an id is a string or a number
findSimilar([{ id: true, text: 'one' }])
// @ts-expect-error there is no such option
findSimilar(articles, { treshold: 0.8 })
// @ts-expect-error a list is no value of a field
matchRecords([{ name: 'Ann', tags: ['a'] }])

// The engine for Node programs: rows of any type in, typed results out.
interface Row {
  sku: string
  body: string
}
declare const cursor: AsyncIterable<Row[]>
export async function useNode(signal: AbortSignal): Promise<void> {
  const found: FoundFiles = await find(cursor, { text: 'body', id: 'sku', memory: '1GB', signal })
  for await (const pair of found.pairs()) same<Same<typeof pair, Pair>>()
  for await (const { a } of found.pairBatches()) same<Same<typeof a, Uint32Array>>()
  const requested: number = found.summary.recall.requested
  await found.close()
  const result = await dedup(['a.jsonl', 'b/*.csv'], { survivor: { field: 'date', prefer: 'largest' } })
  for await (const { id, reason } of result.removed()) console.log(id, reason, requested)
  await result[Symbol.asyncDispose]()
  const joined = await join(cursor, { list: 'tags', threshold: 0.5 })
  console.log(joined.summary.pairs)
  const engines: Engine[] = [inlineEngine, nodeEngine({ workers: 2 })]
  console.log(engines.length)
}
// @ts-expect-error an option that does not exist
void find(articles, { treshold: 0.5 })
// @ts-expect-error a source that is none
void find(7)
