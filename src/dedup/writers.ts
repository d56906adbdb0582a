/// <reference types="node" />

import type { DocumentId } from '../model/document.js'
import type { RemovalReason } from '../model/report.js'
import type { JsonLayout, Source } from '../read/source.js'
import type { Column } from '../write/column.js'
import { openTable, openText } from '../write/node-open-table.js'
import { type Output, outputFormat } from '../write/node-output.js'
import { JsonDocuments, type JsonElement } from './json-documents.js'
import type { StoredEnding } from './stored-ending.js'

/** A document to write. */
export interface DocumentRecord {
  /** As a line of JSON. */
  readonly line: Uint8Array
  /** As written in the JSON text that it is from, if that is not a file of lines. */
  readonly element?: JsonElement | undefined
}

/** Receives documents. */
export interface DocumentWriter<More extends readonly unknown[] = readonly []> {
  /** Whether a record of JSON is written with the line breaks that it contains. */
  readonly isVerbatim: boolean
  write(record: DocumentRecord, ...more: More): void | Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

/** Why a document is removed. */
export interface Removal {
  /** Its 0-based number among the records of all inputs. */
  readonly position: number
  readonly id: DocumentId
  readonly survivor: DocumentId
  readonly similarity: number
  /** Prefixed with `against-` if the survivor is one of the documents to compare with. */
  readonly reason: RemovalReason | `against-${RemovalReason}` | 'contaminated'
}

/**
 * The layout of documents that are written as JSON: a name that ends with .jsonl is for lines, and one that ends with .json for a list,
 * unless the inputs have that extension, too, and another layout. Undefined if documents are written as rows.
 */
export function jsonLayoutOf(
  output: Output,
  stored: StoredEnding,
  { files }: Source,
): JsonLayout | undefined {
  const format = outputFormat(output) ?? (stored === '.json' ? 'json' : 'jsonl')
  if (format !== 'json') return format === 'jsonl' ? 'lines' : undefined
  if (stored !== '.json') return 'list'
  const layouts = files.filter(({ bytes }) => bytes > 0).map(({ json }) => json?.shape ?? 'lines')
  const [first = 'list'] = layouts
  // Several files with an object each are a list.
  return layouts.every((layout) => layout === 'lines') || layouts.length === 1 ? first : 'list'
}

/**
 * Writes kept documents: records of JSON as they are, or rows.
 *
 * @param columns of the rows; called only if they are needed
 */
export async function openKept(
  { path }: Output,
  layout: JsonLayout | undefined,
  columns: () => Promise<readonly Column[]>,
): Promise<DocumentWriter> {
  if (layout !== undefined) {
    const documents = new JsonDocuments(await openText(path), layout)
    const { isVerbatim } = documents
    return {
      isVerbatim,
      write: ({ line, element }) =>
        isVerbatim ? documents.write([element?.bytes ?? line], element?.before) : documents.write([line]),
      close: () => documents.close(),
      abort: () => documents.abort(),
    }
  }
  const table = await openTable(path, await columns())
  return {
    isVerbatim: false,
    write: ({ line }) => table.write(parseLine(line)),
    close: () => table.close(),
    abort: () => table.abort(),
  }
}

/** Precedes the original record, which restore extracts again. */
export const DOCUMENT_MARK = ',"document":'

/** Writes removed documents, each with its reason. The record itself comes last, unchanged in JSON. */
export async function openRemoved(
  { path }: Output,
  layout: JsonLayout | undefined,
  idType: Column['type'],
): Promise<DocumentWriter<readonly [Removal]>> {
  if (layout !== undefined) {
    const documents = new JsonDocuments(await openText(path), layout)
    const { isVerbatim } = documents
    return {
      isVerbatim,
      write: ({ line, element }, removal) => {
        const head = Buffer.from(`${JSON.stringify(removal).slice(0, -1)}${DOCUMENT_MARK}`)
        const record = isVerbatim ? (element?.bytes ?? line) : line
        return documents.write([head, record, CLOSING], element?.before)
      },
      close: () => documents.close(),
      abort: () => documents.abort(),
    }
  }
  const table = await openTable(path, [
    { name: 'position', type: 'integer' },
    { name: 'id', type: idType },
    { name: 'survivor', type: idType },
    { name: 'similarity', type: 'number' },
    { name: 'reason', type: 'string' },
    { name: 'document', type: 'json' },
  ])
  return {
    isVerbatim: false,
    write: ({ line }, removal) => table.write({ ...removal, document: parseLine(line) }),
    close: () => table.close(),
    abort: () => table.abort(),
  }
}

const CLOSING = Buffer.from('}')

export function parseLine(line: Uint8Array): Record<string, unknown> {
  return JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString()) as Record<
    string,
    unknown
  >
}
