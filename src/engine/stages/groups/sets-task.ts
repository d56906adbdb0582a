import { UnreadableInput } from '../../../model/errors.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Blocks, Bytes } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import { readWords, withBlock, wordsOf } from '../blocks/segments.js'
import { readFully } from '../read/record-reader.js'
import { SKETCH } from '../read/sketched.js'
import { wideSetOf } from '../read/wide-set.js'
import type { SetsTask } from '../tasks.js'
import { toEight } from '../threads/reused-arrays.js'
import type { Thread } from '../threads/thread.js'
import { visitKnownSets } from './known-sets.js'
import { WIDE } from './stored-sets.js'

const NEWLINE = 0x0a
const BATCH_BYTES = 2 ** 20
const BATCH_RECORDS = 16_384
/** Lines less than this many bytes apart are read together. */
const NEAR = 4096

/**
 * Reads the lines of the documents that have candidates again and makes their sets, except those that are known. Each group has a segment
 * of words: the number of documents, their positions, the sizes of their sets, and the sets. A group with long documents has a second
 * segment, of numbers: for each long document its position, the size of its wide set, and the set.
 */
export function runSetsTask(task: SetsTask, thread: Thread): Block {
  const wanted = linesOf(task, thread.store)
  const buffers = allocateBuffers(task, wanted, thread)
  const lines = withoutKnown(task, thread, wanted, buffers)
  if (lines.records.length > 0) {
    const bytes = thread.inputs.open(task.unit)
    try {
      for (let from = 0; from < lines.records.length; ) {
        const to = endOfBatch(lines, from)
        const read = readLines(task, thread, bytes, lines, from, to)
        makeSets(task, thread, buffers, lines.records.subarray(from, to), read)
        from = to
      }
      if (task.unit.stamp !== undefined) bytes.checkUnchanged(task.unit.stamp)
    } finally {
      bytes.close()
    }
  }
  return thread.store.put(
    task.location,
    [...buffers].flatMap(([tag, { words, wide }]) => [
      { tag, bytes: words },
      ...(wide.length > 0 ? [{ tag: WIDE + tag, bytes: wide }] : []),
    ]),
  )
}

/** The lines of the selected records. */
interface Lines {
  readonly records: Uint32Array
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  /** The number of shingles of each document, which its set cannot exceed. */
  readonly sizes: Uint32Array
}

function linesOf({ sketch, unit, first, count, groupOf }: SetsTask, store: Blocks): Lines {
  const all = new Uint32Array(count)
  let end = 0
  for (let i = 0; i < count; i++) if (groupOf[first + i] !== 0) all[end++] = i
  const records = all.subarray(0, end)
  if (records.length === 0) return { records, starts: new Float64Array(0), lengths: records, sizes: records }
  return withBlock(store, sketch, (reader) => {
    const locations = readWords(reader, SKETCH.locations)
    const sizes = readWords(reader, SKETCH.sizes)
    // Not `Float64Array.from`, which iterates and takes about ten times as long.
    const starts = new Float64Array(records.length)
    for (let i = 0; i < starts.length; i++) starts[i] = unit.from + locations[2 * records[i]!]!
    return {
      records,
      starts,
      lengths: records.map((record) => locations[2 * record + 1]!),
      sizes: records.map((record) => sizes[record]!),
    }
  })
}

/** Uses the known sets, and returns the lines of the others. */
function withoutKnown(
  task: SetsTask,
  thread: Thread,
  lines: Lines,
  buffers: ReadonlyMap<number, SetBuffer>,
): Lines {
  if (task.known === undefined) return lines
  const isKnown = new Uint8Array(task.count)
  visitKnownSets(task.known, thread, (position, set) => {
    const group = task.groupOf[position]!
    if (group === 0) return
    if (!buffers.get(group)!.add(position, set)) throw changed(task)
    isKnown[position - task.first] = 1
  })
  const isLeft = (i: number) => isKnown[lines.records[i]!] === 0
  return {
    records: lines.records.filter((_, i) => isLeft(i)),
    starts: lines.starts.filter((_, i) => isLeft(i)),
    lengths: lines.lengths.filter((_, i) => isLeft(i)),
    sizes: lines.sizes.filter((_, i) => isLeft(i)),
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

/** Reads the lines from `from` to `to` into one reused buffer. */
function readLines(
  task: SetsTask,
  { arrays }: Thread,
  bytes: Bytes,
  { starts, lengths }: Lines,
  from: number,
  to: number,
): Uint8Array {
  let size = 0
  for (let i = from; i < to; i++) size += lengths[i]! + 1
  const lines = arrays.reserve('lines', size).ofSize(size)
  let end = 0
  for (let first = from; first < to; ) {
    let last = first
    while (last + 1 < to && starts[last + 1]! - (starts[last]! + lengths[last]!) < NEAR) last++
    if (first === last) {
      read(task, bytes, starts[first]!, lines.subarray(end, end + lengths[first]!))
      end += lengths[first]!
      lines[end++] = NEWLINE
    } else {
      const chunkBytes = starts[last]! + lengths[last]! - starts[first]!
      const chunk = arrays.reserve('chunk', chunkBytes).ofSize(chunkBytes)
      read(task, bytes, starts[first]!, chunk)
      for (let i = first; i <= last; i++) {
        const at = starts[i]! - starts[first]!
        lines.set(chunk.subarray(at, at + lengths[i]!), end)
        end += lengths[i]!
        lines[end++] = NEWLINE
      }
    }
    first = last + 1
  }
  return lines
}

function read(task: SetsTask, bytes: Bytes, offset: number, target: Uint8Array): void {
  if (!readFully(bytes, offset, target)) throw changed(task)
}

/** Makes the sets of some lines. */
function makeSets(
  task: SetsTask,
  thread: Thread,
  buffers: ReadonlyMap<number, SetBuffer>,
  records: Uint32Array,
  lines: Uint8Array,
): void {
  let rest = lines
  for (let done = 0; done < records.length; ) {
    const batch = thread.kernel(task.kernel).readJsonLines(rest, true)
    const hasChanged = batch.count === 0 || batch.count > records.length - done || batch.bad.length > 0
    if (hasChanged) throw changed(task)
    const { offsets, elements } = batch.sets!
    for (let i = 0; i < batch.count; i++) {
      const position = task.first + records[done++]!
      const set = elements.subarray(offsets[i]!, offsets[i + 1]!)
      const sets = buffers.get(task.groupOf[position]!)!
      if (!sets.add(position, set)) throw changed(task)
      if (set.length >= WIDE_FROM && task.kernel.lines !== 'sets') {
        sets.addWide(position, wideSetOf(rest.subarray(batch.starts[i]!, batch.ends[i]!), task.kernel))
      }
    }
    rest = rest.subarray(batch.consumed)
  }
}

function changed({ unit }: SetsTask): UnreadableInput {
  return new UnreadableInput(
    unit.name,
    'it changed while it was being read',
    'do not change it during a run, and run again',
  )
}

/** The sets of a group, in a buffer large enough for all of them. */
class SetBuffer {
  readonly #count: number
  readonly #words: Uint32Array
  readonly #wide: Float64Array[] = []
  #done = 0
  #end: number

  /** @param words memory for the sets of this many documents */
  constructor(count: number, words: Uint32Array) {
    this.#count = count
    this.#end = 1 + 2 * count
    this.#words = words
    this.#words[0] = count
  }

  /** Adds the next set. Returns false if there is no room for it. */
  add(position: number, set: Uint32Array): boolean {
    if (this.#end + set.length > this.#words.length) return false
    this.#done++
    this.#words[this.#done] = position
    this.#words[this.#count + this.#done] = set.length
    this.#words.set(set, this.#end)
    this.#end += set.length
    return true
  }

  addWide(position: number, set: Float64Array): void {
    this.#wide.push(Float64Array.of(position, set.length), set)
  }

  get words(): Uint32Array {
    return this.#words.subarray(0, this.#end)
  }

  get wide(): Float64Array {
    const all = new Float64Array(this.#wide.reduce((sum, { length }) => sum + length, 0))
    let end = 0
    for (const part of this.#wide) {
      all.set(part, end)
      end += part.length
    }
    return all
  }
}

function allocateBuffers(
  { first, groupOf }: SetsTask,
  { records, sizes }: Lines,
  { arrays }: Thread,
): Map<number, SetBuffer> {
  const needs = new Map<number, { count: number; bytes: number }>()
  for (let i = 0; i < records.length; i++) {
    const group = groupOf[first + records[i]!]!
    const need = needs.get(group) ?? { count: 0, bytes: 4 }
    need.count++
    need.bytes += 4 * (2 + sizes[i]!)
    needs.set(group, need)
  }
  let total = 0
  for (const { bytes } of needs.values()) total += toEight(bytes)
  const space = arrays.reserve('sets', total)
  return new Map(
    [...needs].map(([group, { count, bytes }]) => [
      group,
      new SetBuffer(count, wordsOf(space.ofSize(bytes))),
    ]),
  )
}
