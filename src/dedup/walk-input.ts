/// <reference types="node" />
import { createHash } from 'node:crypto'
import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import { nodeInputs } from '../engine/node/node-input-bytes.js'
import type { RecordLocations } from '../engine/stages/read/record-locations.js'
import { RecordReader } from '../engine/stages/read/record-reader.js'
import { UnreadableInput } from '../model/errors.js'
import { bytes as quantity } from '../model/quantities.js'
import { StopCheck } from '../model/stop-check.js'
import type { StopSignal } from '../model/stop-signal.js'
import { MAX_RECORD_BYTES } from '../read/record-limit.js'
import type { Source } from '../read/source.js'
import { skippedLines } from './skipped-lines.js'

/** Receives the pieces of an input: gap, record, gap, record, …, gap. Together they are all its bytes, in order. */
export interface InputVisitor {
  /** The bytes before the record at a position or, with the position after the last record, at the end of the file. */
  gap(position: number, bytes: Uint8Array): void
  /** A good record. The bytes are a view that is valid until the next call. */
  record(position: number, line: Uint8Array): void | Promise<void>
  /** A record that the engine skipped; its bytes also belong to the next gap. */
  skipped(position: number, line: Uint8Array): void | Promise<void>
}

/** One file of a source and the positions of its records. */
export interface InputRange {
  readonly file: number
  readonly first: number
  readonly end: number
}

const LARGEST_READ = 1 << 22
/** The maximum number of bytes between two good records; they go into the manifest as text. */
const LARGEST_GAP = 2 * MAX_RECORD_BYTES
const NEWLINE = 0x0a

export function inputRanges({ files }: Source, locations: RecordLocations): InputRange[] {
  let position = 0
  return files.map((_, number) => {
    const first = position
    while (position < locations.count && locations.file(position) === number) position++
    return { file: number, first, end: position }
  })
}

/**
 * Walks through one input and returns the SHA-256 of its bytes.
 *
 * @param signal stops the walk
 */
export async function walkInput(
  source: Source,
  result: NodeFindResult,
  { file, first, end }: InputRange,
  visitor: InputVisitor,
  signal?: StopSignal,
): Promise<string> {
  const { locations } = result
  const endOf = (position: number) => locations.start(position) + locations.length(position)
  const { name, bytes: size } = source.files[file]!
  const { byEngine } = skippedLines(source, result, name)
  const hash = createHash('sha256')
  const stop = new StopCheck(signal)
  const reader = new RecordReader(nodeInputs, source)
  try {
    let cursor = 0
    let hashed = 0
    let counted = 0
    let line = 1
    for (let position = first; ; ) {
      let last = position
      while (last < end && (last === position || endOf(last) - cursor <= LARGEST_READ)) last++
      const to = last === end ? size : endOf(last - 1)
      const base = cursor
      checkGap(name, to - base)
      const bytes = reader.read(file, base, to - base)
      hash.update(bytes.subarray(hashed - base))
      hashed = to
      for (; position < last; position++) {
        const pause = stop.check()
        if (pause !== undefined) await pause
        const at = locations.start(position)
        line += newlines(bytes.subarray(counted - base, at - base))
        counted = at + locations.length(position)
        if (byEngine.has(line)) {
          const wait = visitor.skipped(position, bytes.subarray(at - base, counted - base))
          if (wait !== undefined) await wait
          continue
        }
        visitor.gap(position, bytes.subarray(cursor - base, at - base))
        const wait = visitor.record(position, bytes.subarray(at - base, counted - base))
        if (wait !== undefined) await wait
        cursor = counted
      }
      if (position === end) {
        visitor.gap(end, bytes.subarray(cursor - base))
        return hash.digest('hex')
      }
    }
  } finally {
    reader.close()
  }
}

/** Throws if there are more bytes between two good records than the manifest can hold. */
export function checkGap(name: string, length: number): void {
  if (length <= LARGEST_GAP) return
  throw new UnreadableInput(
    name,
    `${quantity(length)} of consecutive skipped records is too much: the manifest keeps them in memory`,
    'remove them from the input',
  )
}

function newlines(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === NEWLINE) count++
  return count
}
