import type { Allocate } from '../../../join/fast/join-block.js'
import type { SetCollection } from '../../../model/set-collection.js'
import type { Blocks } from '../../ports.js'
import type { BlockLocation } from '../blocks/block.js'
import type { JoinShares } from '../memory-budget.js'
import type { EqualSets } from './equal-sets.js'
import type { ReadableSets } from './join-engine.js'
import type { KeptSets, RestoredSets } from './kept-sets.js'
import { SetChunks } from './set-chunks.js'
import { SetSizes } from './set-sizes.js'
import { type Boundary, classesBetween, planClasses, type SizeClass } from './size-classes.js'

/** Sets that are joined together, and the position of each in its source. */
interface SetBlock {
  /** The smallest and the largest size. */
  readonly min: number
  readonly max: number
  /** Reads the block into the buffer, where it stays until the buffer is used again. */
  load(buffer: BlockBuffer): LoadedBlock
}

export interface LoadedBlock {
  /** The sets, in consecutive parts. */
  readonly parts: readonly SetCollection[]
  /** The position of each set in its source; undefined if it is that in the parts. */
  readonly positions: Uint32Array | undefined
}

/** Memory that is reused for one block after the other, because it is unpredictable when the old ones would be collected. */
export class BlockBuffer {
  #words = new Uint32Array(0)

  /** Returns this many words, with arbitrary content. */
  take(words: number): Uint32Array {
    if (words > this.#words.length) this.#words = new Uint32Array(words)
    return this.#words.subarray(0, words)
  }
}

/**
 * A source that was read to its end: one block in memory, or blocks of ascending set sizes in files. There is none if all sets are empty.
 */
export interface StoredSets {
  readonly count: number
  readonly blocks: readonly SetBlock[]
  /** Where the blocks begin, if they are in files. */
  readonly boundaries: readonly Boundary[]
  /** The number of elements of a set, by its position. */
  sizeOf(set: number): number
}

/** Where and how sets are stored. */
export interface SetStorage {
  readonly budget: JoinShares
  /** The maximum number of bytes of a source that is joined in one piece. */
  readonly allowed: number
  readonly allocate: Allocate
  readonly store: Blocks
  readonly locate: (number: number) => BlockLocation
  /** Stores all sets, whether in memory or not, so that the run can be resumed. */
  readonly kept: KeptSets | undefined
  /** Called with the number of elements read so far; may throw. */
  readonly onElements: (number: number) => void
  /** How an earlier run cut the sets, if its results are to be reused. */
  readonly cut?: readonly Boundary[] | undefined
}

/**
 * Reads a source. Sets stay in memory as long as all of them fit; otherwise all are written to files and cut by size.
 *
 * @param equal what the source leaves out, so that the run can be resumed
 */
export async function storeSets(
  source: ReadableSets,
  equal: EqualSets,
  storage: SetStorage,
): Promise<StoredSets> {
  const { budget, allowed, allocate, store, locate, onElements, cut = [], kept } = storage
  const sizes = new SetSizes()
  const parts: SetCollection[] = []
  let bytes = 0
  let isInMemory = cut.length === 0
  let chunks = kept?.openChunks()
  const take = (part: SetCollection) => {
    const { count, offsets, elements } = part
    const [start, end] = [offsets[0]!, offsets[count]!]
    onElements(end - start)
    sizes.add(part)
    bytes += budget.bytesOf(count, end - start)
    isInMemory &&= bytes <= allowed
    if (isInMemory) {
      const own = allocate(end - start)
      own.set(elements.subarray(start, end))
      parts.push({ count, offsets: fromZero(offsets, count, start), elements: own })
    } else {
      const before = parts.splice(0)
      if (chunks === undefined) {
        chunks = new SetChunks(store, locate)
        for (const part of before) chunks.add(part)
      }
    }
    chunks?.add(part)
  }
  const details = await source.read(take)
  chunks?.end()
  if (chunks !== undefined) kept?.keep({ chunks, sizes, equal, details })
  const inMemory = { parts, positions: undefined }
  return storedSets(sizes, chunks, isInMemory ? () => inMemory : undefined, storage)
}

/** The same for a source whose sets an earlier run stored. They are loaded on demand. */
export function restoreSets({ sizes, chunks }: RestoredSets, storage: SetStorage): StoredSets {
  const { budget, allowed, allocate, onElements, cut = [] } = storage
  const total = sizes.elements
  const isInMemory = cut.length === 0 && budget.bytesOf(sizes.count, total) <= allowed
  let loaded: LoadedBlock | undefined
  const load = () => {
    onElements(total)
    const part = { count: sizes.count, offsets: new Uint32Array(sizes.count + 1), elements: allocate(total) }
    chunks.loadAll(part, sizes.sizes)
    return { parts: [part], positions: undefined }
  }
  return storedSets(sizes, chunks, isInMemory ? () => (loaded ??= load()) : undefined, storage)
}

/** @param load loads all sets, if they are one block in memory */
function storedSets(
  sizes: SetSizes,
  chunks: SetChunks | undefined,
  load: (() => LoadedBlock) | undefined,
  { budget, cut = [] }: SetStorage,
): StoredSets {
  const common = { count: sizes.count, sizeOf: (set: number) => sizes.at(set) }
  if (sizes.count === sizes.empty) return { ...common, blocks: [], boundaries: [] }
  if (load !== undefined) {
    return { ...common, blocks: [{ min: sizes.min, max: sizes.max, load }], boundaries: [] }
  }
  const boundaries = usable(cut, sizes, budget) ? cut : planClasses(sizes, budget)
  const blocks = classesBetween(boundaries, sizes).map((one) => fileBlock(one, chunks!))
  return { ...common, blocks, boundaries }
}

/** Whether every class of an earlier cut fits into a block now. */
function usable(cut: readonly Boundary[], sizes: SetSizes, { block, bytesOf }: JoinShares): boolean {
  if (cut.length === 0) return false
  return classesBetween(cut, sizes).every(
    ({ sets, elements }) => sets <= 1 || bytesOf(sets, elements) <= block,
  )
}

function fileBlock(one: SizeClass, chunks: SetChunks): SetBlock {
  const { min, max, sets, elements: total } = one
  return {
    min,
    max,
    load(buffer) {
      const words = buffer.take(2 * sets + 1 + total)
      const positions = words.subarray(0, sets)
      const offsets = words.subarray(sets, 2 * sets + 1)
      const elements = words.subarray(2 * sets + 1)
      chunks.load(one, { positions, offsets, elements })
      return { parts: [{ count: sets, offsets, elements }], positions }
    },
  }
}

/** Shifts offsets so that they begin at 0. */
function fromZero(offsets: Uint32Array, count: number, start: number): Uint32Array {
  const own = offsets.slice(0, count + 1)
  if (start > 0) for (let set = 0; set <= count; set++) own[set]! -= start
  return own
}

/** Merges the sets of all parts into one collection. */
export function joinParts(parts: readonly SetCollection[]): SetCollection {
  if (parts.length === 1) return parts[0]!
  let count = 0
  let total = 0
  for (const part of parts) {
    count += part.count
    total += part.offsets[part.count]! - part.offsets[0]!
  }
  const offsets = new Uint32Array(count + 1)
  const elements = new Uint32Array(total)
  let set = 0
  let end = 0
  for (const part of parts) {
    const base = part.offsets[0]!
    elements.set(part.elements.subarray(base, part.offsets[part.count]!), end)
    for (let k = 0; k < part.count; k++) offsets[++set] = end + part.offsets[k + 1]! - base
    end = offsets[set]!
  }
  return { count, offsets, elements }
}
