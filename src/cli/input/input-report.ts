import type { InputNotes } from '../../read/source.js'

/** The part of the `--json` output about how the inputs were read. */
export interface InputReport {
  /** The layouts of delimited files, and of files that are not UTF-8. */
  readonly layouts: readonly {
    readonly file: string
    readonly encoding: string
    readonly delimiter?: string
    readonly quoting?: string
    readonly header?: boolean
    /** The first fields of the header if it may be a record. */
    readonly doubtfulHeader?: string
  }[]
  /** Files without records. */
  readonly emptyFiles: readonly string[]
  /** Files of unknown formats in folders and globs, by extension. */
  readonly skippedFiles: Readonly<Record<string, number>>
  /** Files in folders and globs that were written by this program, and what they are. */
  readonly ownFiles: Readonly<Record<string, string>>
}

export function inputReport({ layouts, emptyFiles, unknownFiles, ownFiles }: InputNotes): InputReport {
  return {
    layouts: layouts.map(({ name, encoding, delimiter, quoting, hasHeader, doubtfulHeader }) => ({
      file: name,
      encoding,
      ...(delimiter !== undefined && { delimiter }),
      ...(quoting !== undefined && { quoting }),
      ...(hasHeader !== undefined && { header: hasHeader }),
      ...(doubtfulHeader !== undefined && { doubtfulHeader }),
    })),
    emptyFiles,
    skippedFiles: Object.fromEntries(unknownFiles),
    ownFiles: Object.fromEntries(ownFiles),
  }
}
