import { BadRecord } from '../../../model/errors.js'
import { duplicateId } from '../../../model/record-problems.js'
import { pathReader } from '../../../read/json-field.js'
import { fieldsOfFile } from '../../../read/sides.js'
import type { Source } from '../../../read/source.js'
import type { Inputs } from '../../ports.js'
import { LineCounter } from './line-counter.js'
import type { RecordLocations } from './record-locations.js'
import { RecordReader } from './record-reader.js'

/** A bad record, by position. */
export interface Problem {
  readonly position: number
  readonly problem: string
}

/** A record that has the id of an earlier one. */
export interface RepeatedId {
  readonly first: number
  readonly position: number
  /** As JSON. */
  readonly id: string
}

/**
 * Finds the records that repeat the id of an earlier one. Equal hashes only show what to compare: among a hundred million ids, some hashes
 * are equal by chance.
 *
 * @param suspected two words for each record whose id has the hash of an earlier one's: the position of the earlier one, and its own
 * @param max stop after this many
 */
export function confirmRepeatedIds(
  inputs: Inputs,
  source: Source,
  locations: RecordLocations,
  suspected: Uint32Array,
  max = Number.POSITIVE_INFINITY,
): RepeatedId[] {
  const reader = new RecordReader(inputs, source)
  const confirmed: RepeatedId[] = []
  try {
    for (let i = 0; i < suspected.length && confirmed.length < max; i += 2) {
      const [first, position] = [suspected[i]!, suspected[i + 1]!]
      const id = idAt(reader, source, locations, position)
      if (idAt(reader, source, locations, first) === id) confirmed.push({ first, position, id })
    }
  } finally {
    reader.close()
  }
  return confirmed
}

/** Describes the problem of records that repeat an id. */
export function nameRepeatedIds(
  inputs: Inputs,
  source: Source,
  locations: RecordLocations,
  repeated: readonly RepeatedId[],
): Problem[] {
  const lines = lineNumbers(
    inputs,
    source,
    locations,
    repeated.map(({ first }) => first),
  )
  return repeated.map(({ first, position, id }) => {
    const { name } = source.files[locations.file(first)]!
    return { position, problem: duplicateId(id, name, lines.get(first)!) }
  })
}

/** The id of a record, as JSON. */
function idAt(reader: RecordReader, source: Source, locations: RecordLocations, position: number): string {
  const line = reader.read(locations.file(position), locations.start(position), locations.length(position))
  const { idField } = fieldsOfFile(source, locations.file(position))
  return JSON.stringify(pathReader(idField!)(line))
}

/** Adds the file and the line to problems; only now are lines counted. */
export function nameLines(
  inputs: Inputs,
  source: Source,
  locations: RecordLocations,
  problems: readonly Problem[],
): BadRecord[] {
  const lines = lineNumbers(
    inputs,
    source,
    locations,
    problems.map(({ position }) => position),
  )
  return problems.map(({ position, problem }) => {
    const { name } = source.files[locations.file(position)]!
    return new BadRecord(name, lines.get(position)!, problem)
  })
}

/** The 1-based lines of some positions. Each file is read once, however many positions are in it. */
function lineNumbers(
  inputs: Inputs,
  source: Source,
  locations: RecordLocations,
  positions: Iterable<number>,
): Map<number, number> {
  const lines = new Map<number, number>()
  let counter: LineCounter | undefined
  let file = -1
  for (const position of [...new Set(positions)].sort((x, y) => x - y)) {
    if (locations.file(position) !== file) {
      counter?.close()
      file = locations.file(position)
      counter = new LineCounter(inputs, source.files[file]!)
    }
    lines.set(position, counter!.lineAt(locations.start(position)))
  }
  counter?.close()
  return lines
}
