/// <reference types="node" />
import { resolve } from 'node:path'
import type { IdOf } from '../engine/stages/read/ids.js'
import type { SourceFile } from '../read/source.js'
import type { CopiedRows } from './copied-rows.js'
import type { Searched } from './dedup-request.js'
import type { SourceOf } from './document-source.js'
import { JsonCursor } from './json-cursor.js'
import type { ManifestInput, Restores } from './manifest.js'
import { PartitionCounter } from './partition-counter.js'
import { removalReasons } from './removal-reason.js'
import { SimilarityToSurvivor } from './similarity-to-survivor.js'
import { type InputRange, type InputVisitor, walkInput } from './walk-input.js'
import type { DocumentRecord, DocumentWriter, Removal } from './writers.js'

/** Where documents go, and what is looked up for them. */
interface Destinations {
  readonly survivorOf: Uint32Array
  readonly similarity: Float64Array
  readonly sourceOf: SourceOf
  readonly idOf: IdOf
  /** Undefined if no output has the format in which the inputs are stored. */
  readonly stored: CopiedRows | undefined
  /** Undefined if kept documents are copied as stored rows; likewise for `removed`. */
  readonly kept: DocumentWriter | undefined
  readonly removed: DocumentWriter<readonly [Removal]> | undefined
  /** The reason of all removals; undefined: what each document has in common with its survivor. */
  readonly reason: 'contaminated' | undefined
  /** Called with the number of documents so far. */
  readonly onDocuments: ((documents: number) => void) | undefined
}

/** The number of documents after which progress is reported. */
const REPORTED = 1000

/** Distributes the documents of one input after another. */
export class PartitionWriter {
  readonly counter: PartitionCounter
  readonly #search: Searched
  readonly #destinations: Destinations
  readonly #similarity: SimilarityToSurvivor
  readonly #reason: ReturnType<typeof removalReasons>
  #sent = 0

  constructor(search: Searched, destinations: Destinations) {
    this.#search = search
    this.#destinations = destinations
    this.counter = new PartitionCounter(destinations.sourceOf)
    this.#similarity = new SimilarityToSurvivor(search.source, search.result, destinations.similarity)
    this.#reason = removalReasons(search.result)
  }

  async walk(range: InputRange): Promise<ManifestInput> {
    const { source, result, signal } = this.#search
    const file = source.files[range.file]!
    const { name, bytes } = file
    const { first, end } = range
    const gaps: [number, string][] = []
    const skipped: number[] = []
    let usual = ''
    const cursor = await this.#openJson(file)
    try {
      const visitor: InputVisitor = {
        gap(position, bytes) {
          const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
          if (found.toString('latin1') !== usual) gaps.push([position, found.toString('base64')])
          usual = '\n'
        },
        skipped: (position, line) => {
          skipped.push(position)
          return cursor?.pass(position, line, 'skip')
        },
        record: (position, line) => {
          const passed = cursor?.pass(position, line, this.#isVerbatim(position) ? 'copy' : 'put on one line')
          if (passed === undefined)
            return this.#send(position, { line, element: cursor?.element }, range.file)
          const copy = line.slice()
          return passed.then(() => this.#send(position, { line: copy, element: cursor?.element }, range.file))
        },
      }
      const sha256 = await walkInput(source, result, range, visitor, signal)
      const restores = restoresOf(file, this.#destinations.stored !== undefined)
      const ofJson = await cursor?.finish(end)
      return { name, restores, bytes, sha256, first, records: end - first, skipped, gaps, ...ofJson }
    } finally {
      await cursor?.close()
    }
  }

  /** Reads a JSON array or objects again, in parallel with the lines that were made from them. */
  async #openJson({ name, json }: SourceFile): Promise<JsonCursor | undefined> {
    return json?.shape && JsonCursor.open(name, { ...json, shape: json.shape })
  }

  close(): void {
    this.#similarity.close()
  }

  /** Whether a record of JSON is written with the line breaks that it contains. */
  #isVerbatim(position: number): boolean {
    const { survivorOf, kept, removed } = this.#destinations
    return (survivorOf[position] === position ? kept : removed)?.isVerbatim === true
  }

  #send(position: number, record: DocumentRecord, file: number): void | Promise<void> {
    const { survivorOf, idOf, stored, kept, removed, onDocuments } = this.#destinations
    if (++this.#sent % REPORTED === 0) onDocuments?.(this.#sent)
    const survivor = survivorOf[position]!
    this.counter.add(record.line, file, survivor !== position)
    if (survivor === position) return both(stored?.keep(), kept?.write(record))
    const similarity = this.#similarity.of(position, survivor, record.line)
    const removal: Removal = {
      position,
      id: idOf(position),
      survivor: idOf(survivor),
      similarity,
      reason: this.#destinations.reason ?? this.#reasonFor(position, survivor),
    }
    return both(stored?.remove(removal), removed?.write(record, removal))
  }

  #reasonFor(position: number, survivor: number): Removal['reason'] {
    const reason = this.#reason(position, survivor)
    return survivor < this.#destinations.survivorOf.length ? reason : `against-${reason}`
  }
}

/** How much of a file can be restored. */
function restoresOf({ name, path, parquet, json, delimited }: SourceFile, isCopied: boolean): Restores {
  if (isCopied && parquet !== undefined) return 'values'
  const origin = isCopied ? (delimited ?? json) : json
  if (origin === undefined) return resolve(name) === path ? 'file' : 'records'
  return resolve(name) === origin.path && origin.compression === undefined ? 'file' : 'content'
}

function both(one: void | Promise<void>, other: void | Promise<void>): void | Promise<void> {
  return one === undefined ? other : one.then(() => other)
}
