/// <reference types="node" />
import { isIdName } from '../model/field-names.js'
import type { DelimitedLayout } from './delimited-layout.js'
import { type AnyFormat, readerOf } from './format.js'
import type { Columns, OpenInput, ReadingOptions, ReadRecord, RecordVisitor } from './formats/reader.js'
import type { Spool } from './node-spool.js'
import type { RecordGate } from './record-gate.js'
import type { SourceOptions } from './source-options.js'

const LINE_END = Buffer.from('\n')

/** Writes each record as a line of JSON. */
export function lineWriter(spool: Spool): (line: number, record: ReadRecord) => void {
  return (_line, record) => {
    record.writeJson(spool.write)
    spool.write(LINE_END)
  }
}

/** Writes the records of an input that the gate admits as JSON Lines. */
export async function spoolRecords(
  opened: OpenInput & { readonly format: AnyFormat },
  spool: Spool,
  gate: RecordGate,
  options: ReadingOptions,
  onLayout?: (layout: DelimitedLayout) => void,
): Promise<void> {
  const reader = await readerOf(opened.format)
  const write = lineWriter(spool)
  const visitor: RecordVisitor = {
    record(line, record) {
      if (gate.admits(line, record, reader.areUniform)) write(line, record)
    },
    bad: (error) => gate.refuse(error),
    ...(onLayout && { layout: onLayout }),
  }
  await reader.read(opened, visitor, options)
  gate.end()
}

/**
 * The columns of a table to read if not all are needed: the text and the id, as named or as the first row shows them, columns named like an
 * id unless one is named, and what else the command needs. Undefined: all.
 */
export async function neededColumns(
  table: Columns,
  gate: RecordGate,
  { fields, id }: Pick<SourceOptions, 'fields' | 'id'>,
): Promise<readonly string[] | undefined> {
  if (fields === undefined) return undefined
  const others = [...(id === undefined ? table.names.filter(isIdName) : []), ...fields]
  const named = gate.namedFields
  if (named?.every((name) => table.has(name))) return [...named, ...others]
  const first = await table.first()
  return first === undefined ? others : [...gate.fieldsOf(first), ...others]
}
