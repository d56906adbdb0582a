// A snapshot is a line of JSON with the parameters, followed by frames of at most a thousand documents, or fewer large ones, and an empty frame, so that a
// truncated snapshot is detected. A frame has the sizes of its two parts, its documents as JSON, their sets, and a checksum.

import { InvalidArtifact } from '../model/errors.js'
import { type DocumentRecord, decodeDocument } from './document-record.js'
import { isExpired } from './expire.js'
import type { IndexParts } from './index-parts.js'
import {
  BY_ADDED,
  contentRecord,
  documentRecord,
  idKey,
  idOf,
  idOfTimed,
  spaceOf,
  textRecord,
} from './keys.js'
import { checkEqualParameters } from './parameters.js'
import type { Joining } from './plan-change.js'
import { checkedPart, readWord, unpackSet, withChecksum, writeWord } from './set-bytes.js'
import { damaged, SnapshotBytes } from './snapshot-bytes.js'
import { readHeader, writeHeader } from './snapshot-header.js'
import type { ByteString } from './storage.js'

const PAGE = 1000
/** A frame is held in memory, and ends when it has this many bytes. */
const MAX_FRAME_BYTES = 2 ** 26
/** What a document adds to a frame besides its text and its set. */
const DOCUMENT_BYTES = 64
const STEP_DOCUMENTS = 100
const STEP_SHINGLES = 2 ** 20

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The JSON part of a frame; the contents are stored consecutively in the sets part. */
interface Frame {
  readonly namespace: string
  readonly documents: readonly (readonly [
    id: string | number,
    addedAt: number,
    usedAt: number,
    content: number,
    text?: string,
  ])[]
  readonly contents: readonly (readonly [key: ByteString, bytes: number])[]
}

export async function* writeSnapshot(
  parts: IndexParts,
  namespaces: () => Promise<string[]>,
): AsyncGenerator<Uint8Array> {
  const { parameters } = parts
  yield writeHeader(parameters)
  for (const namespace of await namespaces()) {
    let after: ByteString | undefined = ''
    while (after !== undefined) {
      const page: ByteString[][] = await parts.storage.members(spaceOf(namespace), [
        { bucket: BY_ADDED, after, limit: PAGE },
      ])
      const members = page[0]!
      yield* makeFrames(parts, namespace, members.map(idOfTimed))
      after = members.length === PAGE ? members.at(-1) : undefined
    }
  }
  yield encodeFrame({ namespace: '', documents: [], contents: [] }, [])
}

/** The frames of some documents: one, unless they are large. */
async function* makeFrames(
  { storage, parameters, expiry, clock }: IndexParts,
  namespace: string,
  ids: readonly ByteString[],
): AsyncGenerator<Uint8Array> {
  const space = spaceOf(namespace)
  const records = await storage.records(space, ids.map(documentRecord))
  const now = clock()
  const live = ids.flatMap((id, i) => {
    const document = records[i] && decodeDocument(records[i])
    return document === undefined || isExpired(document, expiry, now) ? [] : [{ id, document }]
  })
  let frame = new GrowingFrame(namespace)
  for (const some of inSteps(live, ({ document }) => document.shingles)) {
    const texts = parameters.keepTexts
      ? await storage.records(
          space,
          some.map(({ id }) => textRecord(id)),
        )
      : []
    const keys = [...new Set(some.map(({ document }) => document.content))].filter((key) => key !== '')
    const sets = await storage.records(space, keys.map(contentRecord))
    const setOf = new Map(keys.map((key, i) => [key, sets[i]]))
    for (const [i, { id, document }] of some.entries()) {
      frame.add(id, document, setOf.get(document.content), texts[i])
      if (frame.bytes < MAX_FRAME_BYTES) continue
      yield frame.encode()
      frame = new GrowingFrame(namespace)
    }
  }
  if (frame.bytes > 0) yield frame.encode()
}

/** Documents whose texts and sets are read together. */
function* inSteps<Item>(items: readonly Item[], shinglesOf: (item: Item) => number): Generator<Item[], void> {
  let [step, shingles]: [Item[], number] = [[], 0]
  for (const item of items) {
    step.push(item)
    shingles += shinglesOf(item)
    if (step.length < STEP_DOCUMENTS && shingles < STEP_SHINGLES) continue
    yield step
    step = []
    shingles = 0
  }
  if (step.length > 0) yield step
}

class GrowingFrame {
  /** Of texts and sets, with a few more for each document. */
  bytes = 0
  readonly #namespace: string
  readonly #documents: Frame['documents'][number][] = []
  readonly #contents: [key: ByteString, bytes: number][] = []
  readonly #sets: Uint8Array[] = []
  readonly #numbers = new Map<ByteString, number>()

  constructor(namespace: string) {
    this.#namespace = namespace
  }

  /** Leaves out a document whose content was removed since its record was read. */
  add(
    id: ByteString,
    { addedAt, usedAt, content }: DocumentRecord,
    set: Uint8Array | undefined,
    text: Uint8Array | undefined,
  ): void {
    if (content !== '' && set === undefined) return
    if (set !== undefined && !this.#numbers.has(content)) {
      this.#numbers.set(content, this.#sets.length)
      this.#contents.push([content, set.length])
      this.#sets.push(set)
      this.bytes += set.length
    }
    const document = [idOf(id), addedAt, usedAt, this.#numbers.get(content) ?? -1] as const
    this.#documents.push(text === undefined ? document : [...document, decoder.decode(text)])
    this.bytes += DOCUMENT_BYTES + (text?.length ?? 0)
  }

  encode(): Uint8Array {
    return encodeFrame(
      { namespace: this.#namespace, documents: this.#documents, contents: this.#contents },
      this.#sets,
    )
  }
}

function encodeFrame(frame: Frame, sets: readonly Uint8Array[]): Uint8Array {
  const json = encoder.encode(JSON.stringify(frame))
  const setBytes = sets.reduce((sum, set) => sum + set.length, 0)
  const bytes = new Uint8Array(8 + json.length + setBytes)
  writeWord(bytes, 0, json.length)
  writeWord(bytes, 4, setBytes)
  bytes.set(json, 8)
  let at = 8 + json.length
  for (const set of sets) {
    bytes.set(set, at)
    at += set.length
  }
  return withChecksum(bytes)
}

/** The documents of a snapshot, frame by frame. */
export async function* readSnapshot(
  snapshot: AsyncIterable<Uint8Array>,
  { parameters, reader }: IndexParts,
): AsyncGenerator<{ namespace: string; joining: Joining[] }> {
  const bytes = new SnapshotBytes(snapshot)
  checkEqualParameters(parameters, readHeader(await bytes.line()), 'the index')
  for (;;) {
    const sizes = await bytes.take(8)
    const [jsonBytes, setBytes] = [readWord(sizes, 0), readWord(sizes, 4)]
    const rest = await bytes.take(jsonBytes + setBytes + 4)
    const whole = new Uint8Array(8 + rest.length)
    whole.set(sizes)
    whole.set(rest, 8)
    const body = ofSnapshot(() => checkedPart(whole)).subarray(8)
    const frame = parseFrame(body, jsonBytes)
    if (frame.documents.length === 0 && frame.contents.length === 0 && frame.namespace === '') return
    let at = jsonBytes
    const contents = frame.contents.map(([key, length]) => {
      const set = ofSnapshot(() => unpackSet(body.subarray(at, at + length)))
      if (set.some((element, i) => i > 0 && element <= set[i - 1]!)) throw damaged('a set is not sorted')
      at += length
      return reader.ofSet(key, set)
    })
    const none = new Uint32Array(0)
    const empty = { key: '', set: none, bands: none, sample: none }
    const joining = frame.documents.map(
      ([id, addedAt, usedAt, content, text]): Joining => ({
        id: idKey(id),
        content: contents[content] ?? empty,
        addedAt,
        usedAt,
        ...(parameters.keepTexts && text !== undefined && { text: encoder.encode(text) }),
      }),
    )
    yield { namespace: frame.namespace, joining }
  }
}

/** Reads a part of a snapshot in the way of a record of an index; the error is that of a snapshot. */
function ofSnapshot<Part>(read: () => Part): Part {
  try {
    return read()
  } catch (error) {
    throw error instanceof InvalidArtifact ? damaged('a checksum does not match') : error
  }
}

/** Validates a frame: a snapshot may come from anywhere, and a checksum proves nothing. */
function parseFrame(body: Uint8Array, jsonBytes: number): Frame {
  let frame: Partial<Frame>
  try {
    frame = Object(JSON.parse(decoder.decode(body.subarray(0, jsonBytes)))) as Partial<Frame>
  } catch {
    throw damaged('a frame is not JSON')
  }
  const { namespace, documents, contents } = frame
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
  const isFrame =
    typeof namespace === 'string' &&
    Array.isArray(documents) &&
    Array.isArray(contents) &&
    contents.every(
      (content) =>
        Array.isArray(content) &&
        typeof content[0] === 'string' &&
        /^[\0-\xff]{12}$/.test(content[0]) &&
        isCount(content[1]),
    ) &&
    documents.every(
      (document) =>
        Array.isArray(document) &&
        ['string', 'number'].includes(typeof document[0]) &&
        isCount(document[1]) &&
        isCount(document[2]) &&
        Number.isInteger(document[3]) &&
        document[3] >= -1 &&
        document[3] < contents.length &&
        ['string', 'undefined'].includes(typeof document[4]),
    )
  if (!isFrame) throw damaged('a frame is not one of a snapshot')
  const setBytes = contents.reduce((sum, [, bytes]) => sum + bytes, 0)
  if (setBytes !== body.length - jsonBytes) throw damaged('the sets of a frame are not as long as it says')
  if (new Set(documents.map(([id]) => id)).size < documents.length)
    throw damaged('a frame has a document twice')
  return { namespace, documents, contents }
}
