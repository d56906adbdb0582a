// The sets of a join in a run directory, so that a resumed run does not read the input again: the distinct sets in chunks, which sets equal
// each other, and what else is known about them. The sets of a single source are of no use, because the sources share one numbering of
// elements.

import type { DocumentId } from '../../../model/document.js'
import type { Blocks } from '../../ports.js'
import type { BlockMaker } from '../block-maker.js'
import type { Block, BlockLocation } from '../blocks/block.js'
import { metadataSegment, readMetadata, readWords, withBlock } from '../blocks/segments.js'
import { EqualSets } from './equal-sets.js'
import type { SetDetails } from './join-engine.js'
import { type Chunk, SetChunks } from './set-chunks.js'
import { SetSizes } from './set-sizes.js'
import type { Boundary } from './size-classes.js'

/** The tags of the sizes of distinct sets, and of the number of the distinct set that each set equals. */
const SIZES = 1
const EQUAL = 2
/** Ids per block. */
const IDS_PER_BLOCK = 2 ** 16

/** The metadata of the last block of a source. */
interface KeptMetadata {
  /** The first set of each piece, by chunk. */
  readonly chunks: readonly (readonly Boundary[])[]
  /** The number of blocks of ids; undefined: the positions are the ids. */
  readonly ids?: number
  /** Undefined if the source has no metadata. */
  readonly facts?: object
}

/** A source that an earlier run read. */
export interface RestoredSets {
  readonly sizes: SetSizes
  readonly chunks: SetChunks
  readonly equal: EqualSets
  readonly details: SetDetails | undefined
}

/** The blocks of a run directory that hold the sets of one source. */
export class KeptSets {
  readonly #blocks: Pick<BlockMaker, 'locate' | 'find' | 'add'>
  readonly #store: Blocks

  /** @param blocks with names that are specific to this source */
  constructor(blocks: Pick<BlockMaker, 'locate' | 'find' | 'add'>, store: Blocks) {
    this.#blocks = blocks
    this.#store = store
  }

  openChunks(): SetChunks {
    return new SetChunks(
      this.#store,
      (number) => this.#locate(`${number}`),
      (block) => this.#blocks.add([block]),
    )
  }

  /** Records that the source was read to its end, and what is known besides the sets in chunks. */
  keep({ chunks, sizes, equal, details }: RestoredSets): void {
    const ids = details?.ids && this.#keepIds(details.ids)
    const metadata: KeptMetadata = {
      chunks: chunks.chunks.map(({ pieces }) => pieces),
      ...(ids !== undefined && { ids }),
      ...(details !== undefined && { facts: details.facts }),
    }
    const block = this.#store.put(this.#locate('all'), [
      metadataSegment(metadata),
      { tag: SIZES, bytes: sizes.sizes },
      { tag: EQUAL, bytes: equal.numbers },
    ])
    this.#blocks.add([block])
  }

  /** What an earlier run stored, if it is complete. */
  find(): RestoredSets | undefined {
    const all = this.#find('all')
    if (all === undefined) return undefined
    const { metadata, sizes, equal } = withBlock(this.#store, all, (reader) => ({
      metadata: readMetadata<KeptMetadata>(reader),
      sizes: SetSizes.of(readWords(reader, SIZES)),
      equal: EqualSets.of(readWords(reader, EQUAL).slice()),
    }))
    const chunks: Chunk[] = []
    for (const [number, pieces] of metadata.chunks.entries()) {
      const block = this.#find(`${number}`)
      if (block === undefined) return undefined
      chunks.push({ block, pieces })
    }
    const ids = metadata.ids === undefined ? undefined : this.#readIds(metadata.ids)
    if (metadata.ids !== undefined && ids === undefined) return undefined
    const { facts } = metadata
    const details = facts && { ids, facts }
    return { sizes, equal, chunks: SetChunks.of(this.#store, chunks), details }
  }

  /** @returns the number of blocks */
  #keepIds(ids: readonly DocumentId[]): number {
    let count = 0
    for (let from = 0; from < ids.length; from += IDS_PER_BLOCK) {
      const some = ids.slice(from, from + IDS_PER_BLOCK)
      this.#blocks.add([this.#store.put(this.#locate(`ids-${count++}`), [metadataSegment(some)])])
    }
    return count
  }

  #readIds(count: number): DocumentId[] | undefined {
    const ids: DocumentId[] = []
    for (let number = 0; number < count; number++) {
      const block = this.#find(`ids-${number}`)
      if (block === undefined) return undefined
      for (const id of withBlock(this.#store, block, (reader) => readMetadata<DocumentId[]>(reader)))
        ids.push(id)
    }
    return ids
  }

  #locate(name: string): BlockLocation {
    return this.#blocks.locate(name, 0)
  }

  #find(name: string): Block | undefined {
    return this.#blocks.find(this.#locate(name))
  }
}
