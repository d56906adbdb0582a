import type { DocumentId } from '../../../model/document.js'
import type { PairBatch } from '../../../model/pair.js'
import type { Source } from '../../../read/source.js'
import type { ClusterTable } from '../cluster/cluster-table.js'
import type { Thread } from '../threads/thread.js'
import type { PairStream } from '../verify/pair-stream.js'
import { IdFinder, IdTable } from './id-table.js'
import { KeptIds } from './kept-ids.js'
import type { RecordLocations } from './record-locations.js'
import { visitPieces } from './visit-lines.js'

/** The id of a position: the position itself, or the value of the id field of its record. */
export type IdOf = (position: number) => DocumentId

/**
 * Reads the ids of selected positions.
 *
 * @param mark calls back with each selected position
 */
export function readIds(
  { inputs, store, collect }: Pick<Thread, 'inputs' | 'store' | 'collect'>,
  source: Source,
  locations: RecordLocations,
  mark: (want: (position: number) => void) => void,
): IdOf {
  const { against } = source
  const boundary = boundaryOf(source, locations)
  const numbered = (position: number) => (position < boundary ? position : position - boundary)
  if (source.idField === undefined && against?.idField === undefined) return numbered
  const hasField = (position: number) => (position < boundary ? source : against!).idField !== undefined
  const kept = new KeptIds(store, locations.sketched)
  if (kept.areAll) return (position) => kept.at(position)!
  const wanted = new Uint8Array(locations.count)
  mark((position) => {
    wanted[position] = hasField(position) && !kept.has(position) ? 1 : 0
  })
  const [own, other] = [source.idField, against?.idField].map((field) => new IdFinder(field ?? ''))
  const ids = new IdTable(locations.count)
  let read = 0
  visitPieces(
    inputs,
    source,
    locations,
    (position) => wanted[position] === 1,
    (position, bytes, start, end) => {
      const finder = position < boundary ? own! : other!
      finder.find(bytes, start, end)
      ids.add(position, finder)
      if (++read % COLLECT_EVERY === 0) collect()
    },
  )
  return (position) => (hasField(position) ? (kept.at(position) ?? ids.at(position)) : numbered(position))
}

/** The ids of all documents that are in a pair or a cluster. */
export function readFoundIds(
  source: Source,
  {
    locations,
    pairs,
    below,
    clusters,
    thread,
  }: {
    readonly locations: RecordLocations
    readonly pairs: PairStream
    readonly below?: () => Iterable<PairBatch>
    readonly clusters: ClusterTable
    readonly thread: Thread
  },
): IdOf {
  return readIds(thread, source, locations, (want) => {
    for (const batches of [pairs.unordered(), below?.() ?? []]) {
      for (const { a, b } of batches) {
        for (const list of [a, b]) for (const position of list) want(position)
      }
    }
    for (const position of clusters.columns.members) want(position)
  })
}

/** The first position of the documents to compare with; the number of all positions if there are none. */
export function boundaryOf(source: Source, locations: RecordLocations): number {
  return source.against === undefined ? locations.count : locations.firstOf(source.against.firstFile)
}

/** Ids read between two garbage collections. */
const COLLECT_EVERY = 2 ** 14
