/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeFault } from '../../write/node-fault.js'
import { Fault } from '../fault.js'
import { bodyParts, tooLarge } from '../read-body.js'
import type { Limits } from '../settings.js'

export interface Upload {
  readonly upload: string
  readonly name: string
  readonly bytes: number
}

/** Files uploaded by clients, in a temporary folder. */
export class Uploads {
  readonly #folder: string
  readonly #limits: Limits
  readonly #paths = new Map<string, string>()
  #arriving = 0

  constructor(folder: string, limits: Limits) {
    this.#folder = folder
    this.#limits = limits
  }

  async receive(name: string, request: Request): Promise<Upload> {
    const { maxUploads, maxUpload, timeout } = this.#limits
    if (this.#paths.size + this.#arriving >= maxUploads) {
      throw new Fault(
        409,
        'too-many-uploads',
        `${maxUploads} uploads are already stored`,
        'remove one of them',
        {
          closes: true,
        },
      )
    }
    const upload = randomUUID()
    const folder = join(this.#folder, upload)
    let bytes = 0
    this.#arriving++
    try {
      mkdirSync(folder, { recursive: true })
      await pipeline(
        async function* () {
          for await (const part of bodyParts(request, timeout)) {
            bytes += part.length
            if (bytes > maxUpload) throw tooLarge('the upload', maxUpload, 'send a smaller file')
            yield part
          }
        },
        createWriteStream(join(folder, name)),
      )
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw writeFault(name, error)
    } finally {
      this.#arriving--
    }
    this.#paths.set(upload, join(folder, name))
    return { upload, name, bytes }
  }

  pathOf(upload: string): string {
    const path = this.#paths.get(upload)
    if (path === undefined)
      throw new Fault(404, 'not-found', 'there is no such upload', 'send the file again')
    return path
  }

  remove(upload: string): void {
    this.pathOf(upload)
    this.#paths.delete(upload)
    rmSync(join(this.#folder, upload), { recursive: true, force: true })
  }
}
