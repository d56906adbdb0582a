import { nodeBlocks } from '../engine/node/blocks/node-block-file.js'
import { nodeInputs } from '../engine/node/node-input-bytes.js'
import type { TakePart } from '../engine/stages/join/join-engine.js'
import type { LongDocument, WideSets } from '../engine/stages/join/wide-sets.js'
import type { StopSignal } from '../model/stop-signal.js'
import type { OnError } from '../read/bad-records.js'
import type { WatchedReading } from '../read/node-bytes.js'
import type { TemporaryFolder } from '../read/node-spool.js'
import { chosenFields, countFiles, type Source } from '../read/source.js'
import type { SourceOptions } from '../read/source-options.js'
import type { ShingleOptions } from '../text/shingle-options.js'
import type { SetInput } from './document-source.js'
import type { SetFacts } from './set-facts.js'

/** How documents become sets. */
export interface DocumentReading {
  readonly kind: 'documents'
  readonly options: SourceOptions
  readonly shingle: ShingleOptions
}

export interface SetLimits extends WatchedReading {
  readonly onError: OnError
  readonly memory?: number
  readonly temporary: string
  /** Called with the number of sets of each part that was read. */
  readonly onSets?: ((sets: number) => void) | undefined
  /** Called with the number of records so far, while documents are stored or records are received from a program. */
  readonly onRecords?: ((records: number) => void) | undefined
  /** Ends the reading. */
  readonly signal?: StopSignal | undefined
}

/** The fingerprint of blocks that no other run looks for. */
const TEMPORARY = [0, 0] as const

/** Documents to join. They stay open after they were read, because long ones may be read again. */
export class DocumentInput {
  readonly #input: SetInput
  readonly #reading: DocumentReading
  readonly #limits: SetLimits
  readonly #folder: TemporaryFolder
  #source: Source | undefined
  #wide: WideSets | undefined

  constructor(input: SetInput, reading: DocumentReading, limits: SetLimits, folder: TemporaryFolder) {
    this.#input = input
    this.#reading = reading
    this.#limits = limits
    this.#folder = folder
  }

  /** The code that reads documents is loaded on demand, because most joins are of sets. */
  async read(take: TakePart): Promise<SetFacts> {
    const { readDocumentSets } = await import('../engine/stages/join/document-sets.js')
    const source = await this.#open()
    const onRead = asStored(source, this.#limits.onRead)
    const limits = { ...this.#limits, onRead }
    const sets = await readDocumentSets(nodeInputs, source, this.#reading.shingle, limits, take)
    const { ids, source: used, skipped, long } = sets
    return {
      ids,
      fields: chosenFields(used),
      skipped,
      notes: source.notes,
      long,
      filesRead: countFiles(source),
    }
  }

  /** The shingles of a long document, hashed to 53 bits. */
  async wideSet(position: number, documents: readonly LongDocument[]): Promise<Float64Array> {
    this.#wide ??= await this.#openWide(documents)
    return this.#wide.of(position)
  }

  async close(): Promise<void> {
    this.#wide?.close()
    await this.#source?.close()
    this.#source = undefined
  }

  async #openWide(documents: readonly LongDocument[]): Promise<WideSets> {
    const { WideSets } = await import('../engine/stages/join/wide-sets.js')
    const { memory, signal } = this.#limits
    return new WideSets(await this.#open(), documents, {
      inputs: nodeInputs,
      store: nodeBlocks,
      shingle: this.#reading.shingle,
      memory,
      locate: (name) => ({ name, path: this.#folder.newPath('block'), fingerprint: TEMPORARY }),
      signal,
    })
  }

  /** Opens the source if it is not open yet: a resumed join has not read it. */
  async #open(): Promise<Source> {
    if (this.#source !== undefined) return this.#source
    const { openDocuments } = await import('./document-source.js')
    const { memory: _, fields: __, copiesRows: ___, ...reading } = this.#reading.options
    const { onError, temporary, memory, onRecords, signal } = this.#limits
    this.#source = await openDocuments(
      this.#input,
      { ...reading, onError, temporary },
      { ...(memory !== undefined && { memory }), ...(onRecords && { onRecords }), signal },
    )
    return this.#source
  }
}

/** Reports bytes of the inputs as they are stored, not of the JSON Lines that they were converted to. */
function asStored({ inputs, files }: Source, onRead: WatchedReading['onRead']): WatchedReading['onRead'] {
  if (onRead === undefined || inputs === undefined) return onRead
  const bytesOf = (list: readonly { readonly bytes: number }[]) =>
    list.reduce((sum, { bytes }) => sum + bytes, 0)
  const share = bytesOf(inputs) / bytesOf(files)
  return (bytes) => onRead(share * bytes)
}
