/// <reference types="node" />

import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary/node-leftovers.js'
import { readFault, spoolFault } from './node-fault.js'
import type { SourceFile } from './source.js'

/** A folder for temporary files, created on first use. */
export class TemporaryFolder {
  readonly #parent: string
  #path: string | undefined
  #files = 0

  constructor(parent: string = tmpdir()) {
    this.#parent = parent
  }

  /** A path for a new file. */
  newPath(ending: string): string {
    try {
      this.#path ??= makeTemporaryFolder(this.#parent)
    } catch (error) {
      throw spoolFault(this.#parent, error)
    }
    return join(this.#path, `${this.#files++}.${ending}`)
  }

  /** Removes the folder with its content; a second call does nothing. */
  remove(): void {
    if (this.#path !== undefined) removeTemporaryFolder(this.#path)
    this.#path = undefined
  }
}

const BUFFER_BYTES = 1 << 20

/** A temporary file that is appended to through a buffer. */
export class Spool {
  readonly path: string
  readonly #file: number
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #used = 0
  #written = 0

  constructor(path: string) {
    this.path = path
    this.#file = this.#attempt(() => openSync(path, 'wx', 0o600))
  }

  /** The number of bytes written so far. */
  get bytes(): number {
    return this.#written + this.#used
  }

  readonly write = (bytes: Uint8Array): void => {
    if (bytes.length > BUFFER_BYTES - this.#used) {
      this.#flush()
      if (bytes.length >= BUFFER_BYTES) {
        this.#writeAll(bytes)
        return
      }
    }
    this.#buffer.set(bytes, this.#used)
    this.#used += bytes.length
  }

  writeText(text: string): void {
    this.write(Buffer.from(text))
  }

  /** Removes everything after the first `bytes` bytes. */
  cutTo(bytes: number): void {
    if (bytes >= this.#written) {
      this.#used = bytes - this.#written
      return
    }
    this.#attempt(() => ftruncateSync(this.#file, bytes))
    this.#written = bytes
    this.#used = 0
  }

  /** Ends the file, which is then read under the name that the user knows. */
  finish(name: string): SourceFile {
    this.#flush()
    closeSync(this.#file)
    return { name, path: this.path, bytes: this.#written }
  }

  /** Closes after an error; the file is removed with its folder. */
  abandon(): void {
    try {
      closeSync(this.#file)
    } catch {
      // Closed already.
    }
  }

  #flush(): void {
    this.#writeAll(this.#buffer.subarray(0, this.#used))
    this.#used = 0
  }

  #writeAll(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const count = this.#attempt(() =>
        writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done),
      )
      done += count
    }
    this.#written += bytes.length
  }

  #attempt<Result>(act: () => Result): Result {
    try {
      return act()
    } catch (error) {
      throw spoolFault(this.path, error)
    }
  }
}

/** Writes a file in the folder; problems are those of the named input. */
export async function spoolTo(
  folder: TemporaryFolder,
  name: string,
  fill: (spool: Spool) => Promise<void>,
): Promise<SourceFile> {
  const spool = new Spool(folder.newPath('jsonl'))
  try {
    await fill(spool)
    return spool.finish(name)
  } catch (error) {
    spool.abandon()
    throw readFault(name, error)
  }
}
