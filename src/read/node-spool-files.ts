import type { BadRecord } from '../model/errors.js'
import type { Encoding } from './encoding.js'
import { readerOf } from './format.js'
import { asStored, type DocumentFormat, documentOf, textOf } from './formats/node-document.js'
import type { ReadingOptions } from './formats/reader.js'
import type { Input } from './input.js'
import { OpenedInput } from './node-open-input.js'
import { SmallFiles } from './node-small-files.js'
import type { Spool, TemporaryFolder } from './node-spool.js'
import { lineWriter } from './node-spool-records.js'
import type { FileLayout } from './source.js'

/** How files that are one document each are read. */
export interface FileOptions extends Pick<ReadingOptions, 'limit' | 'named'> {
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding | undefined
}

/** Hooks for reading these files. */
export interface FileHooks {
  /** For inputs that must be written to a file before they can be read. */
  readonly folder: TemporaryFolder
  /** Receives the error for an unusable file: throws it, or returns to skip the file. */
  bad(error: BadRecord): void
  /** Converts the HTML of an input to text. Default: all its text. */
  pageText?(input: Input): ReadingOptions['pageText']
}

/**
 * Writes files that are one document each as lines of JSON, in order.
 *
 * @returns the files that are not in UTF-8, with their encodings
 */
export async function spoolFiles(
  inputs: readonly Input[],
  spool: Spool,
  options: FileOptions,
  { folder, bad, pageText }: FileHooks,
): Promise<FileLayout[]> {
  const { encoding, ...reading } = options
  const layouts: FileLayout[] = []
  const small = encoding === undefined || encoding === 'utf-8' ? new SmallFiles() : undefined
  const record = lineWriter(spool)
  for (const input of inputs) {
    const format = input.format as DocumentFormat
    const page = { pageText: pageText?.(input) }
    const bytes = small?.read(input)
    if (bytes !== undefined && bytes.length <= options.limit) {
      // Without waiting, because there may be very many files.
      const text = format === 'text' ? asStored : await textOf(format, page)
      record(1, documentOf(input.name, bytes, text, reading))
      continue
    }
    const opened = await OpenedInput.open(input, { encoding, folder })
    if (opened.text.encoding !== 'utf-8') {
      layouts.push({ name: input.name, encoding: opened.text.encoding })
    }
    const reader = await readerOf(format)
    await reader.read(opened, { record, bad }, { ...reading, ...page })
  }
  return layouts
}
