import { rmSync } from 'node:fs'
import type { Allocate } from '../../../join/fast/join-block.js'
import type { SetCollection } from '../../../model/set-collection.js'
import type { TemporaryFolder } from '../../../read/node-spool.js'
import type { Budget } from '../../stages/join/budget.js'
import type { SetSource } from '../../stages/join/join-engine.js'
import { WordFile, WordReader } from './node-word-file.js'

/** Sets that are joined at a time, and where each stands among all sets of its source. */
interface SetBlock {
  /** The least and the largest size. */
  readonly least: number
  readonly most: number
  /** Reads it into the buffer, where it stays until the buffer is used again. */
  load(buffer: BlockBuffer): LoadedBlock
}

export interface LoadedBlock {
  /** The sets, one part after the other. */
  readonly parts: readonly SetCollection[]
  /** Where each set stands in its source; undefined: where it stands in the parts. */
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

/** A source, read to its end: in memory as one block, or on disk in blocks of rising sizes; none if all sets are empty. */
export interface StoredSets {
  readonly count: number
  readonly empty: number
  readonly blocks: readonly SetBlock[]
  /** Elements of a set, by its position. */
  sizeOf(set: number): number
}

/** Where sets are kept. */
export interface Room {
  readonly budget: Budget
  /** The bytes that all sets of a source may take, to be joined without a cut. */
  readonly allowed: number
  readonly allocate: Allocate
  readonly folder: TemporaryFolder
  /** Is told how many elements have come. */
  readonly onElements: (number: number) => void
}

/** Reads a source. Sets stay in memory as long as all of them fit; then all go to disk, and are cut by their sizes. */
export async function storeSets(
  source: SetSource,
  { budget, allowed, allocate, folder, onElements }: Room,
): Promise<StoredSets> {
  const sizes = new Sizes()
  const parts: SetCollection[] = []
  let bytes = 0
  let file: WordFile | undefined
  const take = (part: SetCollection) => {
    const { count, offsets, elements } = part
    const [start, end] = [offsets[0]!, offsets[count]!]
    onElements(end - start)
    sizes.add(part)
    bytes += budget.bytesOf(count, end - start)
    if (bytes <= allowed) {
      const own = allocate(end - start)
      own.set(elements.subarray(start, end))
      parts.push({ count, offsets: moved(offsets, count, start), elements: own })
      return
    }
    file ??= new WordFile(folder.newPath('sets'))
    for (const kept of parts.splice(0)) writeSets(file, kept)
    writeSets(file, part)
  }
  try {
    if ('count' in source) take(source)
    else await source.read(take)
  } finally {
    file?.close()
  }
  const { count, empty } = sizes
  const sizeOf = (set: number) => sizes.at(set)
  if (count === empty) return { count, empty, blocks: [], sizeOf }
  if (file === undefined) return { count, empty, blocks: [memoryBlock(parts, sizes)], sizeOf }
  const blocks = cutBySize(file.path, sizes, budget, folder)
  rmSync(file.path)
  return { count, empty, blocks, sizeOf }
}

/** Offsets that begin at 0. */
function moved(offsets: Uint32Array, count: number, start: number): Uint32Array {
  const own = offsets.slice(0, count + 1)
  if (start > 0) for (let set = 0; set <= count; set++) own[set]! -= start
  return own
}

function memoryBlock(parts: readonly SetCollection[], { least, most }: Sizes): SetBlock {
  return { least, most, load: () => ({ parts, positions: undefined }) }
}

/** Each set as its size and its elements. */
function writeSets(file: WordFile, { count, offsets, elements }: SetCollection): void {
  const head = new Uint32Array(1)
  for (let set = 0; set < count; set++) {
    head[0] = offsets[set + 1]! - offsets[set]!
    file.write(head)
    file.write(elements.subarray(offsets[set]!, offsets[set + 1]!))
  }
}

/** Deals the sets out to files of rising sizes, each of which fits; in a file a set is its position, size and elements. */
function cutBySize(path: string, sizes: Sizes, budget: Budget, folder: TemporaryFolder): SetBlock[] {
  const { blockOf, blocks } = planBlocks(sizes, budget)
  const files = blocks.map(() => new WordFile(folder.newPath('block')))
  const reader = new WordReader(path)
  try {
    const head = new Uint32Array(2)
    for (let position = 0; position < sizes.count; position++) {
      const [size = 0] = reader.read(1)
      const elements = reader.read(size)
      if (size === 0) continue
      head[0] = position
      head[1] = size
      const file = files[blockOf(size)]!
      file.write(head)
      file.write(elements)
    }
  } finally {
    reader.close()
    for (const file of files) file.close()
  }
  return blocks.map(({ least, most, sets, elements }, i) => ({
    least,
    most,
    load: (buffer) => loadBlock(files[i]!.path, sets, elements, buffer),
  }))
}

interface BlockPlan {
  least: number
  most: number
  sets: number
  elements: number
  bytes: number
}

/** Which block each set goes to, when they come in the order of their positions, and what each block will hold. */
function planBlocks(
  sizes: Sizes,
  { block, bytesOf }: Budget,
): { readonly blocks: BlockPlan[]; readonly blockOf: (size: number) => number } {
  const numberOf = new Map<number, number>()
  for (let set = 0; set < sizes.count; set++) {
    const size = sizes.at(set)
    if (size > 0) numberOf.set(size, (numberOf.get(size) ?? 0) + 1)
  }
  const blocks: BlockPlan[] = []
  // For each size the blocks that take sets of it, in order, and how many each has room for.
  const rooms = new Map<number, { block: number; room: number }[]>()
  for (const size of [...numberOf.keys()].sort((x, y) => x - y)) {
    const list: { block: number; room: number }[] = []
    for (let left = numberOf.get(size)!; left > 0; ) {
      let last = blocks.at(-1)
      const fits = last === undefined ? 0 : Math.floor((block - last.bytes) / bytesOf(1, size))
      if (last === undefined || fits < 1) {
        last = { least: size, most: size, sets: 0, elements: 0, bytes: 0 }
        blocks.push(last)
      }
      const taken = Math.min(left, Math.max(1, Math.floor((block - last.bytes) / bytesOf(1, size))))
      last.most = size
      last.sets += taken
      last.elements += taken * size
      last.bytes += bytesOf(taken, taken * size)
      left -= taken
      list.push({ block: blocks.length - 1, room: taken })
    }
    rooms.set(size, list)
  }
  const blockOf = (size: number) => {
    const list = rooms.get(size)!
    if (list[0]!.room === 0) list.shift()
    list[0]!.room--
    return list[0]!.block
  }
  return { blocks, blockOf }
}

function loadBlock(path: string, sets: number, total: number, buffer: BlockBuffer): LoadedBlock {
  const words = buffer.take(2 * sets + 1 + total)
  const positions = words.subarray(0, sets)
  const offsets = words.subarray(sets, 2 * sets + 1)
  const elements = words.subarray(2 * sets + 1)
  offsets[0] = 0
  const reader = new WordReader(path)
  try {
    for (let set = 0; set < sets; set++) {
      const [position = 0, size = 0] = reader.read(2)
      positions[set] = position
      elements.set(reader.read(size), offsets[set]!)
      offsets[set + 1] = offsets[set]! + size
    }
  } finally {
    reader.close()
  }
  return { parts: [{ count: sets, offsets, elements }], positions }
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

/** The sizes of all sets, by position: four bytes each. */
class Sizes {
  count = 0
  empty = 0
  /** The least that is not 0, and the largest. */
  least = Number.POSITIVE_INFINITY
  most = 0
  #sizes = new Uint32Array(1024)

  add({ count, offsets }: SetCollection): void {
    const needed = this.count + count
    if (needed > this.#sizes.length) {
      const larger = new Uint32Array(Math.max(needed, 2 * this.#sizes.length))
      larger.set(this.#sizes.subarray(0, this.count))
      this.#sizes = larger
    }
    const sizes = this.#sizes.subarray(this.count, needed)
    let { empty, least, most } = this
    for (let set = 0; set < count; set++) {
      const size = offsets[set + 1]! - offsets[set]!
      sizes[set] = size
      if (size === 0) empty++
      else if (size < least) least = size
      if (size > most) most = size
    }
    this.count = needed
    this.empty = empty
    this.least = least
    this.most = most
  }

  at(set: number): number {
    return this.#sizes[set]!
  }
}
