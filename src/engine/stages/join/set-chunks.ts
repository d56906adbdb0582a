// Sets that do not fit into memory are stored in chunks, one block each. A chunk is sorted by set size and cut into pieces, so that the
// sets of a size class are read without the others, and nothing is written twice.

import { ReusedBytes } from '../../../model/reused-bytes.js'
import type { SetCollection } from '../../../model/set-collection.js'
import type { Blocks } from '../../ports.js'
import type { Block, BlockLocation } from '../blocks/block.js'
import { withBlock, wordsOf } from '../blocks/segments.js'
import { type Boundary, isBefore, type SizeClass } from './size-classes.js'

/** Words per chunk, and per piece of it. A longer set is a chunk and a piece by itself. */
const CHUNK_WORDS = 2 ** 20
const PIECE_WORDS = 2 ** 15
/** The tag of the first piece; the tags of the others follow. */
const FIRST_PIECE = 1

/** A chunk in its block, and the first set of each of its pieces. */
export interface Chunk {
  readonly block: Block
  readonly pieces: readonly Boundary[]
}

/** Where loaded sets go. */
interface LoadTarget {
  readonly positions: Uint32Array
  /** Has one more entry than there are sets. */
  readonly offsets: Uint32Array
  readonly elements: Uint32Array
}

/** Sets by their positions, in blocks. */
export class SetChunks {
  readonly #store: Blocks
  readonly #locate: (number: number) => BlockLocation
  readonly #onBlock: (block: Block) => void
  #chunks: Chunk[] = []
  readonly #reused = new ReusedBytes()
  #elements = new Uint32Array(CHUNK_WORDS)
  #used = 0
  #sizes: number[] = []
  /** The position of the first set held. */
  #first = 0

  /** @param onBlock called with every block that is stored */
  constructor(
    store: Blocks,
    locate: (number: number) => BlockLocation,
    onBlock: (block: Block) => void = () => {},
  ) {
    this.#store = store
    this.#locate = locate
    this.#onBlock = onBlock
  }

  /** Chunks that were stored earlier; nothing can be added to them. */
  static of(store: Blocks, chunks: readonly Chunk[]): SetChunks {
    const stored = new SetChunks(store, (number) => ({ name: `${number}` }))
    stored.#chunks = [...chunks]
    stored.#elements = new Uint32Array(0)
    return stored
  }

  get chunks(): readonly Chunk[] {
    return this.#chunks
  }

  /** Adds the next sets; empty ones have positions as well. */
  add({ count, offsets, elements }: SetCollection): void {
    for (let set = 0; set < count; set++) {
      const [from, to] = [offsets[set]!, offsets[set + 1]!]
      if (this.#used > 0 && this.#used + to - from > CHUNK_WORDS) this.#flush()
      if (this.#sizes.length >= CHUNK_WORDS) this.#flush()
      if (to - from > this.#elements.length) this.#elements = new Uint32Array(to - from)
      this.#elements.set(elements.subarray(from, to), this.#used)
      this.#used += to - from
      this.#sizes.push(to - from)
    }
  }

  /** Stores the sets held; nothing can be added afterwards. */
  end(): void {
    this.#flush()
    this.#elements = new Uint32Array(0)
  }

  /** Reads the sets of a size class, in no particular order. */
  load({ from, to }: SizeClass, { positions, offsets, elements }: LoadTarget): void {
    let set = 0
    offsets[0] = 0
    this.#visitSets(from, to, (position, content) => {
      positions[set] = position
      elements.set(content, offsets[set]!)
      offsets[set + 1] = offsets[set]! + content.length
      set++
    })
  }

  /** Reads all sets, by ascending position. */
  loadAll({ offsets, elements }: Omit<LoadTarget, 'positions'>, sizes: Uint32Array): void {
    for (let set = 0; set < sizes.length; set++) offsets[set + 1] = offsets[set]! + sizes[set]!
    this.#visitSets({ size: 0, position: 0 }, undefined, (position, content) =>
      elements.set(content, offsets[position]!),
    )
  }

  #visitSets(
    from: Boundary,
    to: Boundary | undefined,
    visit: (position: number, elements: Uint32Array) => void,
  ): void {
    const take = (piece: Uint32Array) => {
      const count = piece[0]!
      let at = 1 + 2 * count
      for (let i = 0; i < count; i++) {
        const [position, size] = [piece[1 + i]!, piece[1 + count + i]!]
        const one = { size, position }
        if (!isBefore(one, from) && (to === undefined || isBefore(one, to))) {
          visit(position, piece.subarray(at, at + size))
        }
        at += size
      }
    }
    for (const chunk of this.#chunks) this.#visit(chunk, from, to, take)
  }

  /** Calls back with the pieces that can contain sets between two boundaries. */
  #visit(
    { block, pieces }: Chunk,
    from: Boundary,
    to: Boundary | undefined,
    take: (piece: Uint32Array) => void,
  ): void {
    const wanted = pieces.flatMap((first, i) => {
      const next = pieces[i + 1]
      const endsBefore = next !== undefined && !isBefore(from, next)
      return endsBefore || (to !== undefined && !isBefore(first, to)) ? [] : [i]
    })
    if (wanted.length === 0) return
    withBlock(this.#store, block, (reader) => {
      for (const i of wanted) take(wordsOf(reader.read(reader.locations[i]!, this.#reused)))
    })
  }

  #flush(): void {
    const sizes = this.#sizes
    const starts = new Uint32Array(sizes.length)
    for (let i = 1; i < sizes.length; i++) starts[i] = starts[i - 1]! + sizes[i - 1]!
    const order = bySize(sizes)
    const pieces: { readonly first: Boundary; readonly words: Uint32Array }[] = []
    for (let from = 0; from < order.length; ) {
      let [to, words] = [from, 1]
      while (to < order.length && (to === from || words + 2 + sizes[order[to]!]! <= PIECE_WORDS)) {
        words += 2 + sizes[order[to++]!]!
      }
      pieces.push({
        first: { size: sizes[order[from]!]!, position: this.#first + order[from]! },
        words: this.#piece(order.subarray(from, to), starts, words),
      })
      from = to
    }
    this.#first += sizes.length
    this.#sizes = []
    this.#used = 0
    if (pieces.length === 0) return
    const block = this.#store.put(
      this.#locate(this.#chunks.length),
      pieces.map(({ words }, i) => ({ tag: FIRST_PIECE + i, bytes: words })),
    )
    this.#chunks.push({ block, pieces: pieces.map(({ first }) => first) })
    this.#onBlock(block)
  }

  /** The layout of a piece: the number of sets, their positions, their sizes, and their elements. */
  #piece(sets: Uint32Array, starts: Uint32Array, length: number): Uint32Array {
    const words = new Uint32Array(length)
    words[0] = sets.length
    let at = 1 + 2 * sets.length
    sets.forEach((set, i) => {
      const size = this.#sizes[set]!
      words[1 + i] = this.#first + set
      words[1 + sets.length + i] = size
      words.set(this.#elements.subarray(starts[set]!, starts[set]! + size), at)
      at += size
    })
    return words
  }
}

/** The numbers of the sets that are not empty, by ascending size; ties in order. */
function bySize(sizes: readonly number[]): Uint32Array {
  const keys: number[] = []
  sizes.forEach((size, set) => {
    if (size > 0) keys.push(size * 2 ** 21 + set)
  })
  return Uint32Array.from(Float64Array.from(keys).sort(), (key) => key % 2 ** 21)
}
