import { checkChoice } from '../model/check.js'
import { FORMATS, isOneDocument } from './format.js'
import { detectIdField } from './node-detect-id.js'
import { checkUnchanged, stampInputs } from './node-input-stamps.js'
import { findInputs } from './node-inputs.js'
import { SourceOpener } from './node-source-opener.js'
import { TemporaryFolder } from './node-spool.js'
import type { Source, SourceFile } from './source.js'
import type { SourceOptions } from './source-options.js'

/**
 * Opens documents for reading: paths, globs, folders, `-` for stdin. JSON Lines files are used where they are; all else
 * is turned into JSON Lines in temporary files, which `close` removes. Throws `UnreadableInput` for what cannot be read
 * as a whole, and `BadRecord` for a record, unless bad ones are skipped.
 *
 * @example const source = await openSource(['news/*.jsonl.gz'], { text: ['body'] })
 */
export async function openSource(inputs: readonly string[], options: SourceOptions = {}): Promise<Source> {
  const { format, exclude } = options
  if (format !== undefined) checkChoice('format', format, FORMATS)
  checkChoice('onError', options.onError ?? 'stop', ['stop', 'skip'])
  const found = await findInputs(inputs, { format, exclude, text: options.text })
  const folder = new TemporaryFolder(options.temporary)
  try {
    const opener = new SourceOpener(folder, options)
    const parts = await opener.open(found.inputs)
    const stamps = stampInputs(found.inputs)
    opener.text.checkSeen(inputs)
    const files = parts.flatMap(({ file }) => file ?? [])
    checkUnchanged({ inputs: stamps, files })
    const areTexts = found.inputs.every((input) => isOneDocument(input.format))
    return {
      files,
      inputs: stamps.length === found.inputs.length ? stamps : undefined,
      textFields: opener.text.names,
      ...chooseId(options.id, areTexts, files, opener.text.names),
      skipped: parts.flatMap(({ skipped }) => skipped),
      notes: {
        layouts: opener.layouts,
        emptyFiles: opener.emptyFiles,
        unknownFiles: found.unknown,
        ownFiles: found.own,
      },
      async close() {
        folder.remove()
      },
    }
  } catch (error) {
    folder.remove()
    throw error
  }
}

/** The id field that was named, or detected. */
function chooseId(
  id: SourceOptions['id'],
  areTexts: boolean,
  files: readonly SourceFile[],
  textFields: readonly string[],
): Pick<Source, 'idField' | 'isIdDetected' | 'rejectedId'> {
  if (id !== undefined) return { idField: id || undefined }
  if (areTexts) return { idField: 'path' }
  return detectIdField(files, textFields)
}
