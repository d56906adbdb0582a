import type { SetDetails } from '../engine/stages/join/join-engine.js'
import type { LongDocument } from '../engine/stages/join/wide-sets.js'
import type { DocumentId } from '../model/document.js'
import { BadRecord } from '../model/errors.js'
import type { ChosenFields, InputNotes } from '../read/source.js'

/** What is known of an input of a join once it was read, besides its sets. */
export interface SetFacts {
  /** By position; undefined where the ids are the positions. */
  ids: readonly DocumentId[] | undefined
  fields: UsedFields
  skipped: readonly BadRecord[]
  notes: InputNotes
  filesRead: number
  /** For documents: the long ones, which are read again if they are candidates. */
  long?: readonly LongDocument[]
}

/** The fields of one input that were used, whether named or detected. */
export interface UsedFields extends Omit<ChosenFields, 'text'> {
  /** Of documents. */
  readonly text?: readonly string[]
  /** Of records that hold sets. */
  readonly elements?: string
}

/** The same as plain data, for a run directory. */
interface StoredFacts
  extends Pick<SetFacts, 'fields' | 'long' | 'filesRead'>,
    Pick<InputNotes, 'layouts' | 'emptyFiles'> {
  readonly skipped: readonly Pick<BadRecord, 'file' | 'line' | 'problem' | 'hint'>[]
  readonly unknownFiles: readonly (readonly [string, number])[]
  readonly ownFiles: readonly (readonly [string, string])[]
}

export function detailsOf({ ids, fields, skipped, notes, long, filesRead }: SetFacts): SetDetails {
  const { layouts, emptyFiles, unknownFiles, ownFiles } = notes
  const facts: StoredFacts = {
    fields,
    filesRead,
    ...(long !== undefined && { long }),
    skipped: skipped.map(({ file, line, problem, hint }) => ({ file, line, problem, hint })),
    ...{ layouts, emptyFiles, unknownFiles: [...unknownFiles], ownFiles: [...ownFiles] },
  }
  return { ids, facts }
}

export function factsOf({ ids, facts }: SetDetails): SetFacts {
  const { fields, filesRead, long, skipped, layouts, emptyFiles, unknownFiles, ownFiles } =
    facts as StoredFacts
  return {
    ids,
    fields,
    filesRead,
    ...(long !== undefined && { long }),
    skipped: skipped.map(({ file, line, problem, hint }) => new BadRecord(file, line, problem, hint)),
    notes: { layouts, emptyFiles, unknownFiles: new Map(unknownFiles), ownFiles: new Map(ownFiles) },
  }
}
