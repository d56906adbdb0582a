import type { SetSource } from '../engine/stages/join/join-engine.js'
import { WasmNumbers } from '../kernel/wasm-numbers.js'
import { BadRecord } from '../model/errors.js'
import { BadRecords, type OnError } from '../read/bad-records.js'
import type { DocumentStream } from '../read/document-lines.js'
import type { WatchedReading } from '../read/node-bytes.js'
import { TemporaryFolder } from '../read/node-spool.js'
import { readSets, type SetsOptions, takerOf } from '../read/sets/node-open-sets.js'
import { SetGatherer, type TakeSets } from '../read/sets/set-gatherer.js'
import type { SetRecord, UsedSetFields } from '../read/sets/set-records.js'
import { TokenNumbers } from '../read/sets/token-numbers.js'
import { chosenFields, layoutNotes, type Source } from '../read/source.js'
import type { SourceOptions } from '../read/source-options.js'
import type { ShingleOptions } from '../text/shingle-options.js'
import type { SetInput } from './document-source.js'
import { detailsOf, factsOf, type SetFacts, type UsedFields } from './set-facts.js'
import type { IdsOfSide } from './write-results.js'

/** How inputs become sets: their records hold sets, or they are documents, whose shingles are the elements. */
export type SetReading =
  | { readonly kind: 'sets'; readonly options: SetsOptions }
  | { readonly kind: 'documents'; readonly options: SourceOptions; readonly shingle: ShingleOptions }

/** An input of a join: its sets, and what is known of them once they were read. */
export interface OpenedSets extends SetFacts {
  readonly source: SetSource
}

interface Limits extends WatchedReading {
  readonly onError: OnError
  readonly memory?: number
  readonly temporary: string
}

/** What messages call sets that come from a program. */
const NAME = 'sets'

/** The inputs, to be read one after the other. They share the numbers of their elements. */
export function openSetInputs(
  inputs: readonly SetInput[],
  reading: SetReading,
  limits: Limits,
): { readonly inputs: readonly OpenedSets[]; close(): void } {
  const folder = new TemporaryFolder(limits.temporary)
  const tokens = new TokenNumbers()
  const opened = inputs.map((input): OpenedSets => {
    const sets: OpenedSets = {
      ids: undefined,
      fields: { id: null },
      skipped: [],
      notes: layoutNotes([]),
      source: {
        async read(take) {
          Object.assign(sets, await readInput(input, reading, limits, { tokens, folder }, take))
          return detailsOf(sets)
        },
        restore: (details) => void Object.assign(sets, factsOf(details)),
      },
    }
    return sets
  })
  return { inputs: opened, close: () => folder.remove() }
}

async function readInput(
  input: SetInput,
  reading: SetReading,
  limits: Limits,
  { tokens, folder }: { readonly tokens: TokenNumbers; readonly folder: TemporaryFolder },
  take: TakeSets,
): Promise<SetFacts> {
  if (reading.kind === 'documents') return readDocuments(input, reading, limits, take)
  const options = { ...reading.options, ...limits, numbers: new WasmNumbers() }
  const { ids, used, skipped, notes } =
    typeof input === 'string'
      ? await readSets(input, options, tokens, folder, take)
      : await readRecords(input, options, tokens, take)
  return { ids, skipped, fields: setFields(used), notes }
}

/** Sets that a program hands over: records with a list of elements, or with one element each. */
async function readRecords(
  input: DocumentStream,
  options: SetsOptions,
  tokens: TokenNumbers,
  take: TakeSets,
) {
  const bad = new BadRecords(options.onError ?? 'stop')
  const sets = new SetGatherer(tokens, options.bag === true || options.copies !== undefined, take)
  const taker = takerOf(options, tokens, sets)
  let line = 0
  const add = (record: object) => {
    line++
    const problem = taker.take(record as SetRecord)
    if (problem !== undefined) bad.add(new BadRecord(NAME, line, problem))
  }
  for await (const item of input) {
    if (Array.isArray(item)) item.forEach(add)
    else add(item)
  }
  taker.end()
  sets.end()
  return { ids: taker.ids, used: taker.used, skipped: bad.list, notes: layoutNotes([]) }
}

/** What reads documents is loaded on use: most joins are of sets. */
async function readDocuments(
  input: SetInput,
  { options, shingle }: SetReading & { readonly kind: 'documents' },
  limits: Limits,
  take: TakeSets,
): Promise<SetFacts> {
  const { readDocumentSets } = await import('../engine/node/join/node-document-sets.js')
  const { openDocuments } = await import('./document-source.js')
  const { memory, fields: _, copiesRows: __, ...reading } = options
  const { onError, temporary } = limits
  const source = await openDocuments(
    input,
    { ...reading, onError, temporary },
    limits.memory === undefined ? {} : { memory: limits.memory },
  )
  try {
    const onRead = asStored(source, limits.onRead)
    const { ids, source: used, skipped } = readDocumentSets(source, shingle, { ...limits, onRead }, take)
    return { ids, fields: chosenFields(used), skipped, notes: source.notes }
  } finally {
    await source.close()
  }
}

/** Tells of bytes of the inputs as they are stored, not of the JSON Lines into which they were turned. */
function asStored({ inputs, files }: Source, onRead: WatchedReading['onRead']): WatchedReading['onRead'] {
  if (onRead === undefined || inputs === undefined) return onRead
  const bytesOf = (list: readonly { readonly bytes: number }[]) =>
    list.reduce((sum, { bytes }) => sum + bytes, 0)
  const share = bytesOf(inputs) / bytesOf(files)
  return (bytes) => onRead(share * bytes)
}

function setFields({ elements, id, rejectedId }: UsedSetFields): UsedFields {
  return { ...(elements !== undefined && { elements }), id: id ?? null, ...(rejectedId && { rejectedId }) }
}

/** The ids of a and of b of a join, once its inputs were read. */
export function sidesOf([left, right = left]: readonly OpenedSets[]): readonly [IdsOfSide, IdsOfSide] {
  return [sideOf(left!), sideOf(right!)]
}

function sideOf({ ids, fields }: OpenedSets): IdsOfSide {
  if (ids === undefined) return { idField: undefined, idOf: (position) => position }
  // Ids of no field are the numbers of lines, some of which were skipped.
  return { idField: fields.id === null ? undefined : 'id', idOf: (position) => ids[position]! }
}
