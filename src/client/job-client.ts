import type { FindRequest, Progress } from '../engine/engine.js'
import type { ItemIndexOptions } from '../model/benchmark-item.js'
import { ApiError } from './api-error.js'
import { eventsOf } from './read-stream.js'
import type { Transport } from './transport.js'

/** The input of a search: a file or folder that the server allows, or an upload. */
export type JobInput = { readonly path: string } | { readonly upload: string }

/** The options of a search, with the same names as in the library. */
export interface SearchRequest
  extends Pick<
    FindRequest,
    | 'threshold'
    | 'similarity'
    | 'recall'
    | 'method'
    | 'seed'
    | 'maxGroup'
    | 'clusters'
    | 'audit'
    | 'shingle'
    | 'onError'
  > {
  readonly text?: string | readonly string[]
  readonly id?: string | false
  readonly format?: string
  readonly encoding?: string
  readonly delimiter?: string
  readonly header?: boolean
  /** For dedup: which of several similar documents to keep. Default: `first`. */
  readonly survivor?:
    | 'first'
    | 'longest'
    | { readonly field: string; readonly prefer: 'largest' | 'smallest' }
    | { readonly sources: readonly string[] }
  /** For dedup: keep only one document of each cluster. Default: false. */
  readonly onePerCluster?: boolean
  /**
   * Compare with these documents; each pair then has one document of the inputs and one of these. Files, the directory of a
   * finished run, or `index`: the index of the server. Default: none.
   */
  readonly against?: readonly JobInput[] | 'index'
  /** The text and id fields of the documents to compare with. Default: the same as for the inputs. */
  readonly againstFields?: Pick<SearchRequest, 'text' | 'id'>
  /** With the index of the server: the namespace to compare with. */
  readonly againstIndex?: { readonly namespace?: string }
  /** With `against`: also find the pairs within the inputs. Default: false. */
  readonly alsoWithin?: boolean
  /** For dedup with the index of the server: add the kept documents to it. Default: false. */
  readonly add?: boolean
}

/** The options of a decontamination, with the same names as in the library. */
export interface DecontaminateRequest
  extends ItemIndexOptions,
    Pick<SearchRequest, 'text' | 'id' | 'format' | 'encoding' | 'delimiter' | 'header' | 'onError'> {
  /** The text and id fields of the items. Default: detected in each file. */
  readonly benchmarkFields?: Pick<SearchRequest, 'text' | 'id'>
  /** What to remove: documents that contain an item, or only the items. Default: `documents`. */
  readonly remove?: 'documents' | 'spans'
}

/** A result of a job. */
export type JobResult =
  | 'pairs'
  | 'clusters'
  | 'kept'
  | 'removed'
  | 'edited'
  | 'manifest'
  | 'contamination'
  | 'report'

/** A long search. */
export interface Job {
  readonly job: string
  readonly command: 'find' | 'dedup' | 'decontaminate'
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'canceled'
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly progress?: Progress
  /** The counts of the result. */
  readonly summary?: Readonly<Record<string, unknown>>
  readonly results?: readonly { readonly name: JobResult; readonly bytes: number }[]
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string }
}

/** Long searches on a server. */
export class JobClient {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Sends a file for a search.
   *
   * @param name its extension determines the format
   */
  async upload(
    name: string,
    content: BodyInit,
  ): Promise<{ readonly upload: string; readonly bytes: number }> {
    const response = await this.#transport.send({
      method: 'POST',
      path: '/v1/uploads',
      query: { name },
      body: content,
      type: 'application/octet-stream',
      isLongRunning: true,
    })
    return (await response.json()) as { upload: string; bytes: number }
  }

  async removeUpload(upload: string): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: `/v1/uploads/${encodeURIComponent(upload)}` })
  }

  start(command: 'find' | 'dedup', inputs: readonly JobInput[], options: SearchRequest = {}): Promise<Job> {
    return this.#transport.post('/v1/jobs', { command, inputs, options })
  }

  /** Starts a search for the items of benchmarks in training documents. */
  decontaminate(
    inputs: readonly JobInput[],
    benchmarks: readonly JobInput[],
    options: DecontaminateRequest = {},
  ): Promise<Job> {
    return this.#transport.post('/v1/jobs/decontaminate', { inputs, benchmarks, options })
  }

  async list(): Promise<Job[]> {
    return (await this.#transport.get<{ jobs: Job[] }>('/v1/jobs')).jobs
  }

  get(job: string): Promise<Job> {
    return this.#transport.get(pathOf(job))
  }

  /** The states of a job as it runs; the last one is the state in which it ended. */
  async *follow(job: string): AsyncGenerator<Job, void> {
    const response = await this.#transport.send({
      method: 'GET',
      path: `${pathOf(job)}/events`,
      isLongRunning: true,
    })
    for await (const data of eventsOf(response)) yield JSON.parse(data) as Job
  }

  /** Waits until a job is done. Throws an `ApiError` if it failed or was canceled. */
  async wait(job: string): Promise<Job> {
    let last: Job | undefined
    for await (const state of this.follow(job)) last = state
    if (last?.state === 'done') return last
    const { code, message, hint } = last?.error ?? {
      code: 'canceled',
      message: 'the job was canceled, or the connection was lost',
      hint: 'start it again',
    }
    throw new ApiError(422, code, message, hint)
  }

  /** Returns a result of a finished job as bytes: JSON Lines, JSON for the manifest, HTML for the report. */
  async result(job: string, name: JobResult): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#transport.send({
      method: 'GET',
      path: `${pathOf(job)}/results/${name}`,
      isLongRunning: true,
    })
    return response.body!
  }

  /** Cancels a job, or removes one that has ended, with its results. */
  async remove(job: string): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: pathOf(job) })
  }
}

function pathOf(job: string): string {
  return `/v1/jobs/${encodeURIComponent(job)}`
}
