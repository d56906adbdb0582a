import type { StreamWatch } from '../model/visit-items.js'
import { DocumentLines, type DocumentStream, type LineOptions } from './document-lines.js'
import { BackgroundFile } from './node-background-file.js'
import { TemporaryFolder } from './node-spool.js'
import type { Source } from './source.js'

/** How documents are stored. */
export interface SpoolOptions extends LineOptions, StreamWatch {
  /** The folder for temporary files. Default: the system's. */
  readonly temporary?: string
}

/**
 * Writes documents to a temporary file of JSON Lines as they arrive, so that any number of them takes little memory. `close`
 * removes the file.
 */
export async function spoolDocuments(documents: DocumentStream, options: SpoolOptions = {}): Promise<Source> {
  const folder = new TemporaryFolder(options.temporary)
  const file = new BackgroundFile(folder.newPath('jsonl'))
  const lines = new DocumentLines(file, options)
  try {
    await lines.addAll(documents, options)
    return await lines.finish(file.path, async () => folder.remove())
  } catch (error) {
    await file.abandon()
    folder.remove()
    throw error
  }
}
