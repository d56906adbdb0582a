import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readFault } from '../../read/node-fault.js'
import { checkOpenUnchanged } from '../../read/node-input-stamps.js'
import type { Bytes, Input, Inputs, Stamp } from '../ports.js'

/** Inputs that are files. */
export const nodeInputs: Inputs = { open: (input) => new FileBytes(input) }

class FileBytes implements Bytes {
  readonly #file: number
  #size: number | undefined

  constructor({ name, path }: Input) {
    try {
      this.#file = openSync(path, 'r')
    } catch (error) {
      throw readFault(name, error)
    }
  }

  get size(): number {
    this.#size ??= fstatSync(this.#file).size
    return this.#size
  }

  readAt(offset: number, target: Uint8Array): number {
    return readSync(this.#file, target, 0, target.length, offset)
  }

  checkUnchanged(stamp: Stamp): void {
    checkOpenUnchanged(this.#file, stamp)
  }

  close(): void {
    closeSync(this.#file)
  }
}
