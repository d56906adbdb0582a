/// <reference types="node" />
import { type Stats, statSync } from 'node:fs'
import { isId } from '../../model/document-id.js'
import { type BadRecord, UnreadableInput } from '../../model/errors.js'
import { fieldValue, recordText } from '../../model/record-text.js'
import type { OnError } from '../../read/bad-records.js'
import type { Encoding } from '../../read/encoding.js'
import { formatByEnding, readerOf } from '../../read/format.js'
import type { ReadRecord } from '../../read/formats/reader.js'
import { listInputs } from '../../read/node-inputs.js'
import { OpenedInput } from '../../read/node-open-input.js'
import { openSource } from '../../read/node-open-source.js'
import { readRecords } from '../../read/node-records.js'
import { TemporaryFolder } from '../../read/node-spool.js'
import { maxRecordBytes } from '../../read/record-limit.js'
import { RepeatedIds } from '../../read/repeated-ids.js'
import { type ChosenFields, chosenFields, countFiles, rejectId, type Source } from '../../read/source.js'

/** One side of a comparison. */
export interface Side {
  /** The file or the id; undefined if the argument was the text itself. */
  readonly name: string | undefined
  readonly text: string
}

/** How a text is read. */
interface TextReading {
  readonly encoding?: Encoding | undefined
  /** Bytes of memory that the whole process may use; limits the size of the text. Default: no limit. */
  readonly memory?: number | undefined
}

/** The text of the file if there is one, otherwise the argument itself. */
export async function readSide(argument: string, reading: TextReading): Promise<Side> {
  const stats = argument.length > 4096 ? undefined : statOf(argument)
  if (stats === undefined) {
    if (looksLikeFile(argument)) {
      throw new UnreadableInput(argument, 'no such file', 'check the path')
    }
    return { name: undefined, text: argument }
  }
  if (stats.isDirectory()) throw new UnreadableInput(argument, 'it is a folder', 'name a file')
  const { format } = formatByEnding(argument)
  if (format === 'parquet') {
    throw new UnreadableInput(
      argument,
      'it is Parquet, not text',
      `pass the ids of two of its documents with --in ${argument}`,
    )
  }
  return {
    name: argument,
    text: await readWholeText(argument, format === 'html' ? 'html' : 'text', reading),
  }
}

/** Reads a file as one text, whatever it contains. */
async function readWholeText(
  name: string,
  format: 'text' | 'html',
  { encoding, memory }: TextReading,
): Promise<string> {
  const [input] = await listInputs([name], { format })
  const opened = await OpenedInput.open(input!, { encoding, folder: new TemporaryFolder() })
  const reader = await readerOf(format)
  let text = ''
  const visitor = {
    record(_line: number, { fields }: ReadRecord) {
      text = String(fields.text)
    },
    bad(error: BadRecord) {
      throw error
    },
  }
  await reader.read(opened, visitor, { limit: maxRecordBytes(memory) })
  return text
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Detects mistyped paths, so that they are not compared as text: one word with a slash or an extension. */
function looksLikeFile(argument: string): boolean {
  return !/\s/.test(argument) && (argument.includes('/') || formatByEnding(argument).format !== undefined)
}

/** Two documents of a collection. */
interface ReadSides {
  readonly sides: [Side, Side]
  readonly fields: ChosenFields
  /** The number of bad records skipped. */
  readonly skipped: number
  readonly filesRead: number
}

/** The documents with two ids. */
export async function readSides(
  ids: readonly [string, string],
  input: string,
  options: NonNullable<Parameters<typeof openSource>[1]>,
): Promise<ReadSides> {
  const source = await openSource([input], options)
  const { onError = 'stop' } = options
  try {
    const used = await checkDetectedId(source, onError)
    const found = new Map<string, string>()
    let skipped = source.skipped.length
    const onBad = () => {
      skipped++
    }
    for await (const { position, value } of readRecords(source, { onError, onBad })) {
      const given = used.idField === undefined ? position : fieldValue(value, used.idField)
      // What is no id, such as 1e999, must not be found under a name.
      const id = isId(given) ? String(given) : ''
      const read = recordText(value, source.textFields)
      if (ids.includes(id) && 'text' in read && !found.has(id)) found.set(id, read.text)
      // If bad records are skipped, read to the end to count all of them.
      if (onError === 'stop' && ids.every((wanted) => found.has(wanted))) break
    }
    const sides = ids.map((id): Side => {
      const text = found.get(id)
      if (text === undefined) {
        throw new UnreadableInput(
          input,
          `no document has the id ${JSON.stringify(id)}`,
          used.idField === undefined
            ? 'name the id field with --id'
            : `ids are read from the field ${JSON.stringify(used.idField)}; use --no-id for record numbers`,
        )
      }
      return { name: id, text }
    })
    return {
      sides: [sides[0]!, sides[1]!],
      fields: chosenFields(used),
      skipped,
      filesRead: countFiles(source),
    }
  } finally {
    await source.close()
  }
}

/** The source with the id field that find would use. */
async function checkDetectedId(source: Source, onError: OnError): Promise<Source> {
  if (!source.isIdDetected) return source
  const repeated = new RepeatedIds()
  for await (const { value } of readRecords(source, { onError })) {
    const id = value[source.idField!]
    if (!isId(id)) return rejectId(source, 'missing')
    repeated.add(id)
  }
  return repeated.any ? rejectId(source, 'repeated') : source
}
