/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { UnreadableInput } from '../../model/errors.js'
import { ID_RECORD, NAMESPACES_BUCKET, PARAMETERS_RECORD, ROOT_SPACE } from '../keys.js'
import type { ByteString, Storage } from '../storage.js'
import { CLAIM_SCRIPT, REPLACED } from './guard-script.js'
import { PackedList } from './node-message-pack.js'
import type { RedisConnection } from './node-redis-connection.js'

/**
 * The index that was opened. Scripts run only on namespaces that belong to it.
 *
 * On a cluster, the parameters may be on another node than a namespace. They are checked before a namespace receives the id, so an index
 * that is removed within the microseconds between these steps can receive one more change.
 */
export class IndexIdentity {
  readonly connection: RedisConnection
  readonly #storage: Pick<Storage, 'records' | 'write'>
  /** Undefined until an index is opened. */
  #parameters: Uint8Array | undefined
  /** Empty if unknown: earlier versions stored none. */
  #id: ByteString = ''

  constructor(connection: RedisConnection, storage: Pick<Storage, 'records' | 'write'>) {
    this.connection = connection
    this.#storage = storage
  }

  create(): Uint8Array {
    return Buffer.from(randomUUID(), 'latin1')
  }

  bind(parameters: Uint8Array, id: Uint8Array | undefined): void {
    this.#parameters = parameters
    this.#id = textOf(id)
  }

  /** Runs a script that reads. */
  async read(script: string, space: ByteString, list: PackedList): Promise<unknown> {
    return this.check(await this.attempt(script, space, list))
  }

  /** Runs a script that writes. A namespace that has no id yet receives it. */
  async write(script: string, space: ByteString, list: PackedList): Promise<unknown> {
    if (this.#parameters === undefined || space === ROOT_SPACE)
      return this.connection.run(script, space, list)
    if (this.#id === '') await this.#claim(space)
    const result = await this.attempt(script, space, list)
    if (result !== REPLACED) return result
    await this.#claim(space)
    return this.writeAgain(script, space, list)
  }

  /** Runs a script that writes and relies on what was written before. */
  async writeAgain(script: string, space: ByteString, list: PackedList): Promise<unknown> {
    return this.check(await this.attempt(script, space, list))
  }

  /** Runs a script, which may return `REPLACED`. */
  attempt(script: string, space: ByteString, list: PackedList): Promise<unknown> {
    return this.connection.run(script, space, list, this.#id)
  }

  /** Throws an error if a script was not run. */
  check(result: unknown): unknown {
    if (result === REPLACED) throw this.#replaced()
    return result
  }

  /** Lists the namespace and gives it the id, if the index is still there. */
  async #claim(space: ByteString): Promise<void> {
    while (!(await this.#list(space))) {}
    const list = new PackedList()
    list.add(this.#id)
    if ((await this.connection.run(CLAIM_SCRIPT, space, list)) === 1) return
    throw new UnreadableInput(
      this.connection.location,
      'the namespace has documents of an index that was removed or replaced',
      'delete its keys, or use another prefix',
    )
  }

  /** Returns false if another process has changed the parameters or the id in the meantime. */
  async #list(space: ByteString): Promise<boolean> {
    const [parameters, id] = await this.#storage.records(ROOT_SPACE, [PARAMETERS_RECORD, ID_RECORD])
    if (textOf(parameters) !== textOf(this.#parameters)) throw this.#replaced()
    if (id !== undefined && this.#id !== '' && textOf(id) !== this.#id) throw this.#replaced()
    const known = id ?? (this.#id === '' ? this.create() : Buffer.from(this.#id, 'latin1'))
    const isListed = await this.#storage.write(ROOT_SPACE, {
      expect: {
        records: [
          [PARAMETERS_RECORD, parameters],
          [ID_RECORD, id],
        ],
      },
      put: [[ID_RECORD, known]],
      inserted: [[NAMESPACES_BUCKET, `n${space}`]],
    })
    if (isListed) this.#id = textOf(known)
    return isListed
  }

  #replaced(): UnreadableInput {
    return new UnreadableInput(
      this.connection.location,
      'the index was removed or replaced since it was opened',
      'open it again; a server must be restarted',
    )
  }
}

function textOf(bytes: Uint8Array | undefined): ByteString {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('latin1')
}
