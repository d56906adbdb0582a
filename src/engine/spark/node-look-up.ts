import { concatenateWords } from '../stages/threads/shared-words.js'
import { FoundIds } from './found-ids.js'
import type { FindAnswer } from './messages.js'
import { bytesOf, words } from './node-packed-numbers.js'
import type { SparkSession } from './node-spark-session.js'
import type { SparkSource } from './node-spark-source.js'
import { distinctPositions, PositionTable } from './positions.js'

/** The lengths of texts, in the order of the positions, which ascend. */
export async function lengthsOf(
  session: SparkSession,
  search: number,
  positions: Uint32Array,
): Promise<Uint32Array> {
  const found: Uint32Array[] = []
  const lengths: Uint32Array[] = []
  for (const part of partsOf(positions)) {
    await session.request(
      { do: 'lengths', search },
      {
        columns: { positions: part },
        onRows({ columns }) {
          found.push(words(columns.position!))
          lengths.push(words(columns.length!))
        },
      },
    )
  }
  const table = new PositionTable(concatenateWords(found), concatenateWords(lengths))
  return positions.map((position) => table.get(position)!)
}

/** The ids at some positions: those of their field, or the positions. */
export async function idsOf(
  session: SparkSession,
  { sides }: SparkSource,
  { search, boundary, sides: counts }: FindAnswer,
  positions: readonly Uint32Array[],
): Promise<(position: number) => string | number> {
  const hasField = sides.map(({ idField }, side) => idField !== null && counts[side]!.rejected_id === null)
  const ids = new FoundIds()
  if (hasField.includes(true)) {
    const wanted = distinctPositions(positions).filter((position) => hasField[position < boundary ? 0 : 1])
    for (const part of partsOf(wanted)) {
      await session.request(
        { do: 'ids', search },
        {
          columns: { positions: part },
          onRows: ({ columns }) =>
            ids.add(words(columns.position!), words(columns.sizes!), new Uint8Array(bytesOf(columns.json!))),
        },
      )
    }
  }
  return (position) => ids.get(position) ?? (position < boundary ? position : position - boundary)
}

/** The number of positions to look up at once: the driver of Spark holds the answers. */
const LOOKED_UP = 1_000_000

function* partsOf(positions: Uint32Array): Generator<Uint32Array, void> {
  for (let start = 0; start < positions.length; start += LOOKED_UP)
    yield positions.subarray(start, start + LOOKED_UP)
}
