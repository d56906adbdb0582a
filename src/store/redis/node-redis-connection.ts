/// <reference types="node" />
import { createHash } from 'node:crypto'
import { utf8Of } from '../byte-strings.js'
import type { ByteString } from '../storage.js'
import type { PackedList } from './node-message-pack.js'
import { redisFault } from './redis-fault.js'
import type { RedisClient } from './redis-types.js'

/** How often a request is sent again because its slot is on another node. */
const MAX_MOVES = 3

/** A client with the key prefix of an index. It calls scripts by their digests, and turns faults into errors of this library. */
export class RedisConnection {
  readonly client: RedisClient
  readonly location: string
  readonly #prefix: ByteString
  /** By script. */
  readonly #digests = new Map<string, string>()
  /** Why the client could not connect, the last time. */
  #lost: Error | undefined

  constructor(client: RedisClient, prefix: string, location: string) {
    this.client = client
    this.location = location
    this.#prefix = utf8Of(prefix)
    // Every failed call reports its own error.
    client.on('error', (error) => {
      this.#lost = error.lastNodeError ?? error
    })
  }

  /** The hash slot is chosen by what is in braces: it must not be empty, and no brace in a name may end it early. */
  tag(space: ByteString): ByteString {
    return `{${this.#prefix}:${encodeURIComponent(space)}}:`
  }

  /**
   * Runs a script, and sends it to the server if the server does not know it yet.
   *
   * @param owner the id of the index that was opened
   */
  async run(script: string, space: ByteString, list: PackedList, owner: ByteString = ''): Promise<unknown> {
    const tag = Buffer.from(this.tag(space), 'latin1')
    const values = [list.finish(), Buffer.from(owner, 'latin1')]
    let digest = this.#digests.get(script)
    if (digest === undefined) {
      digest = createHash('sha1').update(script).digest('hex')
      this.#digests.set(script, digest)
    }
    return this.request(async () => {
      try {
        return await this.client.evalshaBuffer(digest, 1, tag, ...values)
      } catch (error) {
        if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
        return this.client.evalBuffer(script, 1, tag, ...values)
      }
    })
  }

  /** Sends commands that can be repeated. */
  async request<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    for (let moves = 0; ; moves++) {
      try {
        return await send()
      } catch (error) {
        const reason = error as Error
        if (moves < MAX_MOVES && /^(?:MOVED|ASK) /.test(reason.message) && (await this.#refreshSlots()))
          continue
        throw redisFault(this.location, reason, this.#lost)
      }
    }
  }

  /**
   * Asks the cluster which node has which slots, and connects to all of them again. ioredis does so by itself, except when commands with
   * different slots were sent together: then each of them fails, and without this, all later ones to a node that was lost and is back.
   */
  async #refreshSlots(): Promise<boolean> {
    const { client } = this
    return new Promise((resolve) => {
      if (client.refreshSlotsCache === undefined) resolve(false)
      else client.refreshSlotsCache((error) => resolve(error === undefined || error === null))
    })
  }
}
