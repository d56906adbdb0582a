import type { Documents, StopSignal } from '../engine/engine.js'
import { InvalidOption } from '../model/errors.js'
import { DocumentLines, type LineSink } from '../read/document-lines.js'
import type { ReadOptions, SentSource } from './protocol.js'

/**
 * What a page sends to the worker of a run: files unchanged, and documents as lines of JSON.
 *
 * @param name the name of the documents in messages
 */
export async function sendSource(
  source: readonly File[] | Documents,
  name: string,
  { text, id }: Pick<ReadOptions, 'text' | 'id'>,
  signal?: StopSignal,
): Promise<SentSource> {
  if (areFiles(source)) {
    const names = distinctNames(source.map((file) => file.webkitRelativePath || file.name))
    return { files: source.map((blob, i) => ({ name: names[i]!, blob, modified: blob.lastModified })) }
  }
  if (
    typeof source !== 'object' ||
    source === null ||
    !(Symbol.iterator in source || Symbol.asyncIterator in source)
  ) {
    throw new InvalidOption(
      name === 'documents' ? 'source' : name,
      source,
      'files, or an iterable of documents',
    )
  }
  const sink = new BlobSink()
  const lines = new DocumentLines(sink, {
    name,
    ...(text !== undefined && { text }),
    ...(id !== undefined && { id }),
  })
  await lines.addAll(source, { signal })
  const { close: _, ...opened } = await lines.finish(`/${name}`, async () => {})
  return { lines: sink.blob, source: opened }
}

function areFiles(source: readonly File[] | Documents): source is readonly File[] {
  return Array.isArray(source) && source.length > 0 && source.every((item) => item instanceof Blob)
}

/** Unique names for files, because files in two folders may have the same name. */
function distinctNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.map((name) => {
    const [, stem, endings] = /^(.*?[^/])((?:\.[^./]*)*)$/s.exec(name) ?? ['', name, '']
    let distinct = name
    for (let number = 2; seen.has(distinct); number++) distinct = `${stem} (${number})${endings}`
    seen.add(distinct)
    return distinct
  })
}

/** Lines that the browser stores as a Blob. */
class BlobSink implements LineSink {
  #parts: Blob[] = []
  bytes = 0

  get blob(): Blob {
    return new Blob(this.#parts)
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#parts.push(new Blob([bytes as Uint8Array<ArrayBuffer>]))
    this.bytes += bytes.length
  }

  async finish(): Promise<void> {}

  async rewrite(change: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>): Promise<void> {
    const { blob } = this
    this.#parts = []
    this.bytes = 0
    for await (const chunk of change(chunksOf(blob))) await this.write(chunk)
  }
}

/** The bytes of a Blob. Not every browser can iterate over a stream. */
async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array, void> {
  const reader = blob.stream().getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}
