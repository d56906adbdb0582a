import type { BadRecord } from '../../model/errors.js'
import { rejectIdOf } from '../../read/sides.js'
import type { Source } from '../../read/source.js'
import { confirmRepeatedIds, nameLines, nameRepeatedIds, type Problem } from './read/bad-records.js'
import type { RecordLocations } from './read/record-locations.js'
import type { Sketched, UnitMetadata } from './read/sketched.js'
import type { RunParts } from './run-parts.js'
import { concatenateWords } from './threads/shared-words.js'

/** What was read of one side. */
export interface ReadSide {
  readonly side: 'own' | 'other'
  readonly sketched: Sketched
  readonly metadata: readonly UnitMetadata[]
}

/** The bad records, and the source as it will be used. */
export interface JudgedRecords {
  readonly source: Source
  /** Ascending. */
  readonly positions: Uint32Array
  readonly records: readonly BadRecord[]
}

/** Finds the records that repeat the id of an earlier one. Returns the position of the earlier one and its own for each. */
type FindRepeatedIds = (sketched: Sketched, excluded: Uint32Array) => Promise<readonly Uint32Array[]>

/**
 * Stops at the first bad record, or reports them all. A record that repeats an id of its side is bad, too, unless the id field was detected
 * automatically: then the field is dropped instead.
 */
export async function judgeRecords(
  { source, options, thread: { inputs } }: RunParts,
  sides: readonly ReadSide[],
  locations: RecordLocations,
  findRepeatedIds: FindRepeatedIds,
): Promise<JudgedRecords> {
  let used = source
  const problems: Problem[] = []
  for (const { side, sketched, metadata } of sides) {
    const bad = metadata.flatMap(({ bad }, unit) =>
      bad.map(({ record, problem }) => ({ position: sketched.firsts[unit]! + record, problem })),
    )
    problems.push(...bad)
    const { idField, isIdDetected } = side === 'own' ? source : source.against!
    if (metadata.some(({ withoutId }) => withoutId > 0)) used = rejectIdOf(used, side, 'missing')
    else if (idField !== undefined) {
      const excluded = Uint32Array.from(bad, ({ position }) => position)
      const suspected = concatenateWords(await findRepeatedIds(sketched, excluded))
      const repeated = confirmRepeatedIds(inputs, source, locations, suspected, isIdDetected ? 1 : undefined)
      if (!isIdDetected) problems.push(...nameRepeatedIds(inputs, source, locations, repeated))
      else if (repeated.length > 0) used = rejectIdOf(used, side, 'repeated')
    }
  }
  problems.sort((x, y) => x.position - y.position)
  if (problems.length > 0 && (options.onError ?? 'stop') === 'stop') {
    throw nameLines(inputs, source, locations, problems.slice(0, 1))[0]!
  }
  return {
    source: used,
    positions: Uint32Array.from(problems, ({ position }) => position),
    records: nameLines(inputs, source, locations, problems),
  }
}
