/// <reference types="node" />
import { statSync } from 'node:fs'
import type { CopyDocument } from '../../apps/plagiarism/copy-document.js'
import type { DocumentId } from '../../model/document.js'
import { isId } from '../../model/document-id.js'
import { BadRecord, UnreadableInput } from '../../model/errors.js'
import { fieldValue, recordText } from '../../model/record-text.js'
import { BadRecords, type OnError } from '../../read/bad-records.js'
import { formatByEnding, isOneDocument, KNOWN_ENDINGS } from '../../read/format.js'
import { idProblem } from '../../read/id-field.js'
import { findInputs } from '../../read/node-inputs.js'
import { openSource } from '../../read/node-open-source.js'
import { readRecords } from '../../read/node-records.js'
import {
  type ChosenFields,
  chosenFields,
  type InputNotes,
  joinNotes,
  notesOnFound,
  rejectId,
  type Source,
} from '../../read/source.js'
import type { SourceOptions } from '../../read/source-options.js'
import { codeLanguage } from '../../text/code-languages.js'
import type { LANGUAGES } from './languages.js'
import { gatherSubmissions } from './submissions.js'

/** How inputs become documents. */
export interface ReadOptions extends Omit<SourceOptions, 'temporary'> {
  readonly language?: (typeof LANGUAGES)[number]
  /** The field that names the author of a record. */
  readonly author?: string
  /** Whether each folder directly below an input folder is one document. */
  readonly submissions?: boolean
}

/** The documents of all inputs, in memory. */
export interface ReadDocuments {
  readonly documents: readonly CopyDocument[]
  readonly skipped: readonly BadRecord[]
  /** The fields of the first inputs that have any. */
  readonly fields: ChosenFields
  readonly notes: InputNotes
  /** The files that were read. */
  readonly files: readonly string[]
  /** The number of files in folders that were skipped because they are not text. */
  readonly ignored: number
}

/**
 * Reads texts, web pages and programs, one document each, and records of tables. In a folder or glob, tables are read only if there is
 * nothing else: next to texts or programs, they are probably their data.
 */
export async function readDocuments(
  inputs: readonly string[],
  temporary: string,
  options: ReadOptions,
): Promise<ReadDocuments> {
  const { language, author, submissions = false, ...source } = options
  const { known, code, ignored, own } = await sortInputs(inputs, options)
  if (known.length + code.length === 0) {
    throw new UnreadableInput(
      inputs.join(', '),
      'no text, page or program to read',
      'name files, or set --format',
    )
  }
  const parts = [
    ...(known.length > 0 ? [await readSource(known, { ...source, temporary }, author)] : []),
    ...(code.length > 0 ? [await readSource(code, { ...source, format: 'text', temporary }, undefined)] : []),
  ]
  const documents = parts
    .flatMap(({ documents }) => documents)
    .map((document) => (language === undefined ? document : { ...document, language }))
  return {
    documents: submissions ? gatherSubmissions(documents, inputs) : documents,
    skipped: parts.flatMap(({ skipped }) => skipped),
    fields: parts[0]!.fields,
    notes: joinNotes([...parts.map(({ notes }) => notes), notesOnFound({ unknown: new Map(), own })]),
    files: [...known, ...code],
    ignored,
  }
}

interface SortedInputs {
  readonly known: readonly string[]
  readonly code: readonly string[]
  readonly ignored: number
  /** Outputs of this program, which are not read. */
  readonly own: ReadonlyMap<string, string>
}

/** Separates inputs of formats known by extension from programs, which are read as text. */
async function sortInputs(
  inputs: readonly string[],
  { format, exclude, text }: ReadOptions,
): Promise<SortedInputs> {
  if (format !== undefined) return { known: [...inputs], code: [], ignored: 0, own: new Map() }
  const known: string[] = []
  const code: string[] = []
  const own = new Map<string, string>()
  let ignored = 0
  for (const input of inputs) {
    if (input === '-' || isFile(input)) {
      if (codeLanguage(input) === undefined) known.push(input)
      else code.push(input)
      continue
    }
    const found = await findInputs([input], { format: 'text', exclude, text })
    for (const [name, kind] of found.own) own.set(name, kind)
    const names = found.inputs.map(({ name }) => name)
    const programs = names.filter((name) => codeLanguage(name) !== undefined)
    const others = names.filter((name) => codeLanguage(name) === undefined)
    const texts = others.filter((name) => isTextByEnding(name) === true)
    const tables = others.filter((name) => isTextByEnding(name) === false)
    const taken = programs.length + texts.length > 0 ? texts : tables
    if (programs.length + taken.length === 0)
      throw new UnreadableInput(
        input,
        'the folder has no text or program to read',
        `supported extensions: ${KNOWN_ENDINGS}, and those of programs, such as .java and .py`,
      )
    known.push(...taken)
    code.push(...programs)
    ignored += others.length - taken.length
  }
  return { known, code, ignored, own }
}

/** Whether a file is a single text; undefined if its extension does not determine it. */
function isTextByEnding(name: string): boolean | undefined {
  const { format } = formatByEnding(name)
  return format === undefined ? undefined : isOneDocument(format)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false
}

async function readSource(inputs: readonly string[], options: SourceOptions, author: string | undefined) {
  const source = await openSource(inputs, options)
  try {
    return await readAll(source, options.onError ?? 'stop', author, options.onRecords)
  } finally {
    await source.close()
  }
}

/** Records between two reports of progress. */
const REPORTED_RECORDS = 100

async function readAll(
  source: Source,
  onError: OnError,
  author: string | undefined,
  onRecords: SourceOptions['onRecords'],
): Promise<Pick<ReadDocuments, 'documents' | 'skipped' | 'notes'> & { readonly fields: ChosenFields }> {
  const { textFields, idField, isIdDetected = false } = source
  const bad = new BadRecords(onError)
  const records: { readonly record: Readonly<Record<string, unknown>>; readonly text: string }[] = []
  for await (const { value, file, line } of readRecords(source, {
    onError,
    onBad: (error) => bad.add(error),
  })) {
    if (records.length % REPORTED_RECORDS === 0 && records.length > 0) onRecords?.(records.length)
    const read = recordText(value, textFields)
    const problem =
      'problem' in read
        ? read.problem
        : ((isIdDetected ? undefined : idProblem(value, idField)) ?? authorProblem(value, author))
    if ('text' in read && problem === undefined) records.push({ record: value, text: read.text })
    else bad.add(new BadRecord(source.files[file]!.name, line, problem!))
  }
  const used = isIdDetected
    ? checkDetectedId(
        source,
        records.map(({ record }) => record),
      )
    : source
  const named = used.idField
  return {
    fields: chosenFields(used),
    notes: source.notes,
    documents: records.map(({ record, text }, position) => ({
      id: named === undefined ? position : (fieldValue(record, named) as DocumentId),
      text,
      ...(author !== undefined && { author: String(fieldValue(record, author)) }),
    })),
    skipped: [...source.skipped, ...bad.list],
  }
}

function authorProblem(
  record: Readonly<Record<string, unknown>>,
  author: string | undefined,
): string | undefined {
  if (author === undefined) return undefined
  const value = fieldValue(record, author)
  if (value === undefined) return `there is no field "${author}"`
  return typeof value === 'string' || typeof value === 'number'
    ? undefined
    : `the field "${author}" is not an author`
}

function checkDetectedId(source: Source, records: readonly Readonly<Record<string, unknown>>[]): Source {
  const ids = records.map((record) => record[source.idField!])
  if (!ids.every(isId)) return rejectId(source, 'missing')
  return new Set(ids).size < ids.length ? rejectId(source, 'repeated') : source
}
