import { PairBuilder } from '../../model/pair.js'
import { concatenateWords } from '../stages/threads/shared-words.js'
import { CopyGroups } from './copy-groups.js'
import type { VerifiedPairs } from './distinct-pairs.js'
import type { Relation } from './large-documents.js'
import type { BadRow, RepeatedRow, RowsMessage } from './messages.js'
import { floats, values, words } from './node-packed-numbers.js'
import { PositionTable } from './positions.js'
import { SplitLists } from './split-lists.js'

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
  readonly #large = { within: new SplitLists(), across: new SplitLists() }
  /** Records that are not used, and those that repeat the id of an earlier one. */
  readonly bad: BadRow[] = []
  readonly repeated: RepeatedRow[] = []

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
    } else if (rows === 'bad') for (const row of values<BadRow>(columns.json!)) this.bad.push(row)
    else if (rows === 'repeated')
      for (const row of values<RepeatedRow>(columns.json!)) this.repeated.push(row)
    else {
      const lists = this.#large[rows === 'large-within' ? 'within' : 'across']
      lists.add(words(columns.sizes!), words(columns.members!))
    }
  }

  /** The members of large buckets. */
  get large(): Readonly<Record<Relation, readonly Uint32Array[]>> {
    return { within: this.#large.within.complete, across: this.#large.across.complete }
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
