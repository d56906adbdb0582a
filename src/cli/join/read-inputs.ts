/// <reference types="node" />
import type { SetSource } from '../../engine/local/join/join-engine.js'
import { readDocumentSets } from '../../engine/local/join/node-document-sets.js'
import type { DocumentId } from '../../model/document.js'
import type { BadRecord } from '../../model/errors.js'
import { openSource } from '../../read/node-open-source.js'
import { TemporaryFolder } from '../../read/node-spool.js'
import { readSets } from '../../read/sets/node-open-sets.js'
import { TokenNumbers } from '../../read/sets/token-numbers.js'
import { readShingleWish } from '../find/shingle-wish.js'
import type { JoinPlan } from './plan-join.js'

/** An input of a join: its sets, and what is known of them once they were read. */
export interface JoinInput {
  readonly source: SetSource
  /** By position; undefined where the ids are the positions. */
  ids: readonly DocumentId[] | undefined
  skipped: readonly BadRecord[]
}

/** The inputs, to be read one after the other. They share the numbers of their elements. */
export function openInputs(
  { inputs, reads, onError }: JoinPlan,
  temporary: string,
): { readonly inputs: readonly JoinInput[]; close(): void } {
  const folder = new TemporaryFolder(temporary)
  const tokens = new TokenNumbers()
  const shingle = reads.kind === 'documents' ? readShingleWish(reads.shingle) : undefined
  const opened = inputs.map((name): JoinInput => {
    const input: JoinInput = {
      ids: undefined,
      skipped: [],
      source: {
        async read(take) {
          if (reads.kind === 'sets') {
            Object.assign(input, await readSets(name, { ...reads.options, onError }, tokens, folder, take))
            return
          }
          const { text, id, format } = reads
          const source = await openSource([name], {
            ...(text !== undefined && { text }),
            ...(id !== undefined && { id }),
            ...(format !== undefined && { format }),
            onError,
            temporary,
          })
          try {
            Object.assign(input, readDocumentSets(source, shingle!, onError, take))
          } finally {
            await source.close()
          }
        },
      },
    }
    return input
  })
  return { inputs: opened, close: () => folder.remove() }
}
