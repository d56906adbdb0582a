import type { DocumentId } from '../../model/document.js'
import { idAsJson, isId } from '../../model/document-id.js'
import { BadRecord } from '../../model/errors.js'
import { duplicateId, noId } from '../../model/record-problems.js'
import { recordText } from '../../model/record-text.js'
import { type StreamWatch, visitItems } from '../../model/visit-items.js'
import type { Documents } from '../engine.js'

/** The good documents of a source. */
export interface GatheredDocuments {
  readonly texts: readonly string[]
  /** The id of each: its own, or its position. */
  readonly ids: readonly DocumentId[]
  /** The number of each among all records, including bad ones. */
  readonly positions: readonly number[]
  readonly skipped: readonly BadRecord[]
  /** The number of all records, including bad ones. */
  readonly count: number
}

/** The name, in messages, of documents that come from a program. */
const NAME = 'documents'

/**
 * Reads the documents of a source into memory. A bad one throws an error or is skipped.
 *
 * @param name the name of the source in messages
 */
export async function gatherDocuments(
  source: Documents,
  onError: 'stop' | 'skip' = 'stop',
  watch: StreamWatch = {},
  name = NAME,
): Promise<GatheredDocuments> {
  const gathered = {
    texts: [] as string[],
    ids: [] as DocumentId[],
    positions: [] as number[],
    skipped: [] as BadRecord[],
  }
  const seen = new Map<DocumentId, number>()
  let position = 0
  const add = (document: object) => {
    const { text, id, problem } = readDocument(document, position, seen, name)
    if (problem !== undefined) {
      const bad = new BadRecord(name, position + 1, problem)
      if (onError === 'stop') throw bad
      gathered.skipped.push(bad)
    } else {
      seen.set(id, position)
      gathered.texts.push(text)
      gathered.ids.push(id)
      gathered.positions.push(position)
    }
    position++
  }
  await visitItems(source, add, watch)
  return { ...gathered, count: position }
}

type ReadDocument =
  | { readonly text: string; readonly id: DocumentId; readonly problem?: undefined }
  | { readonly text?: undefined; readonly id?: undefined; readonly problem: string }

function readDocument(
  document: object,
  position: number,
  seen: ReadonlyMap<DocumentId, number>,
  name: string,
): ReadDocument {
  const read = recordText(document, ['text'])
  if ('problem' in read) return read
  const id = idAsJson(Reflect.get(document, 'id') ?? position)
  if (!isId(id)) return { problem: noId('id', id) }
  const first = seen.get(id)
  if (first === undefined) return { text: read.text, id }
  return { problem: duplicateId(JSON.stringify(id), name, first + 1) }
}
