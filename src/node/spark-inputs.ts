import type { SparkSide } from '../engine/spark/messages.js'
import { InvalidOption } from '../model/errors.js'
import { type DocumentSource, pathsOf, type ReadOptions } from './document-source.js'

const URI = /^[a-z][a-z0-9+.-]*:\/\//i
/** What begins the name of a table of Spark's catalog. */
export const TABLE = /^table:/

export function isUri(path: string): boolean {
  return URI.test(path)
}

/** Whether only Spark can read or write a path: a URI, or `table:NAME`. */
export function isOfSpark(path: string): boolean {
  return isUri(path) || TABLE.test(path)
}

/** The format of documents that Spark reads, by the name of an option or the ending of a path. */
export function formatOf(path: string, named: ReadOptions['format']): SparkSide['format'] {
  if (TABLE.test(path)) return 'table'
  const ending = named ?? /\.(\w+)(?:\.(?:gz|zst|bz2))?\/*$/.exec(path)?.[1]
  if (ending === 'parquet' || ending === 'csv' || ending === 'orc' || ending === 'avro') return ending
  return 'jsonl'
}

/** Whether Spark reads a source itself: all its paths are URIs, or `table:NAME`. */
export function isReadBySpark(source: DocumentSource): boolean {
  const paths = pathsOf(source)
  if (paths === undefined || !paths.some(isOfSpark)) return false
  const local = paths.find((path) => !isOfSpark(path))
  if (local === undefined) return true
  throw new InvalidOption('source', local, 'either URIs or local paths, not both (file:///… is a URI)')
}
