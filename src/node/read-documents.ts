/// <reference types="node" />
import { isId } from '../model/document-id.js'
import { BadRecord } from '../model/errors.js'
import { longId, noId } from '../model/record-problems.js'
import { fieldValue, recordText } from '../model/record-text.js'
import { BadRecords, type OnError } from '../read/bad-records.js'
import { readRecords } from '../read/node-records.js'
import type { Source } from '../read/source.js'
import type { StoreDocument } from '../store/store.js'

/**
 * The documents of a source, one at a time. Without an id field, they are identified by position.
 *
 * @param onSkipped called with each bad record, if they are skipped
 * @param maxIdBytes the longest id as JSON in UTF-8
 */
export async function* readDocuments(
  source: Source,
  onError: OnError,
  onSkipped: (bad: BadRecord) => void,
  maxIdBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoreDocument> {
  const bad = new BadRecords(onError)
  const skip = (error: BadRecord) => {
    bad.add(error)
    onSkipped(error)
  }
  for await (const record of readRecords(source, { onError, onBad: onSkipped })) {
    const { position, file, line, value } = record
    const { name } = source.files[file]!
    const read = recordText(value, source.textFields)
    const id = source.idField === undefined ? position : fieldValue(value, source.idField)
    if ('problem' in read) skip(new BadRecord(name, line, read.problem))
    else if (!isId(id)) skip(new BadRecord(name, line, noId(source.idField!, id)))
    else if (Buffer.byteLength(JSON.stringify(id)) > maxIdBytes)
      skip(new BadRecord(name, line, longId(source.idField!, maxIdBytes)))
    else yield { id, text: read.text }
  }
}
