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

/** The formats that Spark reads, by extension. Like everything else, Spark reads `.json` line by line. */
const FORMATS = new Map<string, SparkSide['format']>([
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['json', 'jsonl'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['parquet', 'parquet'],
  ['orc', 'orc'],
  ['avro', 'avro'],
])

/** The format of documents that Spark reads: the given one, or by the extension of the path; JSON Lines if it has none. */
export function formatOf(path: string, named: ReadOptions['format']): SparkSide['format'] {
  if (TABLE.test(path)) return 'table'
  const ending = named ?? endingOf(path)
  if (ending === undefined) return 'jsonl'
  const format = FORMATS.get(ending)
  if (format === undefined)
    throw new InvalidOption(
      'format',
      ending,
      'JSON Lines, CSV, TSV, Parquet, ORC or Avro; `format` names it if the name does not',
      `Spark cannot read ${path} as ${ending}`,
    )
  return format
}

/** The extension of a path, before that of its compression. A number, as in `crawl-2026.11`, is no extension. */
function endingOf(path: string): string | undefined {
  // The name of a bucket has no extension.
  const inside = path.replace(URI, '').replace(/^[^/]*/, '')
  const name = inside.replace(/(?:\.(?:gz|zst|bz2))?\/*$/i, '')
  return /\.([a-z]\w*)$/i.exec(name)?.[1]?.toLowerCase()
}

/** How Spark reads delimited text, by the options of every command; what it cannot do is refused. */
export function readerOptions(
  path: string,
  { delimiter, header, encoding, exclude, format }: ReadOptions,
): Record<string, string> {
  if (exclude !== undefined && exclude.length > 0)
    throw new InvalidOption('exclude', exclude, 'no patterns with URIs: name the inputs by a glob')
  if (formatOf(path, format) !== 'csv') {
    if (encoding !== undefined && encoding !== 'utf-8')
      throw new InvalidOption('encoding', encoding, 'utf-8, unless Spark reads CSV')
    return {}
  }
  if (header === false)
    throw new InvalidOption('header', header, 'true: Spark finds the fields of CSV by the names of columns')
  const tabs = (format ?? endingOf(path)) === 'tsv' ? '\t' : undefined
  const sep = delimiter ?? tabs
  return {
    ...(sep !== undefined && { sep }),
    ...(encoding !== undefined && { encoding: encoding === 'latin1' ? 'iso-8859-1' : encoding }),
  }
}

/** Whether Spark reads a source itself: all its paths are URIs, or `table:NAME`. */
export function isReadBySpark(source: DocumentSource): boolean {
  const paths = pathsOf(source)
  if (paths === undefined || !paths.some(isOfSpark)) return false
  const local = paths.find((path) => !isOfSpark(path))
  if (local === undefined) return true
  throw new InvalidOption('source', local, 'either URIs or local paths, not both (file:///… is a URI)')
}
