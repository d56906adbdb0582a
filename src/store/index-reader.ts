import { checkChoice, checkNames, checkShare, checkWhole } from '../model/check.js'
import { DOCUMENT_SIMILARITIES, type DocumentSimilarity } from '../model/similarity.js'
import {
  type ContentMatch,
  ContentMatches,
  checkQuery,
  defaultThreshold,
  kindsOfCheck,
  kindsOfQuery,
} from './compare-contents.js'
import type { Content } from './content-reader.js'
import { expectDeserted } from './expect-deserted.js'
import { canExpire, countsUse } from './expire.js'
import { type Candidates, findCandidates, visitSets } from './find-candidates.js'
import type { IndexParts } from './index-parts.js'
import type { IndexWriter } from './index-writer.js'
import { contentRecord } from './keys.js'
import { DEFAULT_LIMIT, MAX_LIMIT } from './limits.js'
import { listMatches } from './list-matches.js'
import { unpackSet } from './set-bytes.js'
import type { ByteString, Expectation, Reads } from './storage.js'
import type { Checked, CheckOptions, Match, QueryOptions } from './store.js'

/** For candidates that are found by bands alone. */
const EVERY_BAND = { banded: { has: () => true } }

/** Validates the options of a check, and returns the maximum number of matches to report. */
export function limitOfCheck(options: CheckOptions): number {
  checkNames(options, ['limit'])
  return limitOf(options)
}

function limitOf({ limit = DEFAULT_LIMIT }: CheckOptions): number {
  return checkWhole('limit', limit, 1, MAX_LIMIT)
}

/** All read operations on a namespace of an index. */
export class IndexReader {
  readonly #parts: IndexParts
  readonly #space: ByteString
  readonly #writer: IndexWriter
  readonly #thresholds = new Map<DocumentSimilarity, number>()

  constructor(parts: IndexParts, space: ByteString, writer: IndexWriter) {
    this.#parts = parts
    this.#space = space
    this.#writer = writer
  }

  async query(texts: readonly string[], options: QueryOptions): Promise<Match[][]> {
    checkNames(options, ['limit', 'similarity', 'threshold'])
    const { parameters, hits, reader, storage } = this.#parts
    const { similarity = 'jaccard' } = options
    checkChoice('similarity', similarity, DOCUMENT_SIMILARITIES)
    const min = this.#minThreshold(similarity)
    const { threshold = min } = options
    checkShare('threshold', threshold)
    checkQuery(similarity, threshold, parameters, min)
    const limit = limitOf(options)
    const kindOf = kindsOfQuery(similarity, threshold)
    if (texts.length === 1 && storage.visitSharing !== undefined && similarity !== 'containment') {
      const content = reader.readBriefly(texts[0]!)
      const matches = new ContentMatches(content, EVERY_BAND, parameters, hits, kindOf, similarity)
      storage.visitSharing(this.#space, content.bands, (key, record) => matches.add(key, unpackSet(record)))
      return [await this.#documents(storage, matches, limit)]
    }
    const contents = reader.read(texts)
    const reads = await this.#reads(contents, limit)
    const candidates = await this.#candidates(reads, contents, similarity === 'containment')
    const matches = contents.map(
      (content, i) => new ContentMatches(content, candidates[i]!, parameters, hits, kindOf, similarity),
    )
    await this.#compare(reads, candidates, matches)
    return Promise.all(matches.map((ofContent) => this.#documents(reads, ofContent, limit)))
  }

  async #documents(reads: Reads, matches: ContentMatches, limit: number): Promise<Match[]> {
    const ranked = matches.ranked()
    if (ranked.length === 0) return []
    const found = await listMatches(reads, this.#space, ranked, limit, this.#parts.expiry, this.#now())
    return found.map(({ match }) => match)
  }

  async check(texts: readonly string[], limit: number): Promise<Checked[]> {
    const contents = this.#parts.reader.read(texts)
    const reads = await this.#reads(contents, limit)
    const candidates = await this.#candidates(reads, contents, true)
    const { matches } = await this.#matchesOfCheck(reads, contents, candidates)
    const now = this.#now()
    return Promise.all(
      contents.map((content, i) => this.#check(reads, content, matches[i]!.ranked(), limit, now)),
    )
  }

  /**
   * Checks a content, and also returns what must stay true for it to be new; undefined if it is not, or no longer. The first writer to add a
   * similar document changes one of these.
   */
  async checkOne(
    content: Content,
    limit: number,
    now: number,
  ): Promise<{ checked: Checked; expect: Expectation | undefined }> {
    const reads = await this.#reads([content], limit)
    const [candidates] = await this.#candidates(reads, [content], true)
    const { matches, missing } = await this.#matchesOfCheck(reads, [content], [candidates!])
    const ranked = matches[0]!.ranked()
    const checked = await this.#check(reads, content, ranked, limit, now)
    if (checked.status !== 'new') return { checked, expect: undefined }
    // These would have matched, but have no documents.
    const deserted = ranked.flatMap(({ kind, content: key }) => (kind === 'contains' ? [] : [key]))
    const still = await expectDeserted(this.#parts.storage, this.#space, deserted, this.#parts.expiry, now)
    if (still === undefined) return { checked, expect: undefined }
    const records = missing.map((key) => [contentRecord(key), undefined] as const)
    return {
      checked,
      expect: { ...still, records: [...still.records, ...records], postings: candidates!.seen },
    }
  }

  async #check(
    reads: Reads,
    content: Content,
    matches: readonly ContentMatch[],
    limit: number,
    now: number,
  ): Promise<Checked> {
    const { storage, expiry } = this.#parts
    const found = await listMatches(reads, this.#space, matches, limit, expiry, now)
    if (countsUse(expiry) && !storage.isReadOnly)
      await Promise.all(found.map((match) => this.#writer.use(match, now)))
    const kind = found[0]?.match.kind ?? 'contains'
    return {
      status: kind === 'contains' ? 'new' : kind,
      matches: found.map(({ match }) => match),
      shingles: content.set.length,
    }
  }

  async #matchesOfCheck(
    reads: Reads,
    contents: readonly Content[],
    candidates: readonly Candidates[],
  ): Promise<{ matches: ContentMatches[]; missing: ByteString[] }> {
    const { parameters, hits } = this.#parts
    const kindOf = kindsOfCheck(parameters)
    const matches = contents.map(
      (content, i) => new ContentMatches(content, candidates[i]!, parameters, hits, kindOf),
    )
    return { matches, missing: await this.#compare(reads, candidates, matches) }
  }

  #compare(
    reads: Reads,
    candidates: readonly Candidates[],
    matches: readonly ContentMatches[],
  ): Promise<ByteString[]> {
    return visitSets(reads, this.#space, candidates, (index, key, set) => matches[index]!.add(key, set))
  }

  #candidates(reads: Reads, contents: readonly Content[], withContainment: boolean): Promise<Candidates[]> {
    return findCandidates(reads, this.#space, contents, withContainment ? this.#parts.hits : undefined)
  }

  /** Where to read from: what the storage can read ahead for one content, or the storage itself. */
  async #reads([content, ...others]: readonly Content[], limit: number): Promise<Reads> {
    const { storage, expiry } = this.#parts
    if (content === undefined || others.length > 0 || storage.readAhead === undefined) return storage
    return storage.readAhead(this.#space, content.bands, limit, canExpire(expiry))
  }

  /** The lowest threshold of a measure. */
  #minThreshold(similarity: DocumentSimilarity): number {
    const known = this.#thresholds.get(similarity) ?? defaultThreshold(similarity, this.#parts.parameters)
    this.#thresholds.set(similarity, known)
    return known
  }

  #now(): number {
    return Math.floor(this.#parts.clock())
  }
}
