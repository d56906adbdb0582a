// Two sides as one source: the files of the first, followed by those of the second, each with its own fields. So all records have one
// numbering, and a position or a file determines its side.

import { type RejectedId, rejectId, type Source } from './source.js'

/** The fields of the records of a file. */
export type RecordFields = Pick<Source, 'textFields' | 'idField' | 'isIdDetected'>

/**
 * Combines the files of both sides, those of the source first.
 *
 * @param kind of the second side: texts, texts that an earlier run read, or sets
 */
export function joinSides(
  source: Source,
  against: Source,
  kind: 'texts' | 'texts of a run' | 'sets' = 'texts',
): Source {
  const { textFields, idField, isIdDetected, rejectedId, notes } = against
  return {
    ...source,
    files: [...source.files, ...against.files],
    inputs: source.inputs && against.inputs && [...source.inputs, ...against.inputs],
    skipped: [...source.skipped, ...against.skipped],
    against: {
      firstFile: source.files.length,
      ownInputs: source.inputs,
      ...(kind === 'texts of a run' && { isOfRun: true }),
      ...(kind === 'sets' && { holdsSets: true }),
      textFields,
      idField,
      ...(isIdDetected !== undefined && { isIdDetected }),
      ...(rejectedId && { rejectedId }),
      notes,
    },
    async close() {
      await source.close()
      await against.close()
    },
  }
}

/** The source without the files of the second side; records skipped on either side are still listed. */
export function ownSide(source: Source): Source {
  const { against, ...rest } = source
  if (against === undefined) return source
  return { ...rest, files: source.files.slice(0, against.firstFile), inputs: against.ownInputs }
}

/** The other side alone. */
export function otherSide(source: Source): Source {
  const { firstFile, ownInputs: _, ...fields } = source.against!
  const { against: __, rejectedId: ___, isIdDetected: ____, ...rest } = source
  return { ...rest, ...fields, files: source.files.slice(firstFile) }
}

/** Whether a file holds documents that those of the others are compared with. */
export function isAgainst({ against }: Pick<Source, 'against'>, file: number): boolean {
  return against !== undefined && file >= against.firstFile
}

/** The fields of a file. */
export function fieldsOfFile(source: Pick<Source, 'against'> & RecordFields, file: number): RecordFields {
  return isAgainst(source, file) ? source.against! : source
}

/** Whether a file holds sets and no texts. */
export function holdsSets(source: Pick<Source, 'against'>, file: number): boolean {
  return source.against?.holdsSets === true && isAgainst(source, file)
}

/** Stops using the ids of one side, because a detected field does not hold an id for each record. */
export function rejectIdOf(source: Source, side: 'own' | 'other', reason: RejectedId['reason']): Source {
  if (side === 'own') return rejectId(source, reason)
  const against = source.against!
  const rejectedId = { field: against.idField!, reason }
  return { ...source, against: { ...against, idField: undefined, isIdDetected: false, rejectedId } }
}
