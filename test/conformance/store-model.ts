// A live index as a plain list: every stored document is compared with the one asked about, by the definitions of text, sketch,
// band and distance. It shares only the rule of sampled shingles with the index.

import { bandKeys, sharesBand } from '../../src/band/keys.js'
import { overlapOfSorted } from '../../src/distance/sorted-sets.js'
import type { DocumentId } from '../../src/model/document.js'
import { collectSortedSets } from '../../src/model/set-collection.js'
import { similarityOf, similarityReaches } from '../../src/model/similarity.js'
import { sampleOf } from '../../src/sketch/sampled-elements.js'
import { sketchCollection, sketcherOf } from '../../src/sketch/sketch.js'
import { RequiredHits } from '../../src/store/containment.js'
import type { Expiry, IndexParameters } from '../../src/store/parameters.js'
import type { Added, Checked, Match, MatchKind, QueryOptions, StoreDocument } from '../../src/store/store.js'
import { checkShingleOptions } from '../../src/text/shingle-options.js'
import { shingle, shingleSequence } from '../../src/text/shingles.js'

interface Listed {
  readonly id: DocumentId
  readonly text: string
  readonly addedAt: number
  usedAt: number
}

const KINDS: readonly MatchKind[] = ['identical', 'similar', 'contained', 'contains']

export class StoreModel {
  readonly #parameters: IndexParameters
  readonly #expiry: Expiry
  readonly #clock: () => number
  #documents: Listed[] = []

  constructor(parameters: IndexParameters, expiry: Expiry, clock: () => number) {
    this.#parameters = parameters
    this.#expiry = expiry
    this.#clock = clock
  }

  addMany(documents: readonly StoreDocument[]): Added {
    const ids = new Set(this.#live().map(({ id }) => id))
    let replaced = 0
    for (const document of documents) {
      if (ids.has(document.id)) replaced++
      ids.add(document.id)
      this.#put(document)
    }
    this.#evict()
    const last = new Map(documents.map(({ id, text }) => [id, text]))
    const empty = [...last.values()].filter((text) => this.#set(text).length === 0).length
    return { added: documents.length, replaced, empty }
  }

  check(text: string, limit = 10): Checked {
    const { threshold, containment } = this.#parameters
    const matches = this.#matches(text, true, limit, (overlap, own, other) => {
      if (similarityReaches('jaccard', overlap, own, other, threshold)) return 'similar'
      if (containment === null) return undefined
      if (overlap / own >= containment.threshold) return 'contained'
      return overlap / other >= containment.threshold ? 'contains' : undefined
    })
    if (this.#expiry.maxIdle !== undefined || this.#expiry.maxDocuments !== undefined) {
      for (const { id } of matches)
        this.#documents.find((document) => document.id === id)!.usedAt = this.#clock()
    }
    const kind = matches[0]?.kind ?? 'contains'
    return { status: kind === 'contains' ? 'new' : kind, matches, shingles: this.#set(text).length }
  }

  addIfNew(document: StoreDocument) {
    const checked = this.check(document.text)
    const added = checked.status === 'new'
    if (added) this.addMany([document])
    return { ...checked, added }
  }

  query(text: string, { similarity = 'jaccard', threshold, limit = 10 }: QueryOptions): Match[] {
    const isContainment = similarity === 'containment'
    const matches = this.#matches(text, isContainment, Number.POSITIVE_INFINITY, (overlap, own, other) => {
      const reaches = similarityReaches(similarity, overlap, own, other, threshold!)
      return reaches ? (isContainment ? 'contained' : 'similar') : undefined
    })
    const [own, stored] = [this.#set(text), new Map(this.#live().map((document) => [document.id, document]))]
    return matches
      .map((match) => {
        const other = this.#set(stored.get(match.id)!.text)
        return {
          ...match,
          similarity: similarityOf(similarity, overlapOfSorted(own, other), own.length, other.length),
        }
      })
      .sort(byRank)
      .slice(0, limit)
  }

  remove(ids: readonly DocumentId[]): number {
    const live = this.#live()
    this.#documents = live.filter(({ id }) => !ids.includes(id))
    return live.length - this.#documents.length
  }

  get(id: DocumentId) {
    const document = this.#live().find((stored) => stored.id === id)
    if (document === undefined) return undefined
    const { text, addedAt, usedAt } = document
    const isKept = this.#parameters.keepTexts
    return { id, addedAt, usedAt, shingles: this.#set(text).length, ...(isKept && { text }) }
  }

  stats() {
    const live = this.#live()
    return { documents: live.length, empty: live.filter(({ text }) => this.#set(text).length === 0).length }
  }

  #live(): Listed[] {
    const { maxAge = Number.POSITIVE_INFINITY, maxIdle = Number.POSITIVE_INFINITY } = this.#expiry
    const now = this.#clock()
    this.#documents = this.#documents.filter(
      ({ addedAt, usedAt }) => now - addedAt < maxAge && now - usedAt < maxIdle,
    )
    return this.#documents
  }

  #put({ id, text }: StoreDocument): void {
    const now = this.#clock()
    this.#documents = this.#live().filter((stored) => stored.id !== id)
    this.#documents.push({ id, text, addedAt: now, usedAt: now })
  }

  #evict(): void {
    const { maxDocuments = Number.POSITIVE_INFINITY } = this.#expiry
    const live = [...this.#live()].sort((one, other) => one.usedAt - other.usedAt || byId(one, other))
    this.#documents = live.slice(Math.max(0, live.length - maxDocuments))
  }

  #matches(
    text: string,
    withContainment: boolean,
    limit: number,
    kindOf: (overlap: number, own: number, other: number) => MatchKind | undefined,
  ): Match[] {
    const own = this.#set(text)
    const matches: Match[] = []
    for (const document of this.#live()) {
      const other = this.#set(document.text)
      if (own.length === 0 || other.length === 0) continue
      const overlap = overlapOfSorted(own, other)
      const kind = kindOf(overlap, own.length, other.length)
      if (kind === undefined) continue
      if (!this.#shareBand(own, other) && !(withContainment && this.#shareSample(own, other))) continue
      matches.push({
        id: document.id,
        kind: this.#sequence(text) === this.#sequence(document.text) ? 'identical' : kind,
        similarity: overlap / (own.length + other.length - overlap),
        containment: { documentInMatch: overlap / own.length, matchInDocument: overlap / other.length },
      })
    }
    return matches.sort(byRank).slice(0, limit)
  }

  #shareBand(own: Uint32Array, other: Uint32Array): boolean {
    const { bands, rows, scheme } = this.#parameters
    const signatures = sketchCollection(collectSortedSets([own, other]), sketcherOf(scheme))
    const keys = bandKeys(signatures, { bands, rows })
    return Array.from({ length: bands }, (_, band) => band).some((band) => sharesBand(keys, 0, 1, band))
  }

  #shareSample(own: Uint32Array, other: Uint32Array): boolean {
    const { containment, recall, scheme } = this.#parameters
    if (containment === null) return false
    const hits = new RequiredHits(containment, recall.requested)
    const [one, two] = [own, other].map((set) =>
      sampleOf(set, { sampling: containment.sampling, seed: scheme.seed }),
    )
    return overlapOfSorted(one!, two!) >= Math.min(hits.of(one!.length), hits.of(two!.length))
  }

  #set(text: string): Uint32Array {
    return shingle(text, this.#parameters.shingle)
  }

  #sequence(text: string): string {
    return shingleSequence(text, checkShingleOptions(this.#parameters.shingle)).join()
  }
}

function byRank(one: Match, other: Match): number {
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    other.similarity - one.similarity ||
    other.containment.documentInMatch - one.containment.documentInMatch ||
    byId(one, other)
  )
}

/** By the bytes of the ids as JSON. */
function byId(one: { readonly id: DocumentId }, other: { readonly id: DocumentId }): number {
  return Buffer.compare(Buffer.from(JSON.stringify(one.id)), Buffer.from(JSON.stringify(other.id)))
}
