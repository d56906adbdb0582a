import { PairBuilder } from '../../model/pair.js'
import { concatenateWords } from '../stages/threads/shared-words.js'
import { CopyGroups } from './copy-groups.js'
import type { VerifiedPairs } from './distinct-pairs.js'
import type { Relation } from './large-documents.js'
import type { RowsMessage } from './messages.js'
import { floats, words } from './node-packed-numbers.js'
import { PositionTable } from './positions.js'

/** Collects what is sent in batches before the answer. */
export class FoundRows {
  readonly #pairs = new PairBuilder()
  /** The sizes of the sets of documents that have pairs. */
  readonly #sized: Uint32Array[] = []
  readonly #sizes: Uint32Array[] = []
  #sizeOf: PositionTable | undefined
  readonly #copySizes: Uint32Array[] = []
  readonly #copyMembers: Uint32Array[] = []
  #copies: CopyGroups | undefined
  /** The members of large buckets. */
  readonly large: Record<Relation, Uint32Array[]> = { within: [], across: [] }

  add({ rows, columns }: RowsMessage): void {
    if (rows === 'pairs') {
      const [a, b] = [words(columns.a!), words(columns.b!)]
      const similarity = floats(columns.similarity!)
      this.#pairs.addAll({ count: a.length, a, b, similarity }, 0, a.length)
      if (columns.size_a === undefined) return
      this.#sized.push(a, b)
      this.#sizes.push(words(columns.size_a), words(columns.size_b!))
    } else if (rows === 'copies') {
      this.#copySizes.push(words(columns.sizes!))
      this.#copyMembers.push(words(columns.members!))
    } else {
      const members = words(columns.members!)
      let start = 0
      for (const size of words(columns.sizes!)) {
        this.large[rows === 'large-within' ? 'within' : 'across'].push(members.subarray(start, start + size))
        start += size
      }
    }
  }

  /** The copies, all of which are sent before the first answer. */
  get copies(): CopyGroups {
    this.#copies ??= new CopyGroups(this.#copySizes, this.#copyMembers)
    return this.#copies
  }

  /** The size of the set of a distinct document, if it has a pair and sizes were requested. */
  sizeOf(first: number): number | undefined {
    this.#sizeOf ??= new PositionTable(concatenateWords(this.#sized), concatenateWords(this.#sizes))
    return this.#sizeOf.get(first)
  }

  verified(): VerifiedPairs {
    return { pairs: this.#pairs.pairs(), copies: this.copies }
  }
}
