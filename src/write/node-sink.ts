/// <reference types="node" />
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { isatty } from 'node:tty'
import { UnwritableOutput } from '../model/errors.js'
import { forgetPart, partOf } from '../temporary/node-leftovers.js'
import { writeFault } from './node-fault.js'
import { TerminalText } from './node-terminal-text.js'

/** Receives bytes. If a call returns a promise, await it before the next call. */
export interface Sink {
  write(bytes: Uint8Array): void | Promise<void>
  /** Ends the output: the file gets its final name. */
  close(): Promise<void>
  /** Removes what was written. Does nothing after `close`. */
  abort(): Promise<void>
}

/** A sink for a path: a file, or an existing device or pipe, which is written as it is. */
export function openSink(path: string): Sink {
  const stats = statOf(path)
  if (stats?.isDirectory() === true) throw writeFault(path, { code: 'EISDIR' })
  return stats === undefined || stats.isFile() ? new PartFile(path) : new DeviceSink(path)
}

/** Whether a path exists and is neither a file nor a folder, such as /dev/null or a named pipe. */
export function isDevice(path: string): boolean {
  const stats = statOf(path)
  return stats !== undefined && !stats.isFile() && !stats.isDirectory()
}

/** Whether a path is a file that is not empty. */
export function holdsData(path: string): boolean {
  const stats = statOf(path)
  return stats?.isFile() === true && stats.size > 0
}

/** Throws `UnwritableOutput` unless a file can be created next to `path`: it creates one and removes it. */
export function checkFolder(path: string): void {
  if (isDevice(path)) return
  const sink = openSink(path) as PartFile
  sink.remove()
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw writeFault(path, error)
  }
}

/** A file that is written under a temporary name next to it and renamed when complete. */
class PartFile implements Sink {
  readonly #name: string
  readonly #path: string
  readonly #part: string
  readonly #file: number
  #isOpen = true

  constructor(name: string) {
    this.#name = name
    try {
      this.#path = targetOf(name)
      this.#part = partOf(this.#path)
      this.#file = openSync(this.#part, 'wx')
    } catch (error) {
      throw writeFault(name, error)
    }
  }

  write(bytes: Uint8Array): void {
    this.#attempt(() => writeAll(this.#file, bytes))
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#attempt(() => {
      fsyncSync(this.#file)
      closeSync(this.#file)
      renameSync(this.#part, this.#path)
      forgetPart(this.#part)
      this.#isOpen = false
    })
  }

  async abort(): Promise<void> {
    this.remove()
  }

  remove(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      fstatSync(this.#file)
      closeSync(this.#file)
    } catch {
      // Already closed by a close that failed.
    }
    rmSync(this.#part, { force: true })
    forgetPart(this.#part)
  }

  #attempt(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.remove()
      throw writeFault(this.#name, error)
    }
  }
}

/** A device or a named pipe: there is nothing to rename. On a terminal, control characters are escaped. */
class DeviceSink implements Sink {
  readonly #file: number
  readonly #name: string
  readonly #shown: TerminalText | undefined
  #isOpen = true

  constructor(name: string) {
    this.#name = name
    try {
      this.#file = openSync(name, 'w')
      if (isatty(this.#file)) this.#shown = new TerminalText()
    } catch (error) {
      throw writeFault(name, error)
    }
  }

  write(bytes: Uint8Array): void {
    try {
      writeAll(this.#file, this.#shown?.push(bytes) ?? bytes)
    } catch (error) {
      throw writeFault(this.#name, error)
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    if (this.#shown !== undefined) writeAll(this.#file, this.#shown.end())
    closeSync(this.#file)
  }

  abort(): Promise<void> {
    return this.close()
  }
}

/** A link stays a link: the file that it points to is replaced. */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return path
    if ((error as NodeJS.ErrnoException).code === 'ELOOP') {
      throw new UnwritableOutput(path, 'its symbolic links form a loop', 'fix the links')
    }
    throw error
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done)
}
