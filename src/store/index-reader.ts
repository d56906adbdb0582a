import { checkChoice, checkNames, checkShare, checkWhole } from '../model/check.js'
import { DOCUMENT_SIMILARITIES } from '../model/similarity.js'
import {
  type ContentMatch,
  ContentMatches,
  checkQuery,
  defaultThreshold,
  kindsOfCheck,
  kindsOfQuery,
} from './compare-contents.js'
import type { Content } from './content-reader.js'
import { canExpire, countsUse } from './expire.js'
import { type Candidates, findCandidates, visitSets } from './find-candidates.js'
import type { IndexParts } from './index-parts.js'
import type { IndexWriter } from './index-writer.js'
import { DEFAULT_LIMIT, MAX_LIMIT } from './limits.js'
import { listMatches } from './list-matches.js'
import type { ByteString, Reads } from './storage.js'
import type { Checked, CheckOptions, Match, QueryOptions } from './store.js'

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

  constructor(parts: IndexParts, space: ByteString, writer: IndexWriter) {
    this.#parts = parts
    this.#space = space
    this.#writer = writer
  }

  async query(texts: readonly string[], options: QueryOptions): Promise<Match[][]> {
    checkNames(options, ['limit', 'similarity', 'threshold'])
    const { parameters, hits, expiry, reader } = this.#parts
    const { similarity = 'jaccard' } = options
    checkChoice('similarity', similarity, DOCUMENT_SIMILARITIES)
    const threshold = options.threshold ?? defaultThreshold(similarity, parameters)
    checkShare('threshold', threshold)
    checkQuery(similarity, threshold, parameters)
    const limit = limitOf(options)
    const contents = reader.read(texts)
    const reads = await this.#reads(contents, limit)
    const candidates = await this.#candidates(reads, contents, similarity === 'containment')
    const kindOf = kindsOfQuery(similarity, threshold)
    const matches = contents.map(
      (content, i) => new ContentMatches(content, candidates[i]!, parameters, hits, kindOf, similarity),
    )
    await this.#compare(reads, candidates, matches)
    const now = this.#now()
    return Promise.all(
      matches.map(async (ofContent) => {
        const ranked = ofContent.ranked()
        if (ranked.length === 0) return []
        const found = await listMatches(reads, this.#space, ranked, limit, expiry, now)
        return found.map(({ match }) => match)
      }),
    )
  }

  async check(texts: readonly string[], limit: number): Promise<Checked[]> {
    const contents = this.#parts.reader.read(texts)
    const reads = await this.#reads(contents, limit)
    const candidates = await this.#candidates(reads, contents, true)
    const matches = await this.#matchesOfCheck(reads, contents, candidates)
    const now = this.#now()
    return Promise.all(
      contents.map((content, i) => this.#check(reads, content, matches[i]!.ranked(), limit, now)),
    )
  }

  /** Checks a content, and also returns the postings that were read. */
  async checkOne(
    content: Content,
    limit: number,
    now: number,
  ): Promise<{ checked: Checked; seen: Candidates['seen'] }> {
    const reads = await this.#reads([content], limit)
    const [candidates] = await this.#candidates(reads, [content], true)
    const [matches] = await this.#matchesOfCheck(reads, [content], [candidates!])
    const checked = await this.#check(reads, content, matches!.ranked(), limit, now)
    return { checked, seen: candidates!.seen }
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
  ): Promise<ContentMatches[]> {
    const { parameters, hits } = this.#parts
    const kindOf = kindsOfCheck(parameters)
    const matches = contents.map(
      (content, i) => new ContentMatches(content, candidates[i]!, parameters, hits, kindOf),
    )
    await this.#compare(reads, candidates, matches)
    return matches
  }

  #compare(
    reads: Reads,
    candidates: readonly Candidates[],
    matches: readonly ContentMatches[],
  ): Promise<void> {
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

  #now(): number {
    return Math.floor(this.#parts.clock())
  }
}
