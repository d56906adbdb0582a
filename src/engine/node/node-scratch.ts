import { tmpdir } from 'node:os'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../temporary/node-leftovers.js'
import { writeFault } from '../../write/node-fault.js'

/** A folder for spilled data, created on first use. */
export class Scratch {
  readonly #parent: string
  #folder: string | undefined

  constructor(parent = tmpdir()) {
    this.#parent = parent
  }

  folder(): string {
    if (this.#folder === undefined) {
      try {
        this.#folder = makeTemporaryFolder(this.#parent)
      } catch (error) {
        throw writeFault(this.#parent, error)
      }
    }
    return this.#folder
  }

  remove(): void {
    if (this.#folder !== undefined) removeTemporaryFolder(this.#folder)
    this.#folder = undefined
  }
}
