/// <reference types="node" />

import type { DocumentId } from '../model/document.js'
import type { RemovalReason } from '../model/report.js'
import type { Column } from '../write/column.js'
import { openLines, openTable } from '../write/node-open-table.js'
import { isJsonLines, type Output } from '../write/node-output.js'

/** Receives documents as lines of JSON. */
export interface DocumentWriter<More extends readonly unknown[] = readonly []> {
  write(line: Uint8Array, ...more: More): void | Promise<void>
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
 * Writes kept documents: lines of JSON as they are, or rows.
 *
 * @param columns of the rows; called only if they are needed
 */
export async function openKept(
  output: Output,
  columns: () => Promise<readonly Column[]>,
): Promise<DocumentWriter> {
  if (isJsonLines(output)) return openLines(output.path)
  const table = await openTable(output.path, await columns())
  return {
    write: (line) => table.write(parseLine(line)),
    close: () => table.close(),
    abort: () => table.abort(),
  }
}

/** Precedes the original record, which restore extracts again. */
export const DOCUMENT_MARK = ',"document":'

/** Writes removed documents, each with its reason. The record itself comes last, unchanged in JSON Lines. */
export async function openRemoved(
  output: Output,
  idType: Column['type'],
): Promise<DocumentWriter<readonly [Removal]>> {
  if (isJsonLines(output)) {
    const lines = await openLines(output.path)
    return {
      write: (line, removal) => {
        const head = `${JSON.stringify(removal).slice(0, -1)}${DOCUMENT_MARK}`
        return lines.write(Buffer.concat([Buffer.from(head), line, CLOSING]))
      },
      close: () => lines.close(),
      abort: () => lines.abort(),
    }
  }
  const table = await openTable(output.path, [
    { name: 'position', type: 'integer' },
    { name: 'id', type: idType },
    { name: 'survivor', type: idType },
    { name: 'similarity', type: 'number' },
    { name: 'reason', type: 'string' },
    { name: 'document', type: 'json' },
  ])
  return {
    write: (line, removal) => table.write({ ...removal, document: parseLine(line) }),
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
