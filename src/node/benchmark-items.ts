import type { BenchmarkItem } from '../model/benchmark-item.js'
import type { DocumentId } from '../model/document.js'
import { isId } from '../model/document-id.js'
import { BadRecord } from '../model/errors.js'
import { fieldValue, recordText } from '../model/record-text.js'
import type { StopSignal } from '../model/stop-signal.js'
import { BadRecords } from '../read/bad-records.js'
import { findInputs } from '../read/node-inputs.js'
import { readRecords } from '../read/node-records.js'
import { type InputNotes, notesOnFound, type Source } from '../read/source.js'
import { type DocumentSource, openDocuments, pathsOf, type ReadOptions } from './document-source.js'

/** The name, in messages and results, of items that come from a program. */
const NAME = 'benchmarks'

/**
 * The items of benchmarks, each with the file that it is from. Files are read one by one, because each may have different fields.
 *
 * @param onBad called with each bad record that is skipped
 * @param onNotes called with what is not read of folders and globs
 */
export async function* readItems(
  benchmarks: DocumentSource,
  options: ReadOptions,
  onBad: (bad: BadRecord) => void,
  onNotes: (notes: InputNotes) => void,
  signal?: StopSignal,
): AsyncGenerator<BenchmarkItem, void> {
  const paths = pathsOf(benchmarks, NAME)
  if (paths === undefined) {
    yield* itemsOf(await openDocuments(benchmarks, options, { name: NAME, signal }), options, onBad)
    return
  }
  const { format, exclude } = options
  const found = await findInputs(paths, {
    format,
    exclude,
    text: options.text === undefined ? undefined : [options.text].flat(),
  })
  onNotes(notesOnFound(found))
  for (const { name } of found.inputs)
    yield* itemsOf(await openDocuments([name], options, { fields: [], signal }), options, onBad)
}

async function* itemsOf(
  source: Source,
  { onError = 'stop' }: ReadOptions,
  onBad: (bad: BadRecord) => void,
): AsyncGenerator<BenchmarkItem, void> {
  const bad = new BadRecords(onError)
  const skip = (error: BadRecord) => {
    bad.add(error)
    onBad(error)
  }
  try {
    for (const error of source.skipped) onBad(error)
    for await (const { position, file, line, value } of readRecords(source, { onError, onBad })) {
      const { name } = source.files[file]!
      const read = recordText(value, source.textFields)
      if ('problem' in read) skip(new BadRecord(name, line, read.problem))
      else yield { benchmark: name, id: idOf(value, source.idField, position), text: read.text }
    }
  } finally {
    await source.close()
  }
}

/** The id of a record, or its number if it has none. */
function idOf(value: object, field: string | undefined, position: number): DocumentId {
  const id = field === undefined ? undefined : fieldValue(value, field)
  return isId(id) ? id : position
}
