import { loadKernel } from '../../../kernel/load-kernel.js'
import type { DocumentId } from '../../../model/document.js'
import { isId } from '../../../model/document-id.js'
import { BadRecord } from '../../../model/errors.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { StopCheck } from '../../../model/stop-check.js'
import type { StopSignal } from '../../../model/stop-signal.js'
import { BadRecords, type OnError } from '../../../read/bad-records.js'
import { pathReader } from '../../../read/json-field.js'
import { KnownIds } from '../../../read/known-ids.js'
import { maxRecordBytes, recordTooLong } from '../../../read/record-limit.js'
import { RepeatedIds } from '../../../read/repeated-ids.js'
import { rejectId, type Source } from '../../../read/source.js'
import type { ShingleOptions } from '../../../text/shingle-options.js'
import { WIDE_FROM } from '../../../text/wide-shingles.js'
import type { Bytes, Inputs } from '../../ports.js'
import type { TakePart } from './join-engine.js'
import type { LongDocument } from './wide-sets.js'

const CHUNK = 2 ** 20
const NEWLINE = 0x0a

/** What is known about documents after their sets were made. */
export interface DocumentSets {
  /** The ids by position; undefined if the positions are the ids. */
  readonly ids: readonly DocumentId[] | undefined
  /** The source, without its id field if that was detected automatically and does not hold an id for each record. */
  readonly source: Source
  readonly skipped: readonly BadRecord[]
  /** The documents whose sets have `WIDE_FROM` elements or more. */
  readonly long: readonly LongDocument[]
}

/** Makes the shingle sets of the documents of a source, and passes them on one batch at a time. */
export async function readDocumentSets(
  inputs: Inputs,
  source: Source,
  shingle: ShingleOptions,
  {
    onError,
    memory,
    onRead = () => {},
    signal,
  }: {
    readonly onError: OnError
    readonly memory?: number
    readonly onRead?: ((bytes: number) => void) | undefined
    /** Ends the reading. */
    readonly signal?: StopSignal | undefined
  },
  take: TakePart,
): Promise<DocumentSets> {
  const { textFields, idField, isIdDetected = false } = source
  const kernel = loadKernel({
    shingle,
    textFields,
    ...(idField !== undefined && { idField, isIdOptional: isIdDetected }),
    keepSets: true,
  })
  // The lines are valid JSON: the kernel has checked them.
  const readId = pathReader(idField ?? '')
  const known = new KnownIds()
  const detected: DocumentId[] = []
  const repeated = new RepeatedIds()
  let used = source
  const stop = new StopCheck(signal)
  const bad = new BadRecords(onError)
  const limit = maxRecordBytes(memory)
  bad.list.push(...source.skipped)
  const long: LongDocument[] = []
  let position = 0
  for (const [number, file] of source.files.entries()) {
    let line = 1
    const refuse = () => bad.add(recordTooLong(file.name, line++, limit))
    await eachChunk(inputs.open(file), limit, stop, refuse, onRead, (bytes, final, at) => {
      const batch = kernel.readJsonLines(bytes, final)
      const sets = batch.sets!
      let counted = 0
      const lineOf = (start: number) => {
        for (;;) {
          const newline = bytes.indexOf(NEWLINE, counted)
          if (newline < 0 || newline >= start) return line
          counted = newline + 1
          line++
        }
      }
      const good: number[] = []
      let nextBad = 0
      for (let record = 0; record < batch.count; record++) {
        if (batch.bad[nextBad]?.record === record) {
          bad.add(new BadRecord(file.name, lineOf(batch.starts[record]!), batch.bad[nextBad++]!.problem))
          continue
        }
        const start = batch.starts[record]!
        const id = used.idField === undefined ? undefined : readId(bytes.subarray(start, batch.ends[record]!))
        if (idField !== undefined && !isIdDetected) {
          const problem = known.add(id as DocumentId, file.name, lineOf(start))
          if (problem !== undefined) {
            bad.add(new BadRecord(file.name, line, problem))
            continue
          }
        }
        good.push(record)
        const isLong = sets.offsets[record + 1]! - sets.offsets[record]! >= WIDE_FROM
        if (isLong) long.push([position, number, at + start, batch.ends[record]! - start])
        position++
        if (used.idField === undefined || !isIdDetected) continue
        if (!isId(id)) used = rejectId(source, 'missing')
        else {
          detected.push(id)
          repeated.add(id)
        }
      }
      lineOf(batch.consumed)
      if (good.length === batch.count) take(sets, batch.texts)
      else
        take(
          pick(sets, good),
          Uint32Array.from(
            { length: 2 * good.length },
            (_, word) => batch.texts[2 * good[word >> 1]! + (word & 1)]!,
          ),
        )
      return batch.consumed
    })
  }
  if (used.isIdDetected && repeated.any) used = rejectId(source, 'repeated')
  const ids = isIdDetected ? detected : known.list
  return { ids: used.idField === undefined ? undefined : ids, source: used, skipped: bad.list, long }
}

function pick({ offsets, elements }: SetCollection, indexes: readonly number[]): SetCollection {
  const kept = new Uint32Array(indexes.length + 1)
  const parts = indexes.map((index, i) => {
    const part = elements.subarray(offsets[index]!, offsets[index + 1]!)
    kept[i + 1] = kept[i]! + part.length
    return part
  })
  const all = new Uint32Array(kept[indexes.length]!)
  parts.forEach((part, i) => {
    all.set(part, kept[i]!)
  })
  return { count: indexes.length, offsets: kept, elements: all }
}

/** Reads an input in chunks, and closes it; `take` gets the offset of each and returns how many bytes it used. A line that exceeds the limit is skipped if `refuse` returns. */
async function eachChunk(
  input: Bytes,
  limit: number,
  stop: StopCheck,
  refuse: () => void,
  onRead: (bytes: number) => void,
  take: (bytes: Uint8Array, final: boolean, at: number) => number,
): Promise<void> {
  try {
    let buffer = new Uint8Array(CHUNK)
    let filled = 0
    let read = 0
    let isLong = false
    for (;;) {
      await stop.check()
      const count = input.readAt(read, buffer.subarray(filled))
      read += count
      onRead(count)
      filled += count
      if (isLong) {
        const newline = buffer.subarray(0, filled).indexOf(NEWLINE)
        const dropped = newline < 0 ? filled : newline + 1
        buffer.copyWithin(0, dropped, filled)
        filled -= dropped
        isLong = newline < 0
        if (isLong && count === 0) return
        continue
      }
      const used = take(buffer.subarray(0, filled), count === 0, read - filled)
      buffer.copyWithin(0, used, filled)
      filled -= used
      if (count === 0 && used === 0) return
      if (filled < buffer.length) continue
      if (filled <= limit) {
        const larger = new Uint8Array(2 * buffer.length)
        larger.set(buffer)
        buffer = larger
      } else {
        refuse()
        isLong = true
        filled = 0
      }
    }
  } finally {
    input.close()
  }
}
