/// <reference types="node" />
import { createReadStream } from 'node:fs'
import { Spool, TemporaryFolder } from '../../read/node-spool.js'
import { escapeControls } from '../../write/escape-controls.js'
import { StdoutSink } from '../../write/node-stdout.js'

/** A list of results in a temporary file, because there may be more of them than fit into memory. */
export class StoredList {
  readonly #kind: 'json' | 'text' | 'none'
  readonly #folder = new TemporaryFolder()
  #spool: Spool | undefined
  #length = 0

  /** @param kind whether items are JSON or lines of text; none: they will not be printed */
  constructor(kind: 'json' | 'text' | 'none') {
    this.#kind = kind
  }

  add(item: string): void {
    if (this.#kind === 'none') return
    this.#spool ??= new Spool(this.#folder.newPath('txt'))
    if (this.#kind === 'json' && this.#length > 0) this.#spool.writeText(',')
    this.#spool.writeText(escapeControls(item))
    this.#length++
  }

  /** Prints all items to stdout, between other texts, no faster than its reader takes them. */
  async print(before = '', after = ''): Promise<void> {
    try {
      const stdout = new StdoutSink()
      await stdout.write(Buffer.from(before))
      if (this.#spool !== undefined) {
        const { path } = this.#spool.finish('results')
        this.#spool = undefined
        for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 }))
          await stdout.write(piece as Uint8Array)
      }
      await stdout.write(Buffer.from(after))
      await stdout.close()
    } finally {
      this.remove()
    }
  }

  /** Removes the file. */
  remove(): void {
    this.#spool?.abandon()
    this.#folder.remove()
  }
}
