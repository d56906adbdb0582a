import { MAX_BUCKET_PAIRS } from '../../band/bucket-limit.js'
import { visitBuckets } from '../../band/buckets.js'
import { isFirstSharedBand, nonEmpty } from '../../band/candidates.js'
import { type BandKeys, bandKeys } from '../../band/keys.js'
import { countBelow } from '../../model/count-below.js'
import { pairsOf } from '../../model/pairs-of.js'
import type { SetCollection } from '../../model/set-collection.js'
import { sketchCollection, sketcherOf } from '../../sketch/sketch.js'
import { connectAcross, connectGroups } from '../oversized/connect-groups.js'
import type { BucketLayout } from '../oversized/large-buckets.js'
import type { Oversized } from '../oversized/oversized-documents.js'

/** The buckets of a collection. */
export class Buckets {
  readonly keys: BandKeys
  readonly #members: Uint32Array
  readonly #boundary: number | undefined

  constructor(collection: SetCollection, layout: BucketLayout, boundary: number | undefined) {
    const signatures = sketchCollection(collection, sketcherOf(layout.scheme))
    this.keys = bandKeys(signatures, layout)
    this.#members = nonEmpty(signatures)
    this.#boundary = boundary
  }

  /** Calls back with the members of each bucket, ascending, and how many of them are of the first side: all if there is only one. */
  visit(use: (members: Uint32Array, own: number, band: number) => void): void {
    for (let band = 0; band < this.keys.bands; band++) {
      visitBuckets(band, this.keys, this.#members, (order, start, end) => {
        const members = order.subarray(start, end)
        use(
          members,
          this.#boundary === undefined ? members.length : countBelow(members, this.#boundary),
          band,
        )
      })
    }
  }

  pairs(members: number, own: number): number {
    return pairsOf(own, this.#boundary === undefined ? undefined : members - own)
  }

  /** The members of each large bucket. */
  large(): Uint32Array[] {
    const all = this.#members.length
    const own = this.#boundary === undefined ? all : countBelow(this.#members, this.#boundary)
    const large: Uint32Array[] = []
    if (this.pairs(all, own) <= MAX_BUCKET_PAIRS) return large
    this.visit((members, ownMembers) => {
      if (this.pairs(members.length, ownMembers) > MAX_BUCKET_PAIRS) large.push(members.slice())
    })
    return large
  }
}

/** The pairs that share a bucket, except those of two documents in large buckets, each once. */
export function visitOrdinary(
  buckets: Buckets,
  isLarge: Uint8Array,
  boundary: number | undefined,
  take: (a: number, b: number) => void,
): void {
  buckets.visit((members, own, band) => {
    if (buckets.pairs(members.length, own) > MAX_BUCKET_PAIRS) return
    for (let i = 0; i < own; i++) {
      const one = members[i]!
      for (let j = boundary === undefined ? i + 1 : own; j < members.length; j++) {
        const other = members[j]!
        if (isLarge[one] === 1 && isLarge[other] === 1) continue
        if (isFirstSharedBand(buckets.keys, one, other, band)) take(one, other)
      }
    }
  })
}

/** The pairs of oversized documents that may connect them, each once. Pairs with other documents are found by the join. */
export function visitConnections(
  buckets: Buckets,
  { groupOf, links }: Oversized,
  boundary: number | undefined,
  take: (a: number, b: number) => void,
): void {
  if (groupOf.length === 0) return
  const seen = new Set<number>()
  const add = (one: number, other: number) => {
    const [a, b] = one < other ? [one, other] : [other, one]
    const key = a * groupOf.length + b
    if (groupOf[a] === 0 || groupOf[b] === 0 || seen.has(key)) return
    seen.add(key)
    take(a, b)
  }
  for (let i = 0; i < links.length; i += 2) add(links[i]!, links[i + 1]!)
  buckets.visit((members, own) => {
    if (boundary === undefined) connectGroups(members, groupOf, { add })
    else connectAcross(members, own, groupOf, { add })
  })
}
