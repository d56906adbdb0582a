import type { InputNotes } from '../../read/source.js'

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
