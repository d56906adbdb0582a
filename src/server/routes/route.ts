import { object, type Schema, type ValueOf } from '../schema.js'

/** What a request or an answer is made of. */
export type Media = 'json' | 'ndjson' | 'bytes' | 'text' | 'events' | 'html'

export const MEDIA_TYPES: Readonly<Record<Media, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  bytes: 'application/octet-stream',
  text: 'text/plain; version=0.0.4; charset=utf-8',
  events: 'text/event-stream',
  html: 'text/html; charset=utf-8',
}

const NONE = object({}, {})
type None = ValueOf<typeof NONE>

/** One row of the table from which requests are checked and the OpenAPI document is made. */
export interface Route<Body = None, Query = None, Path = None> {
  readonly method: 'get' | 'post' | 'delete'
  /** With parameters in braces: `/v1/jobs/{job}`. */
  readonly path: string
  readonly group: Group
  readonly summary: string
  readonly description?: string
  /** Parameters in the path. */
  readonly parameters: Schema<Path>
  /** Parameters after the question mark. */
  readonly query: Schema<Query>
  /** Of a JSON body. */
  readonly body: Schema<Body> | undefined
  /** Of each line of a stream. */
  readonly line: Schema | undefined
  readonly takes: Media | undefined
  readonly answer: Schema | undefined
  readonly gives: Media
  /** The status of an answer. */
  readonly status: number
  /** Whether it changes the index. */
  readonly writes: boolean
  /** Whether anyone may ask, without the token. */
  readonly isOpen: boolean
  /** Whether it may last, and so does not count as a request that is being answered. */
  readonly lasts: boolean
}

export const GROUPS = {
  index: 'The live index, one document at a time or a few',
  bulk: 'The live index, as streams of JSON lines: one answer per line, in order',
  texts: 'Texts and plans, without an index',
  jobs: 'Long searches in files of an allowed folder, or in uploads',
  server: 'The server itself',
} as const

type Group = keyof typeof GROUPS

type Given<Body, Query, Path> = Pick<Route, 'path' | 'group' | 'summary'> &
  Partial<Omit<Route<Body, Query, Path>, 'method'>>

/** A request with a JSON body, or with a stream. */
export function post<Body = None, Query = None, Path = None>(
  given: Given<Body, Query, Path>,
): Route<Body, Query, Path> {
  return { ...DEFAULTS, method: 'post', takes: 'json', body: NONE as Schema<Body>, ...given } as Route<
    Body,
    Query,
    Path
  >
}

export function get<Query = None, Path = None>(given: Given<None, Query, Path>): Route<None, Query, Path> {
  return { ...DEFAULTS, method: 'get', ...given } as Route<None, Query, Path>
}

/** Removes something. */
export function remove<Path = None>(given: Given<None, None, Path>): Route<None, None, Path> {
  return { ...DEFAULTS, method: 'delete', ...given } as Route<None, None, Path>
}

const DEFAULTS = {
  parameters: NONE,
  query: NONE,
  body: undefined,
  line: undefined,
  takes: undefined,
  answer: undefined,
  gives: 'json',
  status: 200,
  writes: false,
  isOpen: false,
  lasts: false,
} as const

/** What a handler is given: all parameters and the JSON body, checked. Lines of a stream are read by the handler. */
export type InputOf<One> =
  One extends Route<infer Body, infer Query, infer Path> ? Body & Query & Path : never
