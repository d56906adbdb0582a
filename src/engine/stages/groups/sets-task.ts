import { UnreadableInput } from '../../../model/errors.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Blocks, Bytes } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { readWords, withBlock } from '../blocks/segments.js'
import { readFully } from '../read/record-reader.js'
import { SKETCH } from '../read/sketched.js'
import { wideSetOf } from '../read/wide-set.js'
import type { SetsTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { type KnownSets, readKnownSets } from './known-sets.js'
import { GroupNeeds, type SetBuffer } from './set-buffers.js'
import { type SetsOfGroup, UNGROUPED, WIDE } from './stored-sets.js'

const NEWLINE = 0x0a
const BATCH_BYTES = 2 ** 20
const BATCH_RECORDS = 16_384
/** Lines less than this many bytes apart are read together. */
const NEAR = 4096

/**
 * Reads the lines of the documents that have candidates again and makes their sets, except those that are known. Each group has a segment
 * of words: the number of documents, their positions, the sizes of their sets, and the sets. A group with long documents has a second
 * segment, of numbers: for each long document its position, the size of its wide set, and the set. Known sets of other documents may be
 * kept as well.
 */
export function runSetsTask(task: SetsTask, thread: Thread): Block {
  const known = task.known === undefined ? [] : readKnownSets(task.known, task.first, thread)
  const wanted = wantedRecords(task)
  const whole = wholeGroup(task, wanted, known)
  if (whole !== undefined) return thread.store.put(task.location, [whole], task.known)
  const buffers = allocateBuffers(task, wanted, known, thread)
  const lines = linesOf(task, addKnown(task, wanted, known, buffers), thread.store)
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
  const segments = [...buffers].flatMap(([tag, { words, wide }]) => [
    { tag, bytes: words },
    ...(wide.length > 0 ? [{ tag: WIDE + tag, bytes: wide }] : []),
  ])
  return thread.store.put(task.location, segments, task.known)
}

/** The records that are in a group. */
function wantedRecords({ first, count, groupOf }: SetsTask): Uint32Array {
  const all = new Uint32Array(count)
  let end = 0
  for (let i = 0; i < count; i++) if (groupOf[first + i] !== 0) all[end++] = i
  return all.subarray(0, end)
}

/** The segment of known sets itself, if it holds exactly the sets of these records, and all of them are in one group. */
function wholeGroup(
  { groupOf, keepsUngrouped }: SetsTask,
  records: Uint32Array,
  known: readonly KnownSets[],
): Segment | undefined {
  const [sets, ...others] = keepsUngrouped
    ? known
    : known.filter(({ positions }) => hasGroup(positions, groupOf))
  if (sets === undefined || others.length > 0 || sets.positions.length !== records.length) return undefined
  const { positions, sizes, words } = sets
  const group = positions.length === 0 ? 0 : groupOf[positions[0]!]!
  if (group === 0) return undefined
  let end = words.length - sets.elements.length
  for (let i = 0; i < positions.length; i++) {
    if (groupOf[positions[i]!] !== group || sizes[i]! >= WIDE_FROM) return undefined
    end += sizes[i]!
  }
  // Sets without a group are stored with the numbers of their records.
  words.set(positions, 1)
  return { tag: group, bytes: words.subarray(0, end) }
}

function hasGroup(positions: Uint32Array, groupOf: Uint32Array): boolean {
  for (let i = 0; i < positions.length; i++) if (groupOf[positions[i]!] !== 0) return true
  return false
}

/** Memory for the sets of each group. The number of shingles of a document is known, which its set cannot exceed. */
function allocateBuffers(
  task: SetsTask,
  records: Uint32Array,
  known: readonly SetsOfGroup[],
  { store, arrays }: Thread,
): Map<number, SetBuffer> {
  const { sketch, first, groupOf } = task
  const needs = new GroupNeeds()
  if (records.length > 0) {
    const sizes = withBlock(store, sketch, (reader) => readWords(reader, SKETCH.sizes))
    for (let i = 0; i < records.length; i++) needs.add(groupOf[first + records[i]!]!, 1, sizes[records[i]!]!)
  }
  if (task.keepsUngrouped) {
    for (const { positions, sizes } of known) {
      let [count, elements] = [0, 0]
      for (let i = 0; i < positions.length; i++) {
        if (groupOf[positions[i]!] !== 0 || sizes[i]! >= WIDE_FROM) continue
        count++
        elements += sizes[i]!
      }
      if (count > 0) needs.add(UNGROUPED, count, elements)
    }
  }
  return needs.allocate(arrays, first)
}

/** Uses the known sets, and returns the records of the others. Long documents also need a wide set, so their sets are made again. */
function addKnown(
  task: SetsTask,
  records: Uint32Array,
  known: readonly SetsOfGroup[],
  buffers: ReadonlyMap<number, SetBuffer>,
): Uint32Array {
  if (known.length === 0) return records
  const { first, groupOf, keepsUngrouped } = task
  const isKnown = new Uint8Array(task.count)
  for (const sets of known) {
    const { positions, sizes } = sets
    for (let from = 0, start = 0; from < positions.length; ) {
      const group = groupOf[positions[from]!]!
      const isShort = sizes[from]! < WIDE_FROM
      const isUsed = isShort && (group !== 0 || keepsUngrouped)
      let to = from
      let end = start
      while (
        to < positions.length &&
        groupOf[positions[to]!] === group &&
        sizes[to]! < WIDE_FROM === isShort
      ) {
        if (isUsed) isKnown[positions[to]! - first] = 1
        end += sizes[to++]!
      }
      if (isUsed && !buffers.get(group === 0 ? UNGROUPED : group)!.addRun(sets, from, to, start))
        throw changed(task)
      from = to
      start = end
    }
  }
  return records.filter((record) => isKnown[record] === 0)
}

/** The lines of some records. */
interface Lines {
  readonly records: Uint32Array
  readonly starts: Float64Array
  readonly lengths: Uint32Array
}

function linesOf({ sketch, unit }: SetsTask, records: Uint32Array, store: Blocks): Lines {
  const starts = new Float64Array(records.length)
  const lengths = new Uint32Array(records.length)
  if (records.length > 0) {
    const locations = withBlock(store, sketch, (reader) => readWords(reader, SKETCH.locations))
    for (let i = 0; i < starts.length; i++) {
      starts[i] = unit.from + locations[2 * records[i]!]!
      lengths[i] = locations[2 * records[i]! + 1]!
    }
  }
  return { records, starts, lengths }
}

function endOfBatch({ records, lengths }: Lines, from: number): number {
  let bytes = lengths[from]!
  let to = from + 1
  while (to < records.length && to - from < BATCH_RECORDS && bytes + lengths[to]! < BATCH_BYTES) {
    bytes += lengths[to++]! + 1
  }
  return to
}

/** Reads the lines from `from` to `to` into the buffer of the kernel. */
function readLines(
  task: SetsTask,
  thread: Thread,
  bytes: Bytes,
  { starts, lengths }: Lines,
  from: number,
  to: number,
): Uint8Array {
  let size = 0
  for (let i = from; i < to; i++) size += lengths[i]! + 1
  const lines = thread.kernel(task.kernel).buffer(size)
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
      const chunk = thread.arrays.reserve('chunk', chunkBytes).ofSize(chunkBytes)
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
    rest.copyWithin(0, batch.consumed)
    rest = rest.subarray(0, rest.length - batch.consumed)
  }
}

function changed({ unit }: SetsTask): UnreadableInput {
  return new UnreadableInput(
    unit.name,
    'it changed while it was being read',
    'do not change it during a run, and run again',
  )
}
