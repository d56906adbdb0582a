/// <reference types="node" />
import type { MatchLabel } from '../../apps/entities/labels.js'
import { type MatchModel, parseModel } from '../../apps/entities/match-model.js'
import { BadRecord, InvalidArtifact, UnreadableInput } from '../../model/errors.js'
import { readTable } from '../../read/node-read-records-table.js'
import { readText } from '../../read/node-read-text.js'
import type { RecordIds } from './write-matches.js'

const YES = /^(yes|y|true|1|match|same)$/i
const NO = /^(no|n|false|0|different|distinct)$/i

/** The records of a table, for their ids. */
interface Side {
  readonly ids: RecordIds
  readonly records: number
}

/** Reads pairs that were judged: ids of both records, and yes or no. A row without a judgement is passed over. */
export async function readLabels(file: string, sides: readonly [Side, Side]): Promise<MatchLabel[]> {
  const { records } = await readTable(file, {})
  const columns = new Set(records.flatMap((record) => Object.keys(record)))
  const absent = ['a', 'b', 'match'].find((column) => !columns.has(column))
  if (absent !== undefined) {
    throw new UnreadableInput(
      file,
      records.length === 0 ? 'it has no labels' : `it has no column ${absent}`,
      'expected the columns a, b and match, as --suggest-labels writes them',
    )
  }
  const positions = sides.map(positionsOf)
  return records.flatMap(({ a, b, match }, i) => {
    const verdict = String(match ?? '').trim()
    if (verdict === '') return []
    if (!YES.test(verdict) && !NO.test(verdict)) {
      throw new BadRecord(file, i + 1, `match is ${JSON.stringify(verdict)}; expected yes or no`)
    }
    const [one, other] = [a, b].map((id, side) => {
      const position = positions[side]!.get(String(id))
      if (position === undefined) {
        throw new BadRecord(
          file,
          i + 1,
          `no record of the ${side === 0 ? 'first' : 'second'} table has the id ${JSON.stringify(id)}`,
        )
      }
      return position
    })
    return [{ a: one!, b: other!, isMatch: YES.test(verdict) }]
  })
}

function positionsOf({ ids, records }: Side): Map<string, number> {
  return new Map(Array.from({ length: records }, (_, position) => [String(ids.idOf(position)), position]))
}

/** Reads what `--save-model` wrote. */
export function readModel(file: string): MatchModel {
  const text = readText(file)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidArtifact('a model of match', 'it is not JSON', 'make it again with --save-model', file)
  }
  return parseModel(value, file)
}
