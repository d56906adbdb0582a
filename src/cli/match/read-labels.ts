/// <reference types="node" />
import type { MatchLabel } from '../../apps/entities/labels.js'
import { type MatchModel, parseModel } from '../../apps/entities/match-model.js'
import { isShortName, shortName } from '../../hash/short-name.js'
import { BadRecord, InvalidArtifact, UnreadableInput } from '../../model/errors.js'
import { BadRecords } from '../../read/bad-records.js'
import { readText } from '../../read/node-read-text.js'
import { maxSmallFileBytes } from '../../read/record-limit.js'
import { readTable, type Table, type TableOptions } from '../../read/tables/node-read-table.js'
import type { RecordIds } from './write-matches.js'

const YES = /^(yes|y|true|1|match|same)$/i
const NO = /^(no|n|false|0|different|distinct)$/i

/** Instead of a position: several records have the id. */
const REPEATED = -1

/** The records of a table, to look up ids. */
interface Side {
  readonly ids: RecordIds
  readonly records: number
}

/** Reads labeled pairs: the ids of both records, and yes or no. A row without a label is ignored; with `skip`, bad rows are listed. */
export async function readLabels(
  file: string,
  sides: readonly [Side, Side],
  { onError = 'stop', memory }: Pick<TableOptions, 'onError' | 'memory'> = {},
): Promise<{ readonly labels: readonly MatchLabel[]; readonly skipped: readonly BadRecord[] }> {
  const { records, locations, skipped } = await readTable(file, {
    onError,
    acceptsEmpty: true,
    ...(memory !== undefined && { memory }),
  })
  if (records.length === 0) {
    throw new UnreadableInput(
      file,
      'it has no labels',
      'below the header a,b,match, write a line for each pair: two ids, and yes or no, such as 17,42,yes',
    )
  }
  const bad = new BadRecords(onError)
  const columns = new Set(records.flatMap((record) => Object.keys(record)))
  const absent = ['a', 'b', 'match'].find((column) => !columns.has(column))
  if (absent !== undefined) {
    throw new UnreadableInput(
      file,
      `it has no column ${absent}`,
      'expected the columns a, b and match, as --suggest-labels writes them',
    )
  }
  // The report writes long ids in their short form.
  const hasShort = records.some(({ a, b }) => isShortName(`${a}`) || isShortName(`${b}`))
  const positions = sides.map((side) => positionsOf(side, hasShort))
  const isOne = sides[0] === sides[1]
  const seen = new Map<string, { readonly isMatch: boolean; readonly location: Table['locations'][number] }>()
  const labels = records.flatMap(({ a, b, match }, i): MatchLabel[] => {
    const location = locations[i]!
    const refuse = (problem: string) => {
      bad.add(new BadRecord(location.file, location.line, problem))
      return []
    }
    const verdict = match ?? ''
    if (verdict === '') return []
    const isMatch = YES.test(verdict)
    if (!isMatch && !NO.test(verdict)) {
      return refuse(`match is ${JSON.stringify(verdict)}; expected yes or no`)
    }
    const [one, other] = [positions[0]!.get(String(a)), positions[1]!.get(String(b))]
    if (one === undefined) return refuse(noRecordWith(isOne ? 'the' : 'the first', a))
    if (other === undefined) return refuse(noRecordWith(isOne ? 'the' : 'the second', b))
    const repeated = one === REPEATED ? a : other === REPEATED ? b : undefined
    if (repeated !== undefined) return refuse(`several records have the id ${JSON.stringify(repeated)}`)
    if (isOne && one === other) return refuse(`both ids are ${JSON.stringify(a)}; expected two records`)
    const key = String(isOne && other < one ? [other, one] : [one, other])
    const before = seen.get(key)
    if (before !== undefined && before.isMatch !== isMatch) {
      const { file, line } = before.location
      return refuse(
        `${JSON.stringify(a)} and ${JSON.stringify(b)} are labeled ${verdict} here, but ${before.isMatch ? 'yes' : 'no'} in ${file === location.file ? '' : `${file}, `}line ${line}`,
      )
    }
    seen.set(key, before ?? { isMatch, location })
    return [{ a: one, b: other, isMatch }]
  })
  if (records.every(({ match = '' }) => match === '')) {
    throw new UnreadableInput(file, 'no pair is labeled', 'write yes or no in the column match')
  }
  return { labels, skipped: [...skipped, ...bad.list] }
}

function noRecordWith(table: string, id: string | undefined): string {
  return `no record of ${table} table has the id ${JSON.stringify(id)}`
}

function positionsOf({ ids, records }: Side, hasShort: boolean): Map<string, number> {
  const all = new Map<string, number>()
  for (let position = 0; position < records; position++) {
    const id = String(ids.idOf(position))
    all.set(id, all.has(id) ? REPEATED : position)
  }
  if (!hasShort) return all
  return new Map([...Array.from(all, ([id, position]) => [shortName(id), position] as const), ...all])
}

/** Reads a model saved with `--save-model`. */
export function readModel(file: string, memory: number | undefined): MatchModel {
  const text = readText(file, maxSmallFileBytes(memory))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidArtifact('a match model', 'it is not JSON', 'create it again with --save-model', file)
  }
  return parseModel(value, file)
}
