import type { InputNotes, RejectedId, Source } from '../../read/source.js'

/** The fields of the documents that were used, whether named or detected. */
export interface ChosenFields {
  readonly text: readonly string[]
  /** Null: the number of the record, from 0. */
  readonly id: string | null
  /** A field that looked like the id in the first records, and why it is not used. */
  readonly rejectedId?: RejectedId
}

export function chosenFields({
  textFields,
  idField,
  rejectedId,
}: Pick<Source, 'textFields' | 'idField' | 'rejectedId'>): ChosenFields {
  return { text: textFields, id: idField ?? null, ...(rejectedId && { rejectedId }) }
}

/** What `--json` says about how the inputs were read. */
export interface InputReport {
  /** Delimited files, and others that are not UTF-8. */
  readonly layouts: readonly {
    readonly file: string
    readonly encoding: string
    readonly delimiter?: string
    readonly quoting?: string
    readonly header?: boolean
  }[]
  /** Files without records. */
  readonly emptyFiles: readonly string[]
  /** Files of no known format in folders and globs, by extension. */
  readonly skippedFiles: Readonly<Record<string, number>>
  /** Files in folders and globs that this program has written, and what they are. */
  readonly ownFiles: Readonly<Record<string, string>>
}

export function inputReport({ layouts, emptyFiles, unknownFiles, ownFiles }: InputNotes): InputReport {
  return {
    layouts: layouts.map(({ name, encoding, delimiter, quoting, hasHeader }) => ({
      file: name,
      encoding,
      ...(delimiter !== undefined && { delimiter }),
      ...(quoting !== undefined && { quoting }),
      ...(hasHeader !== undefined && { header: hasHeader }),
    })),
    emptyFiles,
    skippedFiles: Object.fromEntries(unknownFiles),
    ownFiles: Object.fromEntries(ownFiles),
  }
}
