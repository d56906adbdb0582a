/// <reference types="node" />
import type { Column } from './column.js'
import { isDevice } from './node-sink.js'
import { type OutputKind, outputKind } from './output-format.js'

/** A file to write. */
export interface Output {
  /** The option that names it, for messages. */
  readonly option: string
  /** `-`: stdout. */
  readonly path: string
}

export const STDOUT = '-'

/** The format according to the extension; undefined for stdout and devices, which have none. */
export function outputFormat({ path }: Output): OutputKind['format'] | undefined {
  return path === STDOUT || isDevice(path) ? undefined : outputKind(path).format
}

/** Whether rows are written as JSON, in lines or in a list. */
export function isJsonText(output: Output): boolean {
  const format = outputFormat(output) ?? 'jsonl'
  return format === 'jsonl' || format === 'json'
}

/** Whether rows are written as Parquet. */
export function isParquet(output: Output): boolean {
  return outputFormat(output) === 'parquet'
}

/** In JSON, ids keep their types. The other formats need one type for all ids: text, unless ids are record numbers. */
export function idColumn(idField: string | undefined, output: Output): Column['type'] {
  return idField === undefined ? 'integer' : isJsonText(output) ? 'json' : 'string'
}
