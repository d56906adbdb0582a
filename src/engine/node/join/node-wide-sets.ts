import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { UnreadableInput } from '../../../model/errors.js'
import { readFault } from '../../../read/node-fault.js'
import type { Source } from '../../../read/source.js'
import type { ShingleOptions } from '../../../text/shingle-options.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import { wideSetOf } from '../../stages/read/wide-set.js'

/** Where a long document is: its position, the number of its file, and the first byte and the length of its line. */
export type LongDocument = readonly [position: number, file: number, start: number, length: number]

/** Bytes of sets held in memory, unless a budget sets a lower limit. */
const MAX_HELD = 2 ** 28
/** The share of a memory budget. */
const SHARE = 1 / 32
/** Milliseconds after which other events, such as a signal to stop, are handled. */
const PAUSE_AFTER = 20

/** The wide sets of long documents: each is made once, when it is needed, and stored in a temporary file. */
export class WideSets {
  readonly #source: Source
  readonly #shingle: ShingleOptions
  readonly #documents: ReadonlyMap<number, LongDocument>
  readonly #maxHeld: number
  readonly #newPath: () => string
  /** Most recently used last. */
  readonly #held = new Map<number, Float64Array>()
  #heldBytes = 0
  #file: number | undefined
  #end = 0
  readonly #stored = new Map<number, { readonly start: number; readonly length: number }>()
  #paused = performance.now()

  /** @param newPath returns the path of a new temporary file, which the caller removes */
  constructor(
    source: Source,
    documents: readonly LongDocument[],
    {
      shingle,
      memory,
      newPath,
    }: {
      readonly shingle: ShingleOptions
      readonly memory?: number | undefined
      readonly newPath: () => string
    },
  ) {
    this.#source = source
    this.#shingle = shingle
    this.#documents = new Map(documents.map((document) => [document[0], document]))
    this.#maxHeld = memory === undefined ? MAX_HELD : Math.min(MAX_HELD, SHARE * memory)
    this.#newPath = newPath
  }

  /** The set of the document at this position. */
  async of(position: number): Promise<Float64Array> {
    if (performance.now() - this.#paused > PAUSE_AFTER) {
      await new Promise((resolve) => setImmediate(resolve))
      this.#paused = performance.now()
    }
    const set = this.#held.get(position) ?? this.#load(position) ?? this.#make(position)
    this.#hold(position, set)
    return set
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  /** Sets that were not used for the longest time are released. The last two are always held: they are being compared. */
  #hold(position: number, set: Float64Array): void {
    if (this.#held.delete(position)) this.#heldBytes -= set.byteLength
    this.#held.set(position, set)
    this.#heldBytes += set.byteLength
    for (const [oldest, { byteLength }] of this.#held) {
      if (this.#heldBytes <= this.#maxHeld || this.#held.size <= 2) break
      this.#held.delete(oldest)
      this.#heldBytes -= byteLength
    }
  }

  #load(position: number): Float64Array | undefined {
    const stored = this.#stored.get(position)
    if (stored === undefined) return undefined
    const set = new Float64Array(stored.length)
    readWhole(this.#file!, new Uint8Array(set.buffer), stored.start)
    return set
  }

  #make(position: number): Float64Array {
    const [, file, start, length] = this.#documents.get(position)!
    const { path, name } = this.#source.files[file]!
    const set = this.#read(path, name, start, length)
    this.#file ??= openSync(this.#newPath(), 'wx+', 0o600)
    const bytes = new Uint8Array(set.buffer, set.byteOffset, set.byteLength)
    this.#stored.set(position, { start: this.#end, length: set.length })
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done)
    this.#end += bytes.length
    return set
  }

  #read(path: string, name: string, start: number, length: number): Float64Array {
    const line = new Uint8Array(length)
    let isWhole: boolean
    try {
      const file = openSync(path, 'r')
      try {
        isWhole = readWhole(file, line, start)
      } finally {
        closeSync(file)
      }
    } catch (error) {
      throw readFault(name, error)
    }
    const set = isWhole ? tryMaking(line, this.#source.textFields, this.#shingle) : undefined
    if (set === undefined || set.length < WIDE_FROM) {
      throw new UnreadableInput(
        name,
        'it changed while it was being read',
        'do not change it during a run, and run again',
      )
    }
    return set
  }
}

/** The set of a line; undefined if the line is no longer a record. */
function tryMaking(
  line: Uint8Array,
  textFields: readonly string[],
  shingle: ShingleOptions,
): Float64Array | undefined {
  try {
    return wideSetOf(line, { textFields, shingle })
  } catch {
    return undefined
  }
}

/** @returns whether there were enough bytes */
function readWhole(file: number, into: Uint8Array, start: number): boolean {
  let done = 0
  while (done < into.length) {
    const count = readSync(file, into, done, into.length - done, start + done)
    if (count === 0) return false
    done += count
  }
  return true
}
