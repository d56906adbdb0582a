import { object, type Schema, type ValueOf } from '../schema.js'

/** The content type of a request or response. */
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

/** One row of the route table, which is used to check requests and to generate the OpenAPI document. */
export interface Route<Body = None, Query = None, Path = None> {
  readonly method: 'get' | 'post' | 'delete'
  /** Parameters are in braces: `/v1/jobs/{job}`. */
  readonly path: string
  readonly group: Group
  readonly summary: string
  readonly description?: string
  /** Path parameters. */
  readonly parameters: Schema<Path>
  /** Query parameters. */
  readonly query: Schema<Query>
  /** The schema of a JSON body. */
  readonly body: Schema<Body> | undefined
  /** The schema of each line of a stream. */
  readonly line: Schema | undefined
  readonly takes: Media | undefined
  readonly answer: Schema | undefined
  readonly gives: Media
  /** The status of a successful response. */
  readonly status: number
  /** Whether the operation changes the index. */
  readonly writes: boolean
  /** Whether it can be called without the token. */
  readonly isOpen: boolean
  /** Whether it can be long-lived; if so, it does not count as a request in progress. */
  readonly isLongRunning: boolean
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

/** A request with a JSON body or a stream. */
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
  isLongRunning: false,
} as const

/** The input of a handler: all parameters and the JSON body, checked. The handler reads the lines of a stream itself. */
export type InputOf<One> =
  One extends Route<infer Body, infer Query, infer Path> ? Body & Query & Path : never
