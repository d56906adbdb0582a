import type { Allocate } from '../../../join/fast/join-block.js'
import type { SetCollection } from '../../../model/set-collection.js'
import type { Blocks } from '../../ports.js'
import type { BlockPlace } from '../blocks/block.js'
import type { Budget } from './budget.js'
import type { EqualSets } from './equal-sets.js'
import type { ReadableSets } from './join-engine.js'
import type { KeptSets, RestoredSets } from './kept-sets.js'
import { SetChunks } from './set-chunks.js'
import { SetSizes } from './set-sizes.js'
import { type Boundary, classesBetween, planClasses, type SizeClass } from './size-classes.js'

/** Sets that are joined at a time, and where each is among all sets of its source. */
interface SetBlock {
  /** The smallest and the largest size. */
  readonly min: number
  readonly max: number
  /** Reads it into the buffer, where it stays until the buffer is used again. */
  load(buffer: BlockBuffer): LoadedBlock
}

export interface LoadedBlock {
  /** The sets, one part after the other. */
  readonly parts: readonly SetCollection[]
  /** Where each set is in its source; undefined: where it is in the parts. */
  readonly positions: Uint32Array | undefined
}

/** Memory for one block after the other: nobody knows when the system would collect the old ones. */
export class BlockBuffer {
  #words = new Uint32Array(0)

  /** As many words as asked for, whatever is in them. */
  take(words: number): Uint32Array {
    if (words > this.#words.length) this.#words = new Uint32Array(words)
    return this.#words.subarray(0, words)
  }
}

/** A source, read to its end: in memory as one block, or in files, in blocks of rising sizes; none if all sets are empty. */
export interface StoredSets {
  readonly count: number
  readonly blocks: readonly SetBlock[]
  /** Where the blocks begin, if they are in files. */
  readonly boundaries: readonly Boundary[]
  /** Elements of a set, by its position. */
  sizeOf(set: number): number
}

/** Where sets go. */
export interface SetRoom {
  readonly budget: Budget
  /** The bytes that all sets of a source may take, to be joined without a cut. */
  readonly allowed: number
  readonly allocate: Allocate
  readonly store: Blocks
  readonly placeOf: (number: number) => BlockPlace
  /** Keeps all sets, in memory or not, for a run that is resumed. */
  readonly kept: KeptSets | undefined
  /** Called with the number of elements that have come; may throw. */
  readonly onElements: (number: number) => void
  /** How an earlier run has cut the sets, where what it did is to be used again. */
  readonly cut?: readonly Boundary[] | undefined
}

/**
 * Reads a source. Sets stay in memory as long as all of them fit; then all go to files, and are cut by their sizes.
 *
 * @param equal what the source leaves out, for a run that is resumed
 */
export async function storeSets(source: ReadableSets, equal: EqualSets, room: SetRoom): Promise<StoredSets> {
  const { budget, allowed, allocate, store, placeOf, onElements, cut = [], kept } = room
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
        chunks = new SetChunks(store, placeOf)
        for (const part of before) chunks.add(part)
      }
    }
    chunks?.add(part)
  }
  const details = await source.read(take)
  chunks?.end()
  if (chunks !== undefined) kept?.keep({ chunks, sizes, equal, details })
  const inMemory = { parts, positions: undefined }
  return storedSets(sizes, chunks, isInMemory ? () => inMemory : undefined, room)
}

/** The same of a source whose sets an earlier run has kept. They are loaded when they are needed. */
export function restoreSets({ sizes, chunks }: RestoredSets, room: SetRoom): StoredSets {
  const { budget, allowed, allocate, onElements, cut = [] } = room
  const total = sizes.elements
  const isInMemory = cut.length === 0 && budget.bytesOf(sizes.count, total) <= allowed
  let loaded: LoadedBlock | undefined
  const load = () => {
    onElements(total)
    const part = { count: sizes.count, offsets: new Uint32Array(sizes.count + 1), elements: allocate(total) }
    chunks.loadAll(part, sizes.sizes)
    return { parts: [part], positions: undefined }
  }
  return storedSets(sizes, chunks, isInMemory ? () => (loaded ??= load()) : undefined, room)
}

/** @param load loads all of them, if they are one block in memory */
function storedSets(
  sizes: SetSizes,
  chunks: SetChunks | undefined,
  load: (() => LoadedBlock) | undefined,
  { budget, cut = [] }: SetRoom,
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

/** Whether every class of an earlier cut has room in a block now. */
function usable(cut: readonly Boundary[], sizes: SetSizes, { block, bytesOf }: Budget): boolean {
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

/** Offsets that begin at 0. */
function fromZero(offsets: Uint32Array, count: number, start: number): Uint32Array {
  const own = offsets.slice(0, count + 1)
  if (start > 0) for (let set = 0; set <= count; set++) own[set]! -= start
  return own
}

/** The sets of all parts in one collection. */
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
