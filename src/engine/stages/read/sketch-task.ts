import type { RecordBatch } from '../../../kernel/kernel.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { longRecordProblem } from '../../../read/record-limit.js'
import type { Block } from '../blocks/block.js'
import { metadataSegment } from '../blocks/segments.js'
import { writerOf } from '../prefixes/prefix-keys.js'
import type { SketchTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { IdCollector } from './kept-ids.js'
import { KeyCollector } from './key-collector.js'
import { SetCollector } from './set-collector.js'
import { SKETCH, type UnitMetadata } from './sketched.js'
import { readUnit } from './unit-reader.js'
import { skippedLine, UnitRecords } from './unit-records.js'

/**
 * Reads a unit: for each record its location, its size, the hashes of its content and its id, and its prefix or the keys of its buckets.
 * The sets may be kept in a second block.
 */
export function runSketchTask(task: SketchTask, thread: Thread): Block[] {
  const { unit, kernel: options, location: target, maxLineBytes } = task
  const kernel = thread.kernel(options)
  const bands = options.bands?.bands ?? 0
  const records = thread.keep('records', 0, () => new UnitRecords())
  records.reset()
  const keys = thread.keep('keys', bands, () => new KeyCollector(bands))
  keys.reset()
  const prefixes = task.prefixes && writerOf(task.prefixes, thread)
  prefixes?.reset()
  const ids = task.keepsIds ? thread.keep('ids', 0, () => new IdCollector()) : undefined
  ids?.reset()
  const sets = task.setsLocation && thread.keep('sets', 0, () => new SetCollector())
  sets?.reset()
  const add = (batch: RecordBatch, offset: number) => {
    records.add(batch, offset - unit.from)
    ids?.add(batch.count, batch.ids)
    if (batch.sets !== undefined) {
      prefixes?.add(batch.sets)
      sets?.add(batch.sets)
    }
    keys.add(batch.keys, batch.count)
  }
  const take = (bytes: Uint8Array, offset: number, final: boolean) => {
    const batch = kernel.readJsonLines(bytes, final)
    add(batch, offset)
    return batch.consumed
  }
  const skip = (offset: number, bytes: number) =>
    add({ ...skippedLine(bytes, longRecordProblem(maxLineBytes), 2 * bands), sets: EMPTY_SET }, offset)
  readUnit(thread.inputs, unit, maxLineBytes, {
    take,
    skip: task.onError === 'skip' ? skip : undefined,
    kernel,
  })
  const sketch = thread.store.put(target, [
    metadataSegment({
      ...records.metadata(),
      withoutId: options.isIdOptional ? records.countWithoutId() : 0,
    } satisfies UnitMetadata),
    { tag: SKETCH.locations, bytes: records.locations },
    { tag: SKETCH.sizes, bytes: records.sizes },
    { tag: SKETCH.contents, bytes: records.contents },
    { tag: SKETCH.texts, bytes: records.texts },
    ...(options.idField === undefined ? [] : [{ tag: SKETCH.ids, bytes: records.idHashes }]),
    ...(ids === undefined ? [] : [{ tag: SKETCH.idBytes, bytes: ids.segment() }]),
    ...(prefixes === undefined ? [] : [{ tag: SKETCH.bits, bytes: prefixes.bits() }]),
    ...keys.columns().map((bytes, band) => ({ tag: SKETCH.keys + band, bytes })),
    ...(prefixes?.runs() ?? []).flat().map((bytes, i) => ({ tag: SKETCH.prefixes + i, bytes })),
  ])
  return sets === undefined ? [sketch] : [sketch, thread.store.put(task.setsLocation!, [sets.segment()])]
}

const EMPTY_SET: SetCollection = { count: 1, offsets: new Uint32Array(2), elements: new Uint32Array(0) }
