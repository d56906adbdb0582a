/// <reference types="node" />
import type { BadRecords } from './bad-records.js'
import type { Consumer } from './consumers.js'
import type { Encoding } from './encoding.js'
import { type AnyFormat, isDelimited, readerOf } from './format.js'
import type { ReadingOptions, ReadRecord, RecordVisitor } from './formats/reader.js'
import type { Input } from './input.js'
import { isBlank } from './json-list.js'
import type { WatchedReading } from './node-bytes.js'
import { readFault } from './node-fault.js'
import { findInputs } from './node-inputs.js'
import { OpenedInput } from './node-open-input.js'
import type { TemporaryFolder } from './node-spool.js'
import type { FileLayout, InputNotes } from './source.js'

/** How inputs are visited. */
export interface VisitOptions extends WatchedReading {
  readonly consumer: Consumer
  /** The format of all inputs. Default: by their extensions, or their first bytes. */
  readonly format?: AnyFormat | undefined
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding | undefined
  /** Patterns of files and folders to exclude from folders and globs. */
  readonly exclude?: readonly string[] | undefined
  /** For inputs that must be written to a file before they can be read. */
  readonly folder: TemporaryFolder
  readonly bad: BadRecords
  readonly reading: ReadingOptions
  /** Reads a file that does not hold records, such as one with a set per line. */
  readonly readOther?: (opened: OpenedInput, input: Input) => Promise<void>
}

/** Receives a record of an input. */
export type VisitRecord = (line: number, record: ReadRecord, input: Input) => void

/** What was learned about inputs while they were visited. */
export class VisitNotes implements InputNotes {
  readonly layouts: FileLayout[] = []
  readonly emptyFiles: string[] = []
  readonly ownFiles = new Map<string, string>()
  readonly unknownFiles = new Map<string, number>()
  /** The files that were read. */
  readonly files: Input[] = []
}

/**
 * Visits the records behind paths, globs, folders or `-` (stdin), for consumers that need each record once: sets and tables.
 * Throws `UnreadableInput` for what cannot be read as a whole, and `BadRecord` for a record, unless bad ones are skipped.
 */
export async function visitInputs(
  names: readonly string[],
  options: VisitOptions,
  visit: VisitRecord,
): Promise<VisitNotes> {
  const { consumer, format, exclude } = options
  const found = await findInputs(names, { consumer, format, exclude })
  const notes = new VisitNotes()
  for (const [extension, files] of found.unknown) notes.unknownFiles.set(extension, files)
  for (const [name, kind] of found.own) notes.ownFiles.set(name, kind)
  for (const input of found.inputs) {
    try {
      await visitInput(input, options, visit, notes)
    } catch (error) {
      throw readFault(input.name, error)
    }
  }
  return notes
}

/** The same for an input that was already found. */
export async function visitInput(
  input: Input,
  options: VisitOptions,
  visit: VisitRecord,
  notes: VisitNotes,
): Promise<void> {
  const { encoding, folder, onRead, readOther } = options
  const { name } = input
  if (input.isRegular && input.bytes === 0) {
    notes.emptyFiles.push(name)
    return
  }
  const opened = await OpenedInput.open(input, { encoding, folder, onRead })
  try {
    const { head, isWhole, encoding: used } = opened.text
    notes.files.push(input)
    if (isWhole && head.every(isBlank) && opened.format !== 'parquet') {
      notes.emptyFiles.push(name)
      return
    }
    if (used !== 'utf-8' && !isDelimited(opened.format)) notes.layouts.push({ name, encoding: used })
    if (readOther !== undefined && opened.format === 'sets') await readOther(opened, input)
    else await visitRecords(opened, input, options, visit, notes)
  } finally {
    await opened.close()
  }
}

async function visitRecords(
  opened: OpenedInput,
  input: Input,
  { bad, reading }: VisitOptions,
  visit: VisitRecord,
  notes: VisitNotes,
): Promise<void> {
  const { name } = input
  let records = 0
  const visitor: RecordVisitor = {
    record(line, record) {
      records++
      visit(line, record, input)
    },
    bad(error) {
      records++
      bad.add(error)
    },
    layout(layout) {
      notes.layouts.push({ name, encoding: opened.text.encoding, ...layout })
    },
  }
  const reader = await readerOf(opened.format)
  await reader.read(opened, visitor, reading)
  if (records === 0) notes.emptyFiles.push(name)
}
