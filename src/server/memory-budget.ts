/// <reference types="node" />
import { getHeapStatistics } from 'node:v8'
import { GarbageCollector } from '../engine/node/node-collect-garbage.js'
import { InvalidOption } from '../model/errors.js'
import { bytes } from '../model/quantities.js'
import { Fault } from './fault.js'
import { DEFAULT_LIMITS, type Limits } from './settings.js'

/** The share of the memory of a server that its jobs may use; the rest is for the program, an index in memory and requests. */
const JOBS_SHARE = 0.5
/** The share that the bodies of requests may take. */
const BODIES_SHARE = 1 / 16

/** The memory of a server. A file that an index maps into memory does not count: the system can take it back. */
export class MemoryBudget {
  readonly #memory: number
  /** The memory of the process outside of the heap of this thread. */
  readonly #program = process.memoryUsage.rss() - heldBytes()
  readonly #garbage = new GarbageCollector()

  /** @throws InvalidOption if the program alone needs more */
  constructor(memory: number) {
    this.#memory = memory
    const min = (this.#program + heldBytes()) / (1 - JOBS_SHARE)
    if (memory < min)
      throw new InvalidOption('memory', bytes(memory), `at least ${bytes(min)}, which a server needs`)
  }

  /** The number of bytes that a job may use. */
  jobMemory(maxRunning: number): number {
    return Math.floor((JOBS_SHARE * this.#memory) / maxRunning)
  }

  /** The limits of requests that follow from the memory. */
  get limits(): Pick<Limits, 'maxHeld' | 'maxBody' | 'maxText'> {
    const maxHeld = Math.min(DEFAULT_LIMITS.maxHeld, Math.floor(BODIES_SHARE * this.#memory))
    const maxBody = Math.min(DEFAULT_LIMITS.maxBody, maxHeld)
    return { maxHeld, maxBody, maxText: Math.min(DEFAULT_LIMITS.maxText, Math.floor(maxBody / 4)) }
  }

  /** Throws if an index in memory cannot take more documents. */
  admit(): void {
    const limit = (1 - JOBS_SHARE) * this.#memory - this.#program
    if (heldBytes() <= limit) return
    void this.#garbage.collect({ bytes: limit / 16, nearBudget: 0 })
    if (heldBytes() <= limit) return
    throw new Fault(
      507,
      'memory-full',
      `the index has used all of its memory, ${bytes((1 - JOBS_SHARE) * this.#memory)}`,
      'remove documents, or start the server with more --memory, a --max-documents or an index in a folder',
    )
  }
}

function heldBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics()
  return used_heap_size + external_memory
}
