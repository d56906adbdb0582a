import type { DocumentId } from '../../../model/document.js'
import { pathReader } from '../../../read/json-field.js'
import type { Source } from '../../../read/source.js'
import type { ClusterTable } from '../cluster/cluster-table.js'
import type { Thread } from '../threads/thread.js'
import type { PairStream } from '../verify/pair-stream.js'
import type { RecordLocations } from './record-locations.js'
import { visitLines } from './visit-lines.js'

/** The id of a position: the position itself, or what the id field of its record holds. */
export type IdOf = (position: number) => DocumentId

/**
 * Reads the ids of the positions that are wanted.
 *
 * @param mark calls back with each position wanted
 */
export function readIds(
  { inputs, collect }: Pick<Thread, 'inputs' | 'collect'>,
  source: Source,
  places: RecordLocations,
  mark: (want: (position: number) => void) => void,
): IdOf {
  const { against } = source
  const boundary = boundaryOf(source, places)
  const numbered = (position: number) => (position < boundary ? position : position - boundary)
  if (source.idField === undefined && against?.idField === undefined) return numbered
  const hasField = (position: number) => (position < boundary ? source : against!).idField !== undefined
  const wanted = new Uint8Array(places.count)
  mark((position) => {
    wanted[position] = hasField(position) ? 1 : 0
  })
  const [readOwn, readOther] = [source.idField, against?.idField].map((field) => pathReader(field ?? ''))
  const ids = new IdTable(places.count)
  let read = 0
  visitLines(
    inputs,
    source,
    places,
    (position) => wanted[position] === 1,
    (position, line) => {
      ids.add(position, (position < boundary ? readOwn! : readOther!)(line) as DocumentId)
      if (++read % COLLECT_EVERY === 0) collect()
    },
  )
  return (position) => (hasField(position) ? ids.at(position) : numbered(position))
}

/** The ids of all documents that are in a pair or a cluster. */
export function readFoundIds(
  source: Source,
  {
    places,
    pairs,
    clusters,
    thread,
  }: {
    readonly places: RecordLocations
    readonly pairs: PairStream
    readonly clusters: ClusterTable
    readonly thread: Thread
  },
): IdOf {
  return readIds(thread, source, places, (want) => {
    for (const { a, b } of pairs.unordered()) {
      for (const list of [a, b]) for (const position of list) want(position)
    }
    for (const position of clusters.columns.members) want(position)
  })
}

/** The first position of the documents to compare with; behind all where there are none. */
export function boundaryOf(source: Source, places: RecordLocations): number {
  return source.against === undefined ? places.count : places.firstOf(source.against.firstFile)
}

/** Ids read between two times that memory is freed. */
const COLLECT_EVERY = 2 ** 14
/** Numbers of so many digits are exact. */
const MAX_DIGITS = 15
/** Bytes of a chunk of ids; a longer id has a chunk of its own. */
const CHUNK = 2 ** 20
const NEWLINE = 10
const QUOTE = 34

/**
 * Ids as JSON, one behind the other: a fifth of what strings of their own would take. Positions must rise.
 */
class IdTable {
  /** For each position CHUNK · the number of its chunk + where it begins there. */
  readonly #starts: Float64Array
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()
  readonly #chunks: Uint8Array[] = []
  /** Bytes used of the last chunk. */
  #end = CHUNK

  constructor(count: number) {
    this.#starts = new Float64Array(count)
  }

  add(position: number, id: DocumentId): void {
    const json = `${JSON.stringify(id)}\n`
    const most = 3 * json.length
    if (this.#end + most > CHUNK) {
      this.#chunks.push(new Uint8Array(Math.max(CHUNK, most)))
      this.#end = 0
    }
    this.#starts[position] = CHUNK * (this.#chunks.length - 1) + this.#end
    const chunk = this.#chunks.at(-1)!
    this.#end += this.#encoder.encodeInto(json, chunk.subarray(this.#end)).written
  }

  at(position: number): DocumentId {
    const start = this.#starts[position]!
    const chunk = this.#chunks[Math.floor(start / CHUNK)]!
    const from = start % CHUNK
    const to = chunk.indexOf(NEWLINE, from)
    const number = digitsAt(chunk, from, to)
    return number ?? (JSON.parse(this.#decoder.decode(chunk.subarray(from, to))) as DocumentId)
  }
}

/** A number of plain digits, or undefined. */
function digitsAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (bytes[start] === QUOTE || end - start > MAX_DIGITS) return undefined
  let number = 0
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - 48
    if (digit < 0 || digit > 9) return undefined
    number = 10 * number + digit
  }
  return number
}
