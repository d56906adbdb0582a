import type { RecordPlaces } from '../../engine/local/local-engine.js'
import type { DocumentId } from '../../model/document.js'
import type { Source } from '../../read/source.js'
import { fieldReader } from './json-field.js'
import { visitLines } from './visit-lines.js'

/** The id of a position: the position itself, or what the id field of its record holds. */
export type IdOf = (position: number) => DocumentId

/**
 * Reads the ids of the positions that are wanted.
 *
 * @param mark calls back with each position wanted
 */
export function readIds(
  source: Source,
  places: RecordPlaces,
  mark: (want: (position: number) => void) => void,
): IdOf {
  if (source.idField === undefined) return (position) => position
  const wanted = new Uint8Array(places.count)
  mark((position) => {
    wanted[position] = 1
  })
  const readId = fieldReader(source.idField)
  const ids = new Array<DocumentId>(places.count)
  visitLines(
    source,
    places,
    (position) => wanted[position] === 1,
    (position, line) => {
      ids[position] = readId(line) as DocumentId
    },
  )
  return (position) => ids[position]!
}
