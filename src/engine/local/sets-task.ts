import { closeSync, openSync, readSync } from 'node:fs'
import { UnreadableInput } from '../../model/errors.js'
import { readFault } from '../../read/node-fault.js'
import { checkOpenUnchanged } from '../../read/node-input-stamps.js'
import type { Block } from './blocks/block.js'
import type { Segment } from './blocks/block-layout.js'
import { storeBlock, withBlock } from './blocks/node-block-file.js'
import { readWords } from './blocks/segments.js'
import { kernelFor } from './kernels.js'
import { SKETCH } from './sketched.js'
import type { SetsTask } from './tasks.js'

const NEWLINE = 0x0a
const BATCH_BYTES = 2 ** 20
const BATCH_RECORDS = 16_384
/** Lines that lie closer than this are read at once. */
const NEAR = 4096

/**
 * Reads the lines of the documents that have candidates again and makes their sets: for each group a segment of words,
 * namely the number of documents, their positions, the sizes of their sets, and the sets.
 */
export function runSetsTask(task: SetsTask): Block {
  const lines = linesOf(task)
  const sets = new SetsOfUnit(lines.records.length)
  if (lines.records.length > 0) {
    const file = openUnit(task)
    try {
      for (let from = 0; from < lines.records.length; ) {
        const to = endOfBatch(lines, from)
        makeSets(task, sets, readLines(task, file, lines, from, to), to - from)
        from = to
      }
      if (task.unit.stamp !== undefined) checkOpenUnchanged(file, task.unit.stamp)
    } finally {
      closeSync(file)
    }
  }
  const groups = lines.records.map((record) => task.groupOf[task.first + record]!)
  const positions = lines.records.map((record) => task.first + record)
  return storeBlock(task.place, segmentsOf(groups, positions, sets))
}

/** The lines of the records that are wanted. */
interface Lines {
  readonly records: Uint32Array
  readonly starts: Float64Array
  readonly lengths: Uint32Array
}

function linesOf({ sketch, unit, first, count, groupOf }: SetsTask): Lines {
  const wanted: number[] = []
  for (let i = 0; i < count; i++) if (groupOf[first + i] !== 0) wanted.push(i)
  const records = Uint32Array.from(wanted)
  const places =
    records.length === 0 ? records : withBlock(sketch, (reader) => readWords(reader, SKETCH.places))
  return {
    records,
    starts: Float64Array.from(records, (record) => unit.from + places[2 * record]!),
    lengths: records.map((record) => places[2 * record + 1]!),
  }
}

function endOfBatch({ records, lengths }: Lines, from: number): number {
  let bytes = lengths[from]!
  let to = from + 1
  while (to < records.length && to - from < BATCH_RECORDS && bytes + lengths[to]! < BATCH_BYTES) {
    bytes += lengths[to++]! + 1
  }
  return to
}

function openUnit({ unit }: SetsTask): number {
  try {
    return openSync(unit.path, 'r')
  } catch (error) {
    throw readFault(unit.name, error)
  }
}

/** The lines from `from` to `to`, one behind the other. */
function readLines(
  task: SetsTask,
  file: number,
  { starts, lengths }: Lines,
  from: number,
  to: number,
): Uint8Array {
  let size = 0
  for (let i = from; i < to; i++) size += lengths[i]! + 1
  const lines = Buffer.allocUnsafe(size)
  let end = 0
  for (let first = from; first < to; ) {
    let last = first
    while (last + 1 < to && starts[last + 1]! - (starts[last]! + lengths[last]!) < NEAR) last++
    if (first === last) {
      readFully(task, file, lines.subarray(end, end + lengths[first]!), starts[first]!)
      end += lengths[first]!
      lines[end++] = NEWLINE
    } else {
      const chunk = Buffer.allocUnsafe(starts[last]! + lengths[last]! - starts[first]!)
      readFully(task, file, chunk, starts[first]!)
      for (let i = first; i <= last; i++) {
        const at = starts[i]! - starts[first]!
        end += chunk.copy(lines, end, at, at + lengths[i]!)
        lines[end++] = NEWLINE
      }
    }
    first = last + 1
  }
  return lines
}

function readFully(task: SetsTask, file: number, bytes: Uint8Array, place: number): void {
  let filled = 0
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, place + filled)
    if (read === 0) throw changed(task)
    filled += read
  }
}

function makeSets(task: SetsTask, sets: SetsOfUnit, lines: Uint8Array, count: number): void {
  let rest = lines
  for (let done = 0; done < count; ) {
    const batch = kernelFor(task.kernel).readJsonLines(rest, true)
    if (batch.count === 0 || batch.bad.length > 0) throw changed(task)
    const { offsets, elements } = batch.sets!
    for (let i = 0; i < batch.count; i++) sets.add(elements.subarray(offsets[i]!, offsets[i + 1]!))
    done += batch.count
    rest = rest.subarray(batch.consumed)
  }
}

function changed({ unit }: SetsTask): UnreadableInput {
  return new UnreadableInput(unit.name, 'it changed while it was read', 'leave it alone, and run again')
}

/** Sets one behind the other. */
class SetsOfUnit {
  readonly starts: Float64Array
  readonly sizes: Uint32Array
  elements = new Uint32Array(2 ** 16)
  #count = 0
  #end = 0

  constructor(count: number) {
    this.starts = new Float64Array(count)
    this.sizes = new Uint32Array(count)
  }

  add(set: Uint32Array): void {
    if (this.#end + set.length > this.elements.length) {
      const larger = new Uint32Array(Math.max(2 * this.elements.length, this.#end + set.length))
      larger.set(this.elements.subarray(0, this.#end))
      this.elements = larger
    }
    this.elements.set(set, this.#end)
    this.starts[this.#count] = this.#end
    this.sizes[this.#count++] = set.length
    this.#end += set.length
  }
}

function segmentsOf(
  groups: Uint32Array,
  positions: Uint32Array,
  { starts, sizes, elements }: SetsOfUnit,
): Segment[] {
  const members = new Map<number, number[]>()
  groups.forEach((group, i) => {
    const list = members.get(group)
    if (list === undefined) members.set(group, [i])
    else list.push(i)
  })
  return [...members].map(([tag, list]) => {
    const words = list.reduce((sum, i) => sum + sizes[i]!, 1 + 2 * list.length)
    const bytes = new Uint32Array(words)
    bytes[0] = list.length
    let end = 1 + 2 * list.length
    list.forEach((i, number) => {
      bytes[1 + number] = positions[i]!
      bytes[1 + list.length + number] = sizes[i]!
      bytes.set(elements.subarray(starts[i]!, starts[i]! + sizes[i]!), end)
      end += sizes[i]!
    })
    return { tag, bytes }
  })
}

/** Hands over the sets of one group, by position, rising. */
export function visitSets(
  blocks: readonly Block[],
  group: number,
  visit: (position: number, set: Uint32Array) => void,
): void {
  for (const block of blocks) {
    withBlock(block, (reader) => {
      for (const place of reader.places) {
        if (place.tag !== group) continue
        const bytes = reader.read(place)
        const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2)
        const count = words[0]!
        let end = 1 + 2 * count
        for (let i = 0; i < count; i++) {
          const size = words[1 + count + i]!
          visit(words[1 + i]!, words.subarray(end, end + size))
          end += size
        }
      }
    })
  }
}
