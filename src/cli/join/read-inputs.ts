/// <reference types="node" />
import type { SetSource } from '../../engine/local/join/join-engine.js'
import { WasmNumbers } from '../../kernel/wasm-numbers.js'
import type { DocumentId } from '../../model/document.js'
import type { BadRecord } from '../../model/errors.js'
import type { OnError } from '../../read/bad-records.js'
import { TemporaryFolder } from '../../read/node-spool.js'
import { readSets } from '../../read/sets/node-open-sets.js'
import type { TakeSets } from '../../read/sets/set-gatherer.js'
import type { UsedSetFields } from '../../read/sets/set-records.js'
import { TokenNumbers } from '../../read/sets/token-numbers.js'
import { readShingleWish } from '../find/shingle-wish.js'
import { type ChosenFields, chosenFields } from '../input/input-report.js'
import type { DocumentsWish, JoinPlan } from './plan-join.js'

/** An input of a join: its sets, and what is known of them once they were read. */
export interface JoinInput {
  readonly source: SetSource
  /** By position; undefined where the ids are the positions. */
  ids: readonly DocumentId[] | undefined
  fields: JoinFields
  skipped: readonly BadRecord[]
}

/** The fields of one input that were used, whether named or detected. */
export interface JoinFields extends Omit<ChosenFields, 'text'> {
  /** Of documents. */
  readonly text?: readonly string[]
  /** Of records that hold sets. */
  readonly elements?: string
}

/** The inputs, to be read one after the other. They share the numbers of their elements. */
export function openInputs(
  { inputs, reads, onError, memory }: JoinPlan,
  temporary: string,
): { readonly inputs: readonly JoinInput[]; close(): void } {
  const folder = new TemporaryFolder(temporary)
  const tokens = new TokenNumbers()
  const limits = { onError, ...(memory !== undefined && { memory }) }
  const opened = inputs.map((name): JoinInput => {
    const input: JoinInput = {
      ids: undefined,
      fields: { id: null },
      skipped: [],
      source: {
        async read(take) {
          if (reads.kind === 'sets') {
            const options = { ...reads.options, ...limits, numbers: new WasmNumbers() }
            const { ids, used, skipped } = await readSets(name, options, tokens, folder, take)
            Object.assign(input, { ids, skipped, fields: setFields(used) })
            return
          }
          Object.assign(input, await readDocuments(name, reads, { ...limits, temporary }, take))
        },
      },
    }
    return input
  })
  return { inputs: opened, close: () => folder.remove() }
}

/** What reads documents is loaded on use: most joins are of sets. */
async function readDocuments(
  name: string,
  { source: asked, shingle }: DocumentsWish,
  options: { readonly onError: OnError; readonly memory?: number; readonly temporary: string },
  take: TakeSets,
): Promise<Pick<JoinInput, 'ids' | 'fields' | 'skipped'>> {
  const { readDocumentSets } = await import('../../engine/local/join/node-document-sets.js')
  const { openSource } = await import('../../read/node-open-source.js')
  const wish = readShingleWish(shingle)
  const source = await openSource([name], {
    ...asked,
    ...options,
  })
  try {
    const { ids, source: used, skipped } = readDocumentSets(source, wish, options, take)
    return { ids, fields: chosenFields(used), skipped }
  } finally {
    await source.close()
  }
}

function setFields({ elements, id, rejectedId }: UsedSetFields): JoinFields {
  return { ...(elements !== undefined && { elements }), id: id ?? null, ...(rejectedId && { rejectedId }) }
}
