import type { DocumentId } from '../../../model/document.js'
import { pathReader } from '../../../read/json-field.js'
import type { Source } from '../../../read/source.js'
import type { Inputs } from '../../ports.js'
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
  inputs: Inputs,
  source: Source,
  places: RecordLocations,
  mark: (want: (position: number) => void) => void,
): IdOf {
  if (source.idField === undefined) return (position) => position
  const wanted = new Uint8Array(places.count)
  mark((position) => {
    wanted[position] = 1
  })
  const readId = pathReader(source.idField)
  const ids = new IdTable(places.count)
  visitLines(
    inputs,
    source,
    places,
    (position) => wanted[position] === 1,
    (position, line) => ids.add(position, readId(line) as DocumentId),
  )
  return (position) => ids.at(position)
}

/** Ids as JSON, one behind the other: a fifth of what strings of their own would take. Positions must rise. */
class IdTable {
  readonly #starts: Float64Array
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder()
  #bytes = new Uint8Array(2 ** 16)
  #end = 0

  constructor(count: number) {
    this.#starts = new Float64Array(count)
  }

  add(position: number, id: DocumentId): void {
    const json = JSON.stringify(id)
    const most = 3 * json.length + 1
    if (this.#end + most > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#end + most))
      larger.set(this.#bytes.subarray(0, this.#end))
      this.#bytes = larger
    }
    this.#starts[position] = this.#end
    this.#end += this.#encoder.encodeInto(`${json}\n`, this.#bytes.subarray(this.#end)).written
  }

  at(position: number): DocumentId {
    const start = this.#starts[position]!
    const json = this.#decoder.decode(this.#bytes.subarray(start, this.#bytes.indexOf(10, start)))
    return JSON.parse(json) as DocumentId
  }
}
