import { WasmEscaper } from '../kernel/wasm-escaper.js'
import { checkChoice } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import type { StopSignal } from '../model/stop-signal.js'
import type { DocumentStream } from '../read/document-lines.js'
import { openSource } from '../read/node-open-source.js'
import type { Source } from '../read/source.js'
import type { SourceOptions } from '../read/source-options.js'

/**
 * Where documents come from: a path, a glob or a folder; a list of those; or objects in a list, any other iterable or an
 * async iterable, one by one or in batches. Documents from a program are stored in a temporary file as they arrive.
 */
export type DocumentSource = string | readonly string[] | DocumentStream

/**
 * Where sets come from: a path, a glob or a folder; a list of those; `-` for stdin; or records in a list, any other iterable or an async
 * iterable, one by one or in batches.
 */
export type SetInput = string | readonly string[] | DocumentStream

/** How documents are read. */
export interface ReadOptions
  extends Omit<
    SourceOptions,
    'text' | 'id' | 'fields' | 'copiesRows' | 'memory' | 'workers' | 'pages' | 'onRecords'
  > {
  /**
   * The field that holds the text, or several fields whose values are concatenated. A field is a name or a path such as
   * `doc.body.text`. Default: detected in files, `text` in objects.
   */
  readonly text?: string | readonly string[]
  /**
   * The field that holds the id, or false to identify documents by position. Default: detected in files, `id` in objects.
   */
  readonly id?: string | false
  /**
   * What to read from HTML files: all their text, or only their articles, without menus, advertisements and anything else
   * that their sites repeat. Default: `text`.
   */
  readonly html?: 'text' | 'article'
}

/** What is needed of the source in addition to text and id. */
export type Needs = Pick<SourceOptions, 'fields' | 'copiesRows' | 'memory' | 'workers' | 'onRecords'> & {
  /** Whether documents that come from a program are stored whole. */
  readonly whole?: boolean
  /** The name, in messages, of documents that come from a program. Default: `documents`. */
  readonly name?: string
  /** Ends the reading. */
  readonly signal?: StopSignal | undefined
}

/** Opens a source for the engine. */
export async function openDocuments(
  source: DocumentSource,
  { text, id, html = 'text', ...options }: ReadOptions,
  { whole = false, name, signal, ...needs }: Needs,
): Promise<Source> {
  checkChoice('html', html, ['text', 'article'])
  const fields = text === undefined ? {} : { text: typeof text === 'string' ? [text] : text }
  const paths = pathsOf(source)
  if (paths !== undefined) {
    const pages = html === 'article' ? { pages: await articleReader() } : {}
    const onRecords = (records: number) => {
      signal?.throwIfAborted()
      needs.onRecords?.(records)
    }
    const idField = id !== undefined && { id }
    return openSource(paths, { ...options, ...needs, onRecords, ...fields, ...idField, ...pages })
  }
  const { temporary } = options
  const { memory, onRecords } = needs
  const { spoolDocuments } = await import('../read/node-spool-documents.js')
  return spoolDocuments(source as DocumentStream, {
    ...fields,
    ...(id !== undefined && { id }),
    ...(temporary !== undefined && { temporary }),
    ...(memory !== undefined && { memory }),
    whole,
    escaper: new WasmEscaper(),
    ...(name !== undefined && { name }),
    signal,
    onItems: onRecords,
  })
}

/** The HTML parser is loaded only if it is needed. */
async function articleReader(): Promise<NonNullable<SourceOptions['pages']>> {
  const { PageTexts } = await import('../apps/news/page-texts.js')
  return new PageTexts()
}

/** Any other problem with a path is reported by the system when the file is opened. */
function checkInputPath(path: string): string {
  if (path.includes('\0')) throw new InvalidOption('source', path, 'a path without NUL characters')
  return path
}

/**
 * The paths, if the source names files: a list of strings is a list of paths.
 *
 * @param option the option that the source is
 * @param items what a source that is no path holds
 */
export function pathsOf(
  source: DocumentSource | SetInput,
  option = 'source',
  items = 'documents',
): readonly string[] | undefined {
  if (typeof source === 'string') return [checkInputPath(source)]
  if (Array.isArray(source) && source.length > 0 && source.every((item) => typeof item === 'string')) {
    for (const path of source) checkInputPath(path)
    return source as readonly string[]
  }
  if (
    typeof source === 'object' &&
    source !== null &&
    (Symbol.iterator in source || Symbol.asyncIterator in source)
  ) {
    return undefined
  }
  throw new InvalidOption(option, source, `a path, a list of paths, or an iterable of ${items}`)
}
