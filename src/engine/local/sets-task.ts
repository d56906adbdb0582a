import { closeSync, openSync, readSync } from 'node:fs'
import { kernelFor } from './sketch-task.js'
import type { SetsTask } from './tasks.js'

const NEWLINE = 0x0a
const BATCH_BYTES = 2 * 2 ** 20
const BATCH_RECORDS = 16_384
/** Lines that lie closer than this are read at once. */
const NEAR = 65_536

/** Reads the lines of the documents again and writes their sets to shared memory. */
export function runSetsTask(task: SetsTask): { done: number } {
  const { starts, lengths, documents } = task
  const file = openSync(task.unit.path, 'r')
  try {
    for (let from = 0; from < documents.length; ) {
      let to = from
      let bytes = 0
      while (
        to < documents.length &&
        to - from < BATCH_RECORDS &&
        (to === from || bytes + lengths[to]! < BATCH_BYTES)
      ) {
        bytes += lengths[to]! + 1
        to++
      }
      makeSets(task, from, to, readLines(file, starts, lengths, from, to, bytes))
      from = to
    }
  } finally {
    closeSync(file)
  }
  return { done: documents.length }
}

/** The lines from `from` to `to`, one behind the other. */
function readLines(
  file: number,
  starts: Float64Array,
  lengths: Uint32Array,
  from: number,
  to: number,
  bytes: number,
): Uint8Array {
  const lines = Buffer.allocUnsafe(bytes)
  let end = 0
  for (let first = from; first < to; ) {
    let last = first
    while (last + 1 < to && starts[last + 1]! - (starts[last]! + lengths[last]!) < NEAR) last++
    const chunk = Buffer.allocUnsafe(starts[last]! + lengths[last]! - starts[first]!)
    readFully(file, chunk, starts[first]!)
    for (let i = first; i <= last; i++) {
      const at = starts[i]! - starts[first]!
      end += chunk.copy(lines, end, at, at + lengths[i]!)
      lines[end++] = NEWLINE
    }
    first = last + 1
  }
  return lines
}

function readFully(file: number, bytes: Uint8Array, place: number): void {
  let filled = 0
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, place + filled)
    if (read === 0) throw new Error('the input became shorter while it was read')
    filled += read
  }
}

function makeSets(
  { kernel, documents, places, elements, sizes }: SetsTask,
  from: number,
  to: number,
  lines: Uint8Array,
): void {
  let done = from
  let rest = lines
  while (done < to) {
    const batch = kernelFor(kernel).readJsonLines(rest, true)
    if (batch.count === 0 || batch.bad.length > 0) throw new Error('the input changed while it was read')
    const { offsets, elements: made } = batch.sets!
    for (let i = 0; i < batch.count; i++) {
      elements.set(made.subarray(offsets[i]!, offsets[i + 1]!), places[done + i]!)
      sizes[documents[done + i]!] = offsets[i + 1]! - offsets[i]!
    }
    done += batch.count
    rest = rest.subarray(batch.consumed)
  }
}
