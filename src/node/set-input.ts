import type { SetSource, TakePart } from '../engine/stages/join/join-engine.js'
import { WasmNumbers } from '../kernel/wasm-numbers.js'
import { BadRecord } from '../model/errors.js'
import { visitItems } from '../model/visit-items.js'
import { BadRecords } from '../read/bad-records.js'
import type { DocumentStream } from '../read/document-lines.js'
import { TemporaryFolder } from '../read/node-spool.js'
import { readSets, type SetsOptions, takerOf } from '../read/sets/node-open-sets.js'
import { SetGatherer, type TakeSets } from '../read/sets/set-gatherer.js'
import type { SetRecord, UsedSetFields } from '../read/sets/set-records.js'
import { TokenNumbers } from '../read/sets/token-numbers.js'
import { layoutNotes } from '../read/source.js'
import { DocumentInput, type DocumentReading, type SetLimits } from './document-sets.js'
import { pathsOf, type SetInput } from './document-source.js'
import { detailsOf, factsOf, type SetFacts, type UsedFields } from './set-facts.js'
import type { IdsOfSide } from './write-results.js'

/** How inputs become sets: their records hold sets, or they are documents, whose shingles are the elements. */
export type SetReading = { readonly kind: 'sets'; readonly options: SetsOptions } | DocumentReading

/** An input of a join: its sets, and what is known of them once they were read. */
export interface OpenedSets extends SetFacts {
  readonly source: SetSource
}

/** What messages call sets that come from a program. */
const NAME = 'sets'

/** The inputs, to be read one after the other. They share the numbers of their elements. */
export function openSetInputs(
  inputs: readonly SetInput[],
  reading: SetReading,
  limits: SetLimits,
): { readonly inputs: readonly OpenedSets[]; close(): Promise<void> } {
  const folder = new TemporaryFolder(limits.temporary)
  const tokens = new TokenNumbers()
  const documents: DocumentInput[] = []
  const opened = inputs.map((input): OpenedSets => {
    const own = reading.kind === 'documents' ? new DocumentInput(input, reading, limits, folder) : undefined
    if (own !== undefined) documents.push(own)
    const sets: OpenedSets = {
      ids: undefined,
      fields: { id: null },
      skipped: [],
      notes: layoutNotes([]),
      filesRead: 0,
      source: {
        async read(takePart) {
          const take: TakePart = (part, texts) => {
            limits.signal?.throwIfAborted()
            takePart(part, texts)
            limits.onSets?.(part.count)
          }
          const facts =
            reading.kind === 'sets'
              ? readSetRecords(input, reading.options, limits, tokens, folder, take)
              : own!.read(take)
          Object.assign(sets, await facts)
          return detailsOf(sets)
        },
        restore: (details) => void Object.assign(sets, factsOf(details)),
        ...(own !== undefined && { wideSet: (position: number) => own.wideSet(position, sets.long!) }),
      },
    }
    return sets
  })
  const close = async () => {
    for (const one of documents) await one.close()
    folder.remove()
  }
  return { inputs: opened, close }
}

async function readSetRecords(
  input: SetInput,
  reading: SetsOptions,
  limits: SetLimits,
  tokens: TokenNumbers,
  folder: TemporaryFolder,
  take: TakeSets,
): Promise<SetFacts> {
  const options = { ...reading, ...limits, numbers: new WasmNumbers() }
  const paths = pathsOf(input)
  const { ids, used, skipped, notes, filesRead } =
    paths !== undefined
      ? await readSets(paths, options, tokens, folder, take)
      : await readRecords(input as DocumentStream, options, limits, tokens, take)
  return { ids, skipped, fields: setFields(used), notes, filesRead }
}

/** Sets that a program hands over: records with a list of elements, or with one element each. */
async function readRecords(
  input: DocumentStream,
  options: SetsOptions,
  limits: SetLimits,
  tokens: TokenNumbers,
  take: TakeSets,
) {
  const bad = new BadRecords(options.onError ?? 'stop')
  const sets = new SetGatherer(tokens, options.bag === true || options.copies !== undefined, take)
  const taker = takerOf(options, tokens, sets)
  let line = 0
  const add = (record: object) => {
    line++
    const problem = taker.take(record as SetRecord, NAME, line)
    if (problem !== undefined) bad.add(new BadRecord(NAME, line, problem))
  }
  await visitItems(input, add, { signal: limits.signal, onItems: limits.onRecords })
  taker.end()
  sets.end()
  return { ids: taker.ids, used: taker.used, skipped: bad.list, notes: layoutNotes([]), filesRead: 0 }
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
