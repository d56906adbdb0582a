/// <reference types="node" />
import { createHash } from 'node:crypto'
import type { StopSignal } from '../model/stop-signal.js'
import { openBytes, openUnpacked } from '../read/node-bytes.js'
import type { JsonOrigin, SourceFile } from '../read/source.js'
import { hasMark, TextRecoder } from '../read/text-recoder.js'
import type { ManifestInput } from './manifest.js'

type TextOrigin = Pick<JsonOrigin, 'path' | 'compression' | 'encoding'>

/**
 * What restore needs to write a text as it was stored, uncompressed: its encoding and byte order mark, with the checksum of exactly these
 * bytes. If the encoding cannot reproduce them, the text is restored in UTF-8.
 */
export async function storedText(
  name: string,
  { path, compression, encoding }: TextOrigin,
  signal?: StopSignal,
): Promise<Pick<ManifestInput, 'sha256' | 'bytes' | 'storage'>> {
  const { head, chunks } = await openUnpacked({ name, path, compression })
  const byteOrderMark = hasMark(head, encoding)
  const stored = await measure(chunks, signal)
  if (encoding === 'utf-8')
    return { ...stored, ...(byteOrderMark && { storage: { encoding, byteOrderMark } }) }
  const storage = { encoding, byteOrderMark }
  const again = await measure(
    recoded(name, { path, compression, encoding }, new TextRecoder(storage)),
    signal,
  )
  if (again.sha256 === stored.sha256) return { ...stored, storage }
  const { chunks: decoded } = await openBytes({ name, path, compression }, encoding)
  return measure(decoded, signal)
}

/** The text of a file that is not stored the way it is read; undefined if it is, or if its rows are copied in their own encoding. */
export function textOriginOf({ json, delimited }: SourceFile, isCopied: boolean): TextOrigin | undefined {
  if (json !== undefined) return json
  return isCopied && delimited?.encoding.startsWith('utf-16') ? delimited : undefined
}

async function* recoded(name: string, origin: TextOrigin, recoder: TextRecoder): AsyncGenerator<Uint8Array> {
  const { path, compression, encoding } = origin
  const { chunks } = await openBytes({ name, path, compression }, encoding)
  for await (const chunk of chunks) yield recoder.push(chunk)
}

async function measure(
  chunks: AsyncIterable<Uint8Array>,
  signal: StopSignal | undefined,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
