/// <reference types="node" />

import { incomplete } from '../../model/check.js'
import type { DocumentId } from '../../model/document.js'
import { BadRecord, InvalidOption, UnreadableInput } from '../../model/errors.js'
import { BadRecords, type OnError } from '../bad-records.js'
import { SETS } from '../consumers.js'
import type { DelimitedOptions } from '../delimited-layout.js'
import type { Encoding } from '../encoding.js'
import type { RecordFormat } from '../format.js'
import type { WatchedReading } from '../node-bytes.js'
import type { OpenedInput } from '../node-open-input.js'
import type { TemporaryFolder } from '../node-spool.js'
import { type VisitNotes, visitInputs } from '../node-visit-inputs.js'
import { maxCopyBytes, maxPageBytes, maxRecordBytes, recordTooLong } from '../record-limit.js'
import type { InputNotes } from '../source.js'
import { SetGatherer, type TakeSets } from './set-gatherer.js'
import { type NumberReader, SetLines } from './set-lines.js'
import {
  ListRecords,
  LongRecords,
  type RecordTaker,
  type SetFields,
  type UsedSetFields,
} from './set-records.js'
import type { TokenNumbers } from './token-numbers.js'

/** The format of a file of sets: one set per line, or records. */
type SetFormat = 'sets' | RecordFormat

export interface SetsOptions extends SetFields, DelimitedOptions, WatchedReading {
  /** Default: by the extension; one set per line for stdin and pipes. */
  readonly format?: SetFormat
  /** Whether repeats count: the k-th copy of an element is a separate element. Default: sets. */
  readonly bag?: boolean
  /** How text is encoded. Default: detected. */
  readonly encoding?: Encoding | undefined
  /** Patterns of files and folders to exclude from folders and globs. */
  readonly exclude?: readonly string[]
  /** What happens at a bad record. Default: `stop`. */
  readonly onError?: OnError
  /** Bytes of memory that the whole process may use. Default: no limit. */
  readonly memory?: number
  /** A faster reader of integers on lines of sets. */
  readonly numbers?: NumberReader
}

/** What is known about the sets once they have been read. */
export interface ReadSets {
  /** The ids of the sets by position; undefined if the positions are the ids. */
  readonly ids: readonly DocumentId[] | undefined
  readonly used: UsedSetFields
  readonly skipped: readonly BadRecord[]
  readonly notes: InputNotes
  /** The number of files that were read. */
  readonly filesRead: number
}

/**
 * Reads the sets of files, of all files of folders and globs, or of stdin for `-`, and passes them on as they arrive. Elements are
 * numbered by `tokens`, which all inputs of a join share. Throws `UnreadableInput` for an input that cannot be read as a whole, and
 * `BadRecord` for a record, unless bad ones are skipped.
 */
export async function readSets(
  names: readonly string[],
  options: SetsOptions,
  tokens: TokenNumbers,
  folder: TemporaryFolder,
  take: TakeSets,
): Promise<ReadSets> {
  const { format, encoding, exclude, onRead, numbers } = options
  const limit = maxRecordBytes(options.memory)
  const bad = new BadRecords(options.onError ?? 'stop')
  const sets = new SetGatherer(tokens, options.bag === true || options.copies !== undefined, take)
  const taker = takerOf(options, tokens, sets)
  const onLines = new SetsOnLines(sets)
  const notes = await visitInputs(
    names,
    {
      ...{ consumer: SETS, format, encoding, exclude, onRead, folder, bad },
      reading: {
        ...{ limit, pageBytes: maxPageBytes(options.memory), copyBytes: maxCopyBytes(options.memory) },
        ...{ delimiter: options.delimiter, header: options.header },
      },
      async readOther(opened, input) {
        if (namesFields(options)) throw noFields(input.name)
        const refuse = (line: number) => bad.add(recordTooLong(input.name, line, limit))
        await onLines.read(opened, new SetLines(tokens, sets, numbers, limit, refuse))
      },
    },
    (line, { fields }, input) => {
      const problem = taker.take(fields, input.name, line)
      if (problem !== undefined) bad.add(new BadRecord(input.name, line, problem))
    },
  )
  checkOneKind(names, notes)
  taker.end()
  const { ids, used } = onLines.isUsed ? { ids: onLines.ids, used: NO_FIELDS } : taker
  return { ids, used, skipped: bad.list, notes, filesRead: notes.files.length }
}

const NO_FIELDS: UsedSetFields = { elements: undefined, id: undefined }

/** Sets on the lines of one or more files. The id of a set is its line number. */
class SetsOnLines {
  readonly #sets: SetGatherer
  readonly #skipped: number[] = []
  #lines = 0
  isUsed = false

  constructor(sets: SetGatherer) {
    this.#sets = sets
  }

  async read({ name, text: { head, chunks } }: OpenedInput, lines: SetLines): Promise<void> {
    this.isUsed = true
    if (head.includes(0)) {
      throw new UnreadableInput(
        name,
        'it is not text: it contains NUL bytes',
        'name its format (`format: FORMAT`)',
      )
    }
    const before = this.#lines
    for await (const chunk of chunks) lines.push(chunk)
    lines.end()
    for (const line of lines.skipped) this.#skipped.push(before + line)
    this.#lines = this.#sets.count + this.#skipped.length
  }

  /** Undefined if the positions are the ids. */
  get ids(): readonly number[] | undefined {
    return this.#skipped.length === 0 ? undefined : numbersWithout(this.#skipped, this.#sets.count)
  }
}

function noFields(name: string): UnreadableInput {
  return new UnreadableInput(
    name,
    'it has one set per line and no fields',
    'leave out the names of fields, or name another format',
  )
}

/** Sets on lines are identified by their lines, records by a field, so their ids must not be mixed. */
function checkOneKind(names: readonly string[], { files }: VisitNotes): void {
  const onLines = files.find(({ format }) => format === 'sets')
  const records = files.find(({ format }) => format !== 'sets')
  if (onLines === undefined || records === undefined) return
  throw new UnreadableInput(
    names.join(', '),
    `${onLines.name} has one set per line, but ${records.name} has records`,
    'use files of one kind',
  )
}

function namesFields({ list, separator, set, element, copies, id }: SetsOptions): boolean {
  return [list, separator, set, element, copies, id || undefined].some((field) => field !== undefined)
}

/** Builds the object that turns records into sets, depending on which fields were named. */
export function takerOf(options: SetsOptions, tokens: TokenNumbers, sets: SetGatherer): RecordTaker {
  const { set, element, copies, list, id } = options
  if (set === undefined && element === undefined) {
    if (copies !== undefined) throw incomplete('copies', copies, '`set` and `element`')
    return new ListRecords(tokens, sets, options)
  }
  if (set === undefined || element === undefined) {
    throw new InvalidOption(set === undefined ? 'set' : 'element', undefined, 'both set and element')
  }
  if (list !== undefined || typeof id === 'string') {
    throw new InvalidOption(
      list === undefined ? 'id' : 'list',
      list ?? id,
      'either a list per record or one element per record',
    )
  }
  return new LongRecords(tokens, sets, { ...options, set, element })
}

/** The first `count` integers from 0 that are not in an ascending list. */
function numbersWithout(missing: readonly number[], count: number): number[] {
  let passed = 0
  return Array.from({ length: count }, (_, i) => {
    while (missing[passed] === i + passed) passed++
    return i + passed
  })
}
