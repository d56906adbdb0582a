import type { Comparison } from '../engine/inline/compare.js'
import type { DocumentId } from '../model/document.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import type { Expiry, IndexParameters } from '../store/parameters.js'
import type {
  Added,
  Checked,
  CheckOptions,
  Claimed,
  Match,
  QueryOptions,
  StoreDocument,
  StoredDocument,
} from '../store/store.js'
import type { ShingleOptions } from '../text/shingle-options.js'
import { ApiError } from './api-error.js'
import { type ByteSource, sendBytes } from './byte-stream.js'
import type { JobInput, SearchRequest } from './job-client.js'
import { JobClient } from './job-client.js'
import { bodiesOf, linesOf } from './read-stream.js'
import { type ClientOptions, Transport } from './transport.js'

/** The statistics of the index on the server. */
export interface IndexStatistics {
  readonly documents: number
  readonly empty: number
  /** The size of the whole index with all its namespaces; undefined if the backend does not know it. */
  readonly bytes?: number
  readonly parameters: IndexParameters
  readonly expiry: Expiry
}

/** What a line of a bulk response contains in addition to the result. */
interface Failed {
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string }
  readonly line: number
}

/**
 * A client of `likewise serve`. It needs only `fetch`, so it also runs in browsers. Its methods have the names, options and
 * results of a live index of the library. An error response of the server is thrown as an `ApiError`.
 *
 * @example
 * const client = new LikewiseClient('http://127.0.0.1:8080')
 * const { added, matches } = await client.addIfNew({ id: 'upload-1', text })
 */
export class LikewiseClient {
  /** Long searches in files. */
  readonly jobs: JobClient
  readonly #transport: Transport
  readonly #namespace: string

  constructor(address: string, options: ClientOptions = {}, namespace = '') {
    this.#transport = new Transport(address, options)
    this.#namespace = namespace
    this.jobs = new JobClient(this.#transport)
    this.namespace = (name) => new LikewiseClient(address, options, name)
  }

  /** Returns a client for a namespace of the index. */
  readonly namespace: (name: string) => LikewiseClient

  /**
   * Stores a document; an earlier one with the same id is replaced. When the promise resolves, the document is on the disk of
   * the server.
   */
  add(document: StoreDocument): Promise<Added> {
    return this.#post('add', { documents: [document] })
  }

  /** Stores any number of documents, in several requests. */
  async addMany(documents: Iterable<StoreDocument> | AsyncIterable<StoreDocument>): Promise<Added> {
    const total = { added: 0, replaced: 0, empty: 0 }
    let sent = 0
    for await (const { body, count } of bodiesOf(documents)) {
      let last: Added | undefined
      for await (const answer of this.#bulk<Added>('add', body, {}, sent)) last = answer
      total.added += last?.added ?? 0
      total.replaced += last?.replaced ?? 0
      total.empty += last?.empty ?? 0
      sent += count
    }
    return total
  }

  /** Checks whether the index has this text, or a similar one. */
  check(text: string, options: CheckOptions = {}): Promise<Checked> {
    return this.#post('check', { text, ...options })
  }

  checkMany(texts: readonly string[], options: CheckOptions = {}): Promise<Checked[]> {
    return this.#requestMany('check', texts, options, ({ status, matches, shingles }: Checked) => ({
      status,
      matches,
      shingles,
    }))
  }

  /** Checks and adds in one atomic step. If several similar documents are added at the same time, one of them is added. */
  addIfNew(document: StoreDocument, options: CheckOptions = {}): Promise<Claimed> {
    return this.#post('add-if-new', { id: document.id, text: document.text, ...options })
  }

  /** Finds similar stored documents, best match first. */
  async query(text: string, options: QueryOptions = {}): Promise<Match[]> {
    return (await this.#post<{ matches: Match[] }>('query', { text, ...options })).matches
  }

  queryMany(texts: readonly string[], options: QueryOptions = {}): Promise<Match[][]> {
    return this.#requestMany('query', texts, options, ({ matches }: { matches: Match[] }) => matches)
  }

  /** Removes documents by their ids, and returns how many of them existed. */
  async remove(ids: DocumentId | readonly DocumentId[]): Promise<number> {
    const list = typeof ids === 'string' || typeof ids === 'number' ? [ids] : ids
    return (await this.#post<{ removed: number }>('remove', { ids: list })).removed
  }

  async get(id: DocumentId): Promise<StoredDocument | undefined> {
    return (await this.#post<{ document: StoredDocument | null }>('get', { id })).document ?? undefined
  }

  stats(): Promise<IndexStatistics> {
    return this.#transport.get('/v1/stats', { namespace: this.#namespace })
  }

  async namespaces(): Promise<string[]> {
    return (await this.#transport.get<{ namespaces: string[] }>('/v1/namespaces')).namespaces
  }

  async compact(): Promise<void> {
    await this.#transport.send({
      method: 'POST',
      path: '/v1/compact',
      body: '{}',
      type: 'application/json',
      isLongRunning: true,
    })
  }

  /** Returns all documents of all namespaces as bytes, for `restore` of any store. */
  async snapshot(): Promise<ReadableStream<Uint8Array>> {
    return (await this.#transport.send({ method: 'GET', path: '/v1/snapshot', isLongRunning: true })).body!
  }

  /**
   * Adds the documents of a snapshot; its index must have the same parameters. Returns their number.
   *
   * @param snapshot the `snapshot()` of any live index or client, or its bytes. Most browsers can send only a `Blob` or a `Uint8Array`
   */
  async restore(snapshot: ByteSource): Promise<number> {
    const response = await sendBytes(snapshot, (body) =>
      this.#transport.send({
        method: 'POST',
        path: '/v1/restore',
        body,
        type: 'application/octet-stream',
        isLongRunning: true,
      }),
    )
    return ((await response.json()) as { restored: number }).restored
  }

  /** Shows what two texts have in common. */
  compare(a: string, b: string, options: { readonly shingle?: ShingleOptions } = {}): Promise<Comparison> {
    return this.#transport.post('/v1/compare', { a, b, ...options })
  }

  /** Chooses bands and rows for a threshold and a recall, and returns the probability of finding a pair by similarity. */
  tune(options: TuneRequest = {}): Promise<TuneResult> {
    return this.#transport.post('/v1/tune', options)
  }

  /** Returns the plan that a search would follow, and why, without running it. */
  async explain(inputs: readonly JobInput[], options: SearchRequest = {}): Promise<ExplainedPlan> {
    const response = await this.#transport.send({
      method: 'POST',
      path: '/v1/explain',
      body: JSON.stringify({ inputs, options }),
      type: 'application/json',
      isLongRunning: true,
    })
    return (await response.json()) as ExplainedPlan
  }

  #post<Answer>(name: string, body: object): Promise<Answer> {
    return this.#transport.post(`/v1/${name}`, {
      ...body,
      ...(this.#namespace !== '' && { namespace: this.#namespace }),
    })
  }

  async #requestMany<Answer, Result>(
    name: 'check' | 'query',
    texts: readonly string[],
    options: CheckOptions & QueryOptions,
    read: (answer: Answer) => Result,
  ): Promise<Result[]> {
    const results: Result[] = []
    for await (const { body } of bodiesOf(texts.map((text) => ({ text })))) {
      for await (const answer of this.#bulk<Answer>(name, body, { ...options }, results.length))
        results.push(read(answer))
    }
    return results
  }

  /** @param before the number of documents in earlier requests of the same call */
  async *#bulk<Answer>(
    name: string,
    body: string,
    options: Readonly<Record<string, string | number>>,
    before: number,
  ): AsyncGenerator<Answer, void> {
    const response = await this.#transport.send({
      method: 'POST',
      path: `/v1/bulk/${name}`,
      query: { ...options, ...(this.#namespace !== '' && { namespace: this.#namespace }) },
      body,
      type: 'application/x-ndjson',
      isLongRunning: true,
    })
    for await (const line of linesOf(response)) {
      const answer = JSON.parse(line) as Answer & Failed
      const { error } = answer
      if (error !== undefined)
        throw new ApiError(400, error.code, error.message, error.hint, before + answer.line)
      yield answer as Awaited<Answer>
    }
  }
}

/** The threshold, the recall and the layout of a curve. */
export interface TuneRequest {
  /** Default: 0.8. */
  readonly threshold?: number
  /** Default: 0.95. */
  readonly recall?: number
  /** Default: `jaccard`. */
  readonly similarity?: 'jaccard' | 'dice' | 'cosine'
  /** The maximum number of slots in a signature. */
  readonly slots?: number
  /** The curve of this many bands instead; requires `rows`, and no recall or slots. */
  readonly bands?: number
  /** The number of rows per band; requires `bands`. */
  readonly rows?: number
}

/** Bands and rows, and their curve. */
export interface TuneResult {
  readonly bands: number
  readonly rows: number
  readonly slots: number
  readonly threshold: number
  readonly recall: { readonly requested?: number; readonly guaranteed: number }
  readonly points: readonly { readonly similarity: number; readonly probability: number }[]
}
