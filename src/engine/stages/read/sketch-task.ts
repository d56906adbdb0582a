import type { RecordBatch } from '../../../kernel/kernel.js'
import type { SetCollection } from '../../../model/set-collection.js'
import { longRecordProblem } from '../../../read/record-limit.js'
import type { Block } from '../blocks/block.js'
import { metadataSegment } from '../blocks/segments.js'
import { builderOf } from '../prefixes/prefix-keys.js'
import type { SketchTask } from '../tasks.js'
import type { Thread } from '../threads/thread.js'
import { IdCollector } from './kept-ids.js'
import { KeyCollector } from './key-collector.js'
import { SetCollector } from './set-collector.js'
import { SKETCH, type UnitMetadata } from './sketched.js'
import { locationsOf, type Part, skippedLine, unitMetadata } from './unit-parts.js'
import { readUnit } from './unit-reader.js'

/**
 * Reads a unit: for each record its location, its size, the hashes of its content and its id, and its prefix or the keys of its buckets.
 * The sets may be kept in a second block.
 */
export function runSketchTask(task: SketchTask, thread: Thread): Block[] {
  const { unit, kernel: options, location: target, maxLineBytes } = task
  const kernel = thread.kernel(options)
  const bands = options.bands?.bands ?? 0
  const parts: Part[] = []
  const keys = thread.keep('keys', bands, () => new KeyCollector(bands))
  keys.reset()
  const prefixes = task.prefixes && builderOf(task.prefixes, thread)
  prefixes?.reset()
  const ids = task.keepsIds ? new IdCollector() : undefined
  const sets = task.setsLocation && new SetCollector()
  const read = (bytes: Uint8Array, offset: number, final: boolean) => {
    const batch = kernel.readJsonLines(bytes, final)
    ids?.add(bytes, batch)
    if (batch.sets !== undefined) {
      prefixes?.add(batch.sets)
      sets?.add(batch.sets)
    }
    keys.add(batch.keys, batch.count)
    parts.push({ offset, batch: { ...batch, keys: NO_WORDS, sets: undefined } })
    return batch.consumed
  }
  const skip = (offset: number, bytes: number) => {
    const batch = skippedLine(bytes, longRecordProblem(maxLineBytes), 2 * bands)
    prefixes?.add(EMPTY_SET)
    sets?.add(EMPTY_SET)
    ids?.add(NO_BYTES, batch)
    keys.add(batch.keys, batch.count)
    parts.push({ offset, batch })
  }
  readUnit(thread.inputs, unit, maxLineBytes, read, task.onError === 'skip' ? skip : undefined)
  const count = parts.reduce((sum, { batch }) => sum + batch.count, 0)
  const column = (width: number, of: (batch: RecordBatch) => Uint32Array) => {
    const words = new Uint32Array(width * count)
    let end = 0
    for (const { batch } of parts) {
      words.set(of(batch), end)
      end += width * batch.count
    }
    return words
  }
  const locations = locationsOf(parts, count, unit.from)
  const sizes = column(1, ({ sizes }) => sizes)
  const sketch = thread.store.put(target, [
    metadataSegment({
      ...unitMetadata(parts, count, sizes, locations),
      withoutId: options.isIdOptional ? countWithoutId(parts) : 0,
    } satisfies UnitMetadata),
    { tag: SKETCH.locations, bytes: locations },
    { tag: SKETCH.sizes, bytes: sizes },
    { tag: SKETCH.contents, bytes: column(4, ({ contents }) => contents) },
    { tag: SKETCH.texts, bytes: column(2, ({ texts }) => texts) },
    ...(options.idField === undefined
      ? []
      : [{ tag: SKETCH.ids, bytes: column(2, ({ idHashes }) => idHashes) }]),
    ...(ids === undefined ? [] : [{ tag: SKETCH.idBytes, bytes: ids.segment() }]),
    ...(prefixes === undefined ? [] : [{ tag: SKETCH.bits, bytes: prefixes.bits() }]),
    ...(prefixes?.portions() ?? []).map((bytes, portion) => ({ tag: SKETCH.prefixes + portion, bytes })),
    ...keys.columns().map((bytes, band) => ({ tag: SKETCH.keys + band, bytes })),
  ])
  return sets === undefined
    ? [sketch]
    : [sketch, thread.store.put(task.setsLocation!, [sets.segment(thread.arrays)])]
}

const NO_BYTES = new Uint8Array(0)
const NO_WORDS = new Uint32Array(0)
const EMPTY_SET: SetCollection = { count: 1, offsets: new Uint32Array(2), elements: new Uint32Array(0) }

/** The number of good records without an id. */
function countWithoutId(parts: readonly Part[]): number {
  let count = 0
  for (const { batch } of parts) {
    for (let i = 0; i < batch.count; i++) {
      if (batch.idHashes[2 * i] === 0 && batch.idHashes[2 * i + 1] === 0) count++
    }
    count -= batch.bad.length
  }
  return count
}
