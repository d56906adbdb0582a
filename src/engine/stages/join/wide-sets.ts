import { UnreadableInput } from '../../../model/errors.js'
import { StopCheck } from '../../../model/stop-check.js'
import type { StopSignal } from '../../../model/stop-signal.js'
import type { Source } from '../../../read/source.js'
import type { ShingleOptions } from '../../../text/shingle-options.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Blocks, Inputs } from '../../ports.js'
import type { Block, BlockLocation } from '../blocks/block.js'
import { withBlock } from '../blocks/segments.js'
import { RecordReader } from '../read/record-reader.js'
import { wideSetOf } from '../read/wide-set.js'

/** Where a long document is: its position, the number of its file, and the first byte and the length of its line. */
export type LongDocument = readonly [position: number, file: number, start: number, length: number]

/** Bytes of sets held in memory, unless a budget sets a lower limit. */
const MAX_HELD = 2 ** 28
/** The share of a memory budget. */
const SHARE = 1 / 32
/** The tag of the elements in a block. */
const ELEMENTS = 1

/** What the sets are made of, and where they go. */
export interface WideSetsOptions {
  readonly inputs: Inputs
  readonly store: Blocks
  readonly shingle: ShingleOptions
  /** Bytes of the memory budget; undefined: no limit. */
  readonly memory?: number | undefined
  /** The location of the block of a set that does not fit into memory; the caller removes what is there. */
  readonly locate: (name: string) => BlockLocation
  /** Stops the making of sets. */
  readonly signal?: StopSignal | undefined
}

/** The wide sets of long documents: each is made once, when it is needed. Those that do not fit into memory are stored in blocks. */
export class WideSets {
  readonly #source: Source
  readonly #options: WideSetsOptions
  readonly #documents: ReadonlyMap<number, LongDocument>
  readonly #reader: RecordReader
  readonly #maxHeld: number
  /** Most recently used last. */
  readonly #held = new Map<number, Float64Array>()
  #heldBytes = 0
  readonly #stored = new Map<number, Block>()
  readonly #stop: StopCheck

  constructor(source: Source, documents: readonly LongDocument[], options: WideSetsOptions) {
    this.#source = source
    this.#options = options
    this.#documents = new Map(documents.map((document) => [document[0], document]))
    this.#reader = new RecordReader(options.inputs, source)
    this.#stop = new StopCheck(options.signal)
    const { memory } = options
    this.#maxHeld = memory === undefined ? MAX_HELD : Math.min(MAX_HELD, SHARE * memory)
  }

  /** The set of the document at this position. */
  async of(position: number): Promise<Float64Array> {
    const pause = this.#stop.check()
    if (pause !== undefined) await pause
    const set = this.#held.get(position) ?? this.#load(position) ?? this.#make(position)
    this.#hold(position, set)
    return set
  }

  close(): void {
    this.#reader.close()
  }

  /** Sets that were not used for the longest time are released. The last two are always held: they are being compared. */
  #hold(position: number, set: Float64Array): void {
    if (this.#held.delete(position)) this.#heldBytes -= set.byteLength
    this.#held.set(position, set)
    this.#heldBytes += set.byteLength
    for (const [oldest, released] of this.#held) {
      if (this.#heldBytes <= this.#maxHeld || this.#held.size <= 2) break
      this.#store(oldest, released)
      this.#held.delete(oldest)
      this.#heldBytes -= released.byteLength
    }
  }

  #store(position: number, set: Float64Array): void {
    if (this.#stored.has(position)) return
    const { store, locate } = this.#options
    this.#stored.set(position, store.put(locate(`wide-${position}`), [{ tag: ELEMENTS, bytes: set }]))
  }

  #load(position: number): Float64Array | undefined {
    const block = this.#stored.get(position)
    if (block === undefined) return undefined
    return withBlock(this.#options.store, block, (reader) => {
      const bytes = reader.read(reader.find(ELEMENTS)!)
      return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / Float64Array.BYTES_PER_ELEMENT)
    })
  }

  #make(position: number): Float64Array {
    const [, file, start, length] = this.#documents.get(position)!
    const set = tryMaking(
      this.#reader.read(file, start, length),
      this.#source.textFields,
      this.#options.shingle,
    )
    if (set === undefined || set.length < WIDE_FROM) {
      throw new UnreadableInput(
        this.#source.files[file]!.name,
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
