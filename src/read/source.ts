import type { BadRecord } from '../model/errors.js'
import type { Compression } from './compression.js'
import type { Quoting } from './csv.js'
import type { DelimitedLayout } from './delimited-layout.js'
import type { Encoding } from './encoding.js'

/**
 * A file of JSON Lines that can be read at any place and as often as needed: the user's own, or one into which another
 * format was turned.
 */
export interface SourceFile {
  /** As the user knows it: for messages. */
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** When it changed last, in milliseconds since 1970, if it is the user's own: while it is read, it must not change. */
  readonly modified?: number
  /** The file of Parquet that it was made of: a line for each of its rows in order, but those that were skipped. */
  readonly parquet?: string
  /** How many text or HTML files of the user it was made of, where each record is one, known by its name. */
  readonly holdsFiles?: number
  /** The text of JSON that it was made of, with all its records but those that were skipped. */
  readonly json?: JsonOrigin
  /** The delimited text that it was made of: a line for each of its rows in order, but those that were skipped. */
  readonly delimited?: DelimitedOrigin
}

/** A text of JSON that can be read again, and how. */
export interface JsonOrigin {
  readonly path: string
  readonly compression: Compression | undefined
  readonly encoding: Encoding
  /** Undefined: JSON Lines, each line of which is one of the file's. */
  readonly shape: JsonShape['shape'] | undefined
  /** Bytes that a record may have. */
  readonly limit: number
}

/** How records stand that are not on lines of their own: in a list, or one object after the other. */
export interface JsonShape {
  readonly shape: 'list' | 'objects'
}

/** A delimited text that can be read again, and how. */
export interface DelimitedOrigin {
  readonly path: string
  readonly format: 'csv' | 'tsv'
  readonly compression: Compression | undefined
  readonly encoding: Encoding
  readonly layout: DelimitedLayout
  /** Bytes that a row may have. */
  readonly limit: number
}

/** An input as it was when it was opened. */
export interface InputStamp {
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** How the text of a file was read. */
export interface FileLayout {
  readonly name: string
  readonly encoding: Encoding
  /** Of delimited text. */
  readonly delimiter?: string
  readonly quoting?: Quoting
  readonly hasHeader?: boolean
}

/** What a person should know about how the inputs were read. */
export interface InputNotes {
  /** Delimited files, and others that are not UTF-8. */
  readonly layouts: readonly FileLayout[]
  /** Files without any record. */
  readonly emptyFiles: readonly string[]
  /** Files of folders and globs that are of no known format, by extension. */
  readonly unknownFiles: ReadonlyMap<string, number>
  /** What this program has written, met in folders and globs and not read: its names, and what each is. */
  readonly ownFiles: ReadonlyMap<string, string>
}

/** Notes of a single reader, which knows only how texts were laid out. */
export function layoutNotes(layouts: readonly FileLayout[]): InputNotes {
  return { layouts, emptyFiles: [], unknownFiles: new Map(), ownFiles: new Map() }
}

/** The notes of several readers together. */
export function joinNotes(notes: readonly InputNotes[]): InputNotes {
  return {
    layouts: notes.flatMap(({ layouts }) => layouts),
    emptyFiles: notes.flatMap(({ emptyFiles }) => emptyFiles),
    unknownFiles: new Map(notes.flatMap(({ unknownFiles }) => [...unknownFiles])),
    ownFiles: new Map(notes.flatMap(({ ownFiles }) => [...ownFiles])),
  }
}

/** A field that looked like the id in the first records, and why it is not used. */
export interface RejectedId {
  readonly field: string
  readonly reason: 'missing' | 'repeated'
}

/** Documents to work on. Every format comes down to JSON Lines, so that there is one way to read, by byte ranges. */
export interface Source {
  readonly files: readonly SourceFile[]
  /** The files that the user named; undefined where there is one that cannot be read twice, such as stdin. */
  readonly inputs: readonly InputStamp[] | undefined
  /** The fields that hold the text: one, or several whose values are joined; names, or paths into objects. */
  readonly textFields: readonly string[]
  /** The field that holds the id; undefined: the 0-based number of the record among all files. */
  readonly idField: string | undefined
  /** Whether the id field was detected: then it is used only if every record has an id of its own. Default: false. */
  readonly isIdDetected?: boolean
  /** A detected id field that turned out not to be one. */
  readonly rejectedId?: RejectedId
  /** Records that were left out while other formats were turned into JSON Lines. */
  readonly skipped: readonly BadRecord[]
  readonly notes: InputNotes
  /** Where the last files hold documents with which those of the first are compared. */
  readonly against?: AgainstFiles
  /** Removes what was made for reading. */
  close(): Promise<void>
}

/** The files of a source, from one on, that hold documents to compare with. */
interface AgainstFiles
  extends Pick<Source, 'textFields' | 'idField' | 'isIdDetected' | 'rejectedId' | 'notes'> {
  readonly firstFile: number
  /** The inputs of the other files. */
  readonly ownInputs: Source['inputs']
  /** Whether an earlier run has read them, whose order of elements holds for both sides. Default: false. */
  readonly isOfRun?: boolean
  /** Whether they hold sets and no texts, because they are of a live index. Default: false. */
  readonly holdsSets?: boolean
}

/** The source with the numbers of the records as ids, because a detected field does not hold one for each. */
export function rejectId(source: Source, reason: RejectedId['reason']): Source {
  const rejectedId = { field: source.idField!, reason }
  return { ...source, idField: undefined, isIdDetected: false, rejectedId }
}

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

/** The number of files that the user knows. */
export function countFiles({ files }: Pick<Source, 'files'>): number {
  return files.reduce((sum, { holdsFiles = 1 }) => sum + holdsFiles, 0)
}
