import type { BlobFiles } from '../engine/browser/blob-files.js'
import { openSource } from '../read/node-open-source.js'
import { joinSides } from '../read/sides.js'
import type { Source } from '../read/source.js'
import { addFile, blobsOf, MemoryFile, removeAllFiles, watchReading } from './platform/files.js'
import { resolve } from './platform/other-modules.js'
import type { Opening, ReadOptions, RunArguments, SentSource } from './protocol.js'

/** An open source, and its files in the form in which all threads read them. */
export interface OpenedSource {
  readonly source: Source
  readonly files: BlobFiles
}

/** The share of all bytes after which reading is reported again. */
const REPORT_EVERY = 0.01

/**
 * Opens the source that a page has sent, with the readers of the command line; files are Blobs here. JSON Lines are read directly, and
 * other formats are converted to JSON Lines.
 */
export async function openSources(
  { source, against, reading, request }: RunArguments,
  onOpening: (opening: Opening) => void,
): Promise<OpenedSource> {
  removeAllFiles()
  const total = [source, against].reduce((sum, side) => sum + (side === undefined ? 0 : bytesOf(side)), 0)
  let [done, reported] = [0, 0]
  watchReading((bytes) => {
    done += bytes
    if (done - reported < REPORT_EVERY * total) return
    reported = done
    onOpening({ done: Math.min(done, total), total })
  })
  const options = { ...reading, ...(request.onError && { onError: request.onError }), fields: [] }
  const own = await openSide(source, '', options)
  const opened = against === undefined ? own : joinSides(own, await openSide(against, 'against', options))
  return { source: opened, files: blobsOf(opened.files.map(({ path }) => path)) }
}

async function openSide(
  side: SentSource,
  folder: string,
  options: ReadOptions & { readonly fields: readonly string[] },
): Promise<Source> {
  if ('lines' in side) {
    for (const { path } of side.source.files) addFile(new MemoryFile(path, side.lines))
    return { ...side.source, async close() {} }
  }
  const names = side.files.map(({ name, blob, modified }) => {
    const path = folder === '' ? name : `${folder}/${name}`
    addFile(new MemoryFile(resolve(path), blob, modified))
    // A file with this name would be mistaken for stdin.
    return path === '-' ? './-' : path
  })
  return openSource(names, options)
}

function bytesOf(side: SentSource): number {
  return 'lines' in side ? side.lines.size : side.files.reduce((sum, { blob }) => sum + blob.size, 0)
}
