// Text and HTML files are one document each. The kept and removed documents contain only their text, so dedup stores what else restore
// needs to rebuild each file next to the manifest: its name and checksum, and its bytes if the text alone is not the file.

/// <reference types="node" />
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readFault } from '../read/node-fault.js'
import { openSink } from '../write/node-sink.js'
import { TextWriter } from '../write/node-text-writer.js'

/** A file that was a single document. */
export interface Original {
  /** Relative to the folder of the restored files. */
  readonly path: string
  readonly sha256: string
  /** The position of its document; undefined if it was skipped. */
  readonly position?: number
  /** Its bytes, deflated, in base64; undefined if they are the text of the document. */
  readonly deflated?: string
}

/** `pages.manifest.json` → `pages.originals` */
export function originalsPath(manifest: string): string {
  return `${manifest.replace(/(?<=.)(\.manifest)?\.json$/i, '')}.originals`
}

/** Writes one line per file. */
export class OriginalsWriter {
  readonly #writer: TextWriter

  constructor(path: string) {
    this.#writer = new TextWriter(openSink(path), undefined)
  }

  /**
   * @param file where the file is now
   * @param path where it is restored
   * @param document its position and text; undefined if it was skipped
   */
  async add(
    file: string,
    path: string,
    document: { readonly position: number; readonly text: string } | undefined,
  ): Promise<void> {
    const bytes = bytesOf(file)
    const isText = document !== undefined && Buffer.from(document.text).equals(bytes)
    const original: Original = {
      path,
      sha256: checksum(bytes),
      ...(document && { position: document.position }),
      ...(!isText && { deflated: deflateRawSync(bytes).toString('base64') }),
    }
    await this.#writer.writeText(`${JSON.stringify(original)}\n`)
  }

  close(): Promise<void> {
    return this.#writer.close()
  }

  abort(): Promise<void> {
    return this.#writer.abort()
  }
}

/** The bytes of a file; undefined if they differ from those that dedup saw. */
export function originalBytes({ deflated, sha256 }: Original, text: string | undefined): Buffer | undefined {
  const bytes =
    deflated === undefined ? Buffer.from(text ?? '') : inflateRawSync(Buffer.from(deflated, 'base64'))
  return checksum(bytes) === sha256 ? bytes : undefined
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw readFault(file, error)
  }
}

function checksum(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
