import type { BadRecord } from '../model/errors.js'
import type { Compression } from './compression.js'
import type { Quoting } from './csv.js'
import type { DelimitedLayout } from './delimited-layout.js'
import type { Encoding } from './encoding.js'

/** A JSON Lines file that can be read at any offset and as often as needed: the user's own, or one that another format was converted to. */
export interface SourceFile {
  /** As the user knows it: for messages. */
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** The time of its last change in milliseconds since 1970, if it is the user's own: it must not change while it is read. */
  readonly modified?: number
  /** The Parquet file that it was made from: one line per row, in order, except those that were skipped. */
  readonly parquet?: string
  /** How many text or HTML files of the user it was made from, if each record is one file, identified by its name. */
  readonly holdsFiles?: number
  /** The JSON text that it was made from, with all its records except those that were skipped. */
  readonly json?: JsonOrigin
  /** The delimited text, or the lines, that it was made from: one line per row, in order, except those that were skipped. */
  readonly delimited?: DelimitedOrigin
}

/** A JSON text that can be read again, and how. */
export interface JsonOrigin {
  readonly path: string
  readonly compression: Compression | undefined
  readonly encoding: Encoding
  /** Undefined: JSON Lines, with the same lines as the file. */
  readonly shape: JsonShape['shape'] | undefined
  /** The maximum number of bytes of a record. */
  readonly limit: number
}

/** The layout of JSON text: one object per line, one list of objects, or objects one after the other, on any number of lines. */
export type JsonLayout = 'lines' | JsonShape['shape']

/** The layout of records that are not on separate lines: in a list, or one object after the other. */
export interface JsonShape {
  readonly shape: 'list' | 'objects'
}

/** A delimited text that can be read again, and how. */
export interface DelimitedOrigin {
  readonly path: string
  /** `lines`: each line is a row with one field. */
  readonly format: 'csv' | 'tsv' | 'lines'
  readonly compression: Compression | undefined
  readonly encoding: Encoding
  readonly layout: DelimitedLayout
  /** The maximum number of bytes of a row. */
  readonly limit: number
}

/** An input as it was when it was opened. */
export interface InputStamp {
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modified: number
  /** Whether all of it was read in this state, so that a later change makes no difference. Default: false. */
  readonly isRead?: boolean
}

/** How the text of a file was read. */
export interface FileLayout {
  readonly name: string
  readonly encoding: Encoding
  /** For delimited text. */
  readonly delimiter?: string
  readonly quoting?: Quoting
  readonly hasHeader?: boolean
  /** The first fields of the header if it may be a record. */
  readonly doubtfulHeader?: string
}

/** What the user should know about how the inputs were read. */
export interface InputNotes {
  /** Delimited files, and others that are not UTF-8. */
  readonly layouts: readonly FileLayout[]
  /** Files without any record. */
  readonly emptyFiles: readonly string[]
  /** Files of folders and globs that have an unknown format, by extension. */
  readonly unknownFiles: ReadonlyMap<string, number>
  /** Outputs of this program that were found in folders and globs and not read: their names, and the kind of each. */
  readonly ownFiles: ReadonlyMap<string, string>
}

/** Notes of a single reader, which knows only the layout of texts. */
export function layoutNotes(layouts: readonly FileLayout[]): InputNotes {
  return { layouts, emptyFiles: [], unknownFiles: new Map(), ownFiles: new Map() }
}

/** Notes on files that were found in folders and globs and are not read. */
export function notesOnFound(found: {
  readonly unknown: ReadonlyMap<string, number>
  readonly own: ReadonlyMap<string, string>
}): InputNotes {
  return { layouts: [], emptyFiles: [], unknownFiles: found.unknown, ownFiles: found.own }
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

/** Documents to process. Every format is converted to JSON Lines, so that there is one way to read, by byte ranges. */
export interface Source {
  readonly files: readonly SourceFile[]
  /** The files that the user named; undefined if one of them cannot be read twice, such as stdin. */
  readonly inputs: readonly InputStamp[] | undefined
  /** The fields that hold the text: one, or several whose values are joined; names, or paths into objects. */
  readonly textFields: readonly string[]
  /** The field that holds the id; undefined: the 0-based number of the record among all files. */
  readonly idField: string | undefined
  /** Whether the id field was detected: then it is used only if every record has a distinct id. Default: false. */
  readonly isIdDetected?: boolean
  /** A detected id field that turned out not to be one. */
  readonly rejectedId?: RejectedId
  /** Records that were skipped while other formats were converted to JSON Lines. */
  readonly skipped: readonly BadRecord[]
  readonly notes: InputNotes
  /** Present if the last files hold documents that those of the first are compared with. */
  readonly against?: AgainstFiles
  /** Removes temporary files. */
  close(): Promise<void>
}

/** The files of a source, starting at one of them, that hold documents to compare with. */
interface AgainstFiles
  extends Pick<Source, 'textFields' | 'idField' | 'isIdDetected' | 'rejectedId' | 'notes'> {
  readonly firstFile: number
  /** The inputs of the other files. */
  readonly ownInputs: Source['inputs']
  /** Whether an earlier run read them; its order of elements then applies to both sides. Default: false. */
  readonly isOfRun?: boolean
  /** Whether they hold sets instead of texts, because they come from a live index. Default: false. */
  readonly holdsSets?: boolean
}

/** Uses the record numbers as ids, because a detected field does not hold an id for each record. */
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

/** The number of bytes of all files. */
export function totalBytes({ files }: Pick<Source, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
