import { PairBuilder } from '../../model/pair.js'
import type { VerifiedPairs } from './distinct-pairs.js'
import type { Relation } from './large-documents.js'
import type { RowsMessage } from './messages.js'
import { floats, words } from './node-packed-numbers.js'

/** Collects what is sent in batches before the answer. */
export class FoundRows {
  readonly #pairs = new PairBuilder()
  /** The sizes of the sets of documents that have pairs. */
  readonly #sizes = new Map<number, number>()
  readonly copies = new Map<number, Uint32Array>()
  /** The members of large buckets. */
  readonly large: Record<Relation, Uint32Array[]> = { within: [], across: [] }

  add({ rows, columns }: RowsMessage): void {
    if (rows === 'pairs') {
      const [a, b] = [words(columns.a!), words(columns.b!)]
      const similarity = floats(columns.similarity!)
      this.#pairs.addAll({ count: a.length, a, b, similarity }, 0, a.length)
      if (columns.size_a === undefined) return
      const [sizesA, sizesB] = [words(columns.size_a), words(columns.size_b!)]
      for (let i = 0; i < a.length; i++) {
        this.#sizes.set(a[i]!, sizesA[i]!)
        this.#sizes.set(b[i]!, sizesB[i]!)
      }
      return
    }
    for (const members of listsOf(columns)) {
      if (rows === 'copies') this.copies.set(members[0]!, members)
      else this.large[rows === 'large-within' ? 'within' : 'across'].push(members)
    }
  }

  /** The size of the set of a distinct document, if it has a pair and sizes were requested. */
  sizeOf(first: number): number | undefined {
    return this.#sizes.get(first)
  }

  verified(): VerifiedPairs {
    return { pairs: this.#pairs.pairs(), copies: this.copies }
  }
}

/** Lists of numbers, as Spark sends them. */
function* listsOf(columns: RowsMessage['columns']): Generator<Uint32Array, void> {
  const members = words(columns.members!)
  let start = 0
  for (const size of words(columns.sizes!)) {
    yield members.subarray(start, start + size)
    start += size
  }
}
