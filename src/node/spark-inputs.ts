import { InvalidOption } from '../model/errors.js'
import { type DocumentSource, pathsOf } from './document-source.js'

const URI = /^[a-z][a-z0-9+.-]*:\/\//i
/** What begins the name of a table of Spark's catalog. */
export const TABLE = /^table:/

export function isUri(path: string): boolean {
  return URI.test(path)
}

/** Whether Spark reads a source itself: all its paths are URIs, or `table:NAME`. */
export function isReadBySpark(source: DocumentSource): boolean {
  const paths = pathsOf(source)
  if (paths === undefined || !paths.some((path) => isUri(path) || TABLE.test(path))) return false
  const local = paths.find((path) => !isUri(path) && !TABLE.test(path))
  if (local === undefined) return true
  throw new InvalidOption('source', local, 'either URIs or local paths, not both (file:///… is a URI)')
}
