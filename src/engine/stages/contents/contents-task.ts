import type { KernelOptions, RecordBatch } from '../../../kernel/kernel.js'
import { longId } from '../../../model/record-problems.js'
import { setAt } from '../../../model/set-collection.js'
import type { OnError } from '../../../read/bad-records.js'
import { textReader } from '../../../read/json-field.js'
import { longRecordProblem } from '../../../read/record-limit.js'
import { type Sampling, sampleOf } from '../../../sketch/sampled-elements.js'
import type { Block, BlockLocation } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { metadataSegment } from '../blocks/segments.js'
import { IdFinder } from '../read/id-table.js'
import { SKETCH, type UnitMetadata } from '../read/sketched.js'
import { readUnit } from '../read/unit-reader.js'
import { skippedLine, UnitRecords } from '../read/unit-records.js'
import type { Unit } from '../read/units.js'
import type { Thread } from '../threads/thread.js'
import {
  CONTENT_WORDS,
  CONTENTS,
  DOCUMENT_WORDS,
  PartitionedWords,
  PIECE,
  PIECE_DOCUMENTS,
  PIECE_TEXT_BYTES,
  POSTING_WORDS,
} from './contents-block.js'

const NONE = new Uint32Array(0)

/** Read a unit for an index: see `contents-block.ts`. */
export interface ContentsTask {
  readonly kind: 'contents'
  readonly unit: Unit
  /** Returns sets and the keys of bands. */
  readonly kernel: KernelOptions
  /** The longest line that fits into memory, in bytes. */
  readonly maxLineBytes: number
  /** What happens at a longer line. */
  readonly onError: OnError
  readonly maxIdBytes: number
  /** How shingles are sampled; undefined if they are not. */
  readonly sampling: Sampling | undefined
  readonly keepTexts: boolean
  readonly partitions: number
  readonly location: BlockLocation
}

/** A document of the unit. */
interface UnitDocument {
  readonly record: number
  /** Three words. */
  readonly content: Uint32Array
  readonly set: Uint32Array
  readonly keys: Uint32Array
  /** Its id in JSON and UTF-8, one character per byte; empty if records have no ids. */
  readonly id: string
  readonly text: Uint8Array | undefined
}

export function runContentsTask(task: ContentsTask, thread: Thread): Block {
  const { unit, location, maxLineBytes } = task
  const kernel = thread.kernel(task.kernel)
  const documents = new UnitDocuments(task)
  const records = new UnitRecords()
  const take = (bytes: Uint8Array, offset: number, final: boolean) => {
    const batch = kernel.readJsonLines(bytes, final)
    const bad = [...batch.bad, ...documents.add(bytes, batch)].sort((x, y) => x.record - y.record)
    records.add(batch, offset - unit.from, bad)
    return batch.consumed
  }
  const skip = (offset: number, bytes: number) => {
    documents.skip()
    records.add(skippedLine(bytes, longRecordProblem(maxLineBytes), 0), offset - unit.from)
  }
  readUnit(thread.inputs, unit, maxLineBytes, {
    take,
    skip: task.onError === 'skip' ? skip : undefined,
    kernel,
  })
  const sizes = new Uint32Array(documents.records)
  for (const { record, set } of documents.list) sizes[record] = set.length
  return thread.store.put(location, [
    metadataSegment({ ...records.metadata(sizes), withoutId: 0 } satisfies UnitMetadata),
    { tag: SKETCH.locations, bytes: records.locations },
    ...contentSegments(documents.list, task),
    ...postingSegments(documents.list, task),
    ...documentSegments(documents.list, task),
  ])
}

/** The good records of a unit. */
class UnitDocuments {
  readonly list: UnitDocument[] = []
  readonly #task: ContentsTask
  readonly #ids: IdFinder | undefined
  readonly #readText: (line: Uint8Array) => string
  readonly #encoder = new TextEncoder()
  /** Records so far, including bad ones. */
  records = 0

  constructor(task: ContentsTask) {
    const { idField, textFields } = task.kernel
    this.#task = task
    this.#ids = idField === undefined ? undefined : new IdFinder(idField)
    this.#readText = textReader(textFields)
  }

  skip(): void {
    this.records++
  }

  /** Adds the records of a batch. Returns those that are bad, although the kernel can read them. */
  add(bytes: Uint8Array, batch: RecordBatch): { record: number; problem: string }[] {
    const { kernel, keepTexts, maxIdBytes } = this.#task
    const keyWords = 2 * kernel.bands!.bands
    const keys = batch.keys.slice()
    const isBad = new Set(batch.bad.map(({ record }) => record))
    const bad: { record: number; problem: string }[] = []
    for (let i = 0; i < batch.count; i++) {
      if (isBad.has(i)) continue
      const [start, end] = [batch.starts[i]!, batch.ends[i]!]
      const id = this.#idOf(bytes, start, end)
      if (id.length > maxIdBytes) {
        bad.push({ record: i, problem: longId(kernel.idField!, maxIdBytes) })
        continue
      }
      this.list.push({
        record: this.records + i,
        content: batch.contents.slice(4 * i, 4 * i + 3),
        set: setAt(batch.sets!, i),
        keys: keys.subarray(keyWords * i, keyWords * (i + 1)),
        id,
        text: keepTexts ? this.#encoder.encode(this.#readText(bytes.subarray(start, end))) : undefined,
      })
    }
    this.records += batch.count
    return bad
  }

  #idOf(line: Uint8Array, start: number, end: number): string {
    if (this.#ids === undefined) return ''
    this.#ids.find(line, start, end)
    const { bytes, from, to } = this.#ids
    let id = ''
    for (let i = from; i < to; i++) id += String.fromCharCode(bytes[i]!)
    return id
  }
}

/** The sets of documents that have one, with their ids. */
function contentSegments(documents: readonly UnitDocument[], { partitions }: ContentsTask): Segment[] {
  const parts = new PartitionedWords(partitions)
  const wordsOf = ({ id, set }: UnitDocument) => CONTENT_WORDS + Math.ceil(id.length / 4) + set.length
  const full = documents.filter(({ set }) => set.length > 0)
  for (const document of full) parts.reserve(document.content[0]!, wordsOf(document))
  const words = parts.allocate()
  const bytes = new Uint8Array(words.buffer)
  for (const document of full) {
    const { content, set, id, record } = document
    const all = wordsOf(document)
    const at = parts.place(content[0]!, all)
    words.set(content, at)
    words[at + 3] = record
    words[at + 4] = id.length
    words[at + 5] = set.length
    writeBytes(bytes, 4 * (at + CONTENT_WORDS), id)
    words.set(set, at + all - set.length)
  }
  return parts.segments(CONTENTS.contents)
}

function postingSegments(
  documents: readonly UnitDocument[],
  { partitions, sampling }: ContentsTask,
): Segment[] {
  const [bands, samples] = [new PartitionedWords(partitions), new PartitionedWords(partitions)]
  const sampled = documents
    .filter(({ set }) => set.length > 0)
    .map(({ content, keys, set }) => ({ content, keys, sample: sampling ? sampleOf(set, sampling) : NONE }))
  for (const { keys, sample } of sampled) {
    for (let i = 0; i < keys.length; i += 2) bands.reserve(keys[i]!, POSTING_WORDS)
    for (const element of sample) samples.reserve(element, POSTING_WORDS)
  }
  const [bandWords, sampleWords] = [bands.allocate(), samples.allocate()]
  for (const { content, keys, sample } of sampled) {
    for (let i = 0; i < keys.length; i += 2) {
      const at = bands.place(keys[i]!, POSTING_WORDS)
      bandWords[at] = keys[i]!
      bandWords[at + 1] = keys[i + 1]!
      for (let word = 0; word < 3; word++) bandWords[at + 2 + word] = content[word]!
    }
    for (const element of sample) {
      const at = samples.place(element, POSTING_WORDS)
      sampleWords[at] = element
      for (let word = 0; word < 3; word++) sampleWords[at + 1 + word] = content[word]!
      sampleWords[at + 4] = sample.length
    }
  }
  return [...bands.segments(CONTENTS.bands), ...samples.segments(CONTENTS.samples)]
}

/** The documents in pieces, ascending by id, or by record if they have no ids. */
function documentSegments(
  documents: readonly UnitDocument[],
  { kernel, keepTexts }: ContentsTask,
): Segment[] {
  const sorted =
    kernel.idField === undefined
      ? documents
      : [...documents].sort((one, other) =>
          one.id < other.id ? -1 : one.id > other.id ? 1 : one.record - other.record,
        )
  const segments: Segment[] = []
  let tag: number = CONTENTS.documents
  for (const piece of piecesOf(sorted)) {
    const rows = new Uint32Array(DOCUMENT_WORDS * piece.length)
    const ids = new Uint8Array(piece.reduce((sum, { id }) => sum + id.length, 0))
    let end = 0
    piece.forEach(({ record, set, content, id }, i) => {
      rows.set([record, set.length, content[0]!, content[1]!, content[2]!, id.length], DOCUMENT_WORDS * i)
      writeBytes(ids, end, id)
      end += id.length
    })
    segments.push({ tag: tag + PIECE.rows, bytes: rows }, { tag: tag + PIECE.ids, bytes: ids })
    if (keepTexts) segments.push(...textSegments(piece, tag))
    tag += PIECE.kinds
  }
  return segments
}

function* piecesOf(documents: readonly UnitDocument[]): Generator<readonly UnitDocument[]> {
  let [first, bytes] = [0, 0]
  for (let i = 0; i < documents.length; i++) {
    bytes += documents[i]!.text?.length ?? 0
    if (i + 1 - first < PIECE_DOCUMENTS && bytes < PIECE_TEXT_BYTES) continue
    yield documents.slice(first, i + 1)
    first = i + 1
    bytes = 0
  }
  if (first < documents.length) yield documents.slice(first)
}

function textSegments(piece: readonly UnitDocument[], tag: number): Segment[] {
  const ends = new Float64Array(piece.length)
  let end = 0
  piece.forEach(({ text }, i) => {
    end += text!.length
    ends[i] = end
  })
  const texts = new Uint8Array(end)
  piece.forEach(({ text }, i) => {
    texts.set(text!, ends[i]! - text!.length)
  })
  return [
    { tag: tag + PIECE.textEnds, bytes: ends },
    { tag: tag + PIECE.texts, bytes: texts },
  ]
}

function writeBytes(target: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
}
