// Which documents have more similar documents than the limit for groups? The size of a bucket does not say, because most of its pairs may
// be dissimilar. So hubs are drawn from the large buckets and compared with all their documents, in rounds. The share of the hubs that a
// document is similar to gives an estimate of how many documents it is similar to. If the lower confidence limit of that estimate exceeds
// the limit, the document is oversized: pairs of two oversized documents are not searched for, and each is connected to a hub
// (docs/decisions/oversized-groups.md).

import { findRoot, makeForest, unite } from '../../../cluster/union-find.js'
import { overlapOfSorted } from '../../../distance/sorted-sets.js'
import { Random } from '../../../hash/random.js'
import { type Comparison, isMatch } from '../../../model/match-bounds.js'
import { similarityIn } from '../../../model/plan.js'
import type { Blocks } from '../../ports.js'
import { countBefore } from '../bands/keys-across.js'
import type { Block } from '../blocks/block.js'
import type { KnownSets } from '../groups/known-sets.js'
import type { Copies } from '../identical/copies.js'
import type { RecordLocations } from '../read/record-locations.js'
import { SetReader } from '../read/set-reader.js'
import type { RunParts } from '../run-parts.js'
import { sharedWords } from '../threads/shared-words.js'
import { drawHubs, type Hub } from './hubs.js'
import { MAX_BUCKET_PAIRS, pairsOf, readLargeBuckets } from './large-buckets.js'

/** The documents that have more similar ones than the limit. */
export interface Oversized {
  /**
   * The group number of each position, starting at 1, or 0. Groups that share a hub are merged. Shared; empty if there are no oversized
   * documents.
   */
  readonly groupOf: Uint32Array
  readonly groups: number
  /** Similar pairs of a document and a hub that connect each group, two words each. */
  readonly links: Uint32Array
}

export const NONE_OVERSIZED: Oversized = {
  groupOf: new Uint32Array(0),
  groups: 0,
  links: new Uint32Array(0),
}

/** The documents of large buckets, and where their sets are stored. */
export interface LargeDocuments {
  readonly buckets: readonly Block[]
  /** The approximate number of buckets that a similar pair shares. */
  readonly repeats: number
  /** For each unit, its sets, and the first and the last of its chunks. */
  readonly sets: readonly KnownSets[]
  /** The number of all positions. */
  readonly count: number
  /** The first position of the second side, if only pairs across it count. */
  readonly boundary?: number | undefined
  /** The number of chunks of the first side, which come first. */
  readonly own: number
}

const MIN_HUBS = 24
const MAX_HUBS = 384
const MAX_ROUNDS = 10
/** Up to this many comparisons are made without searching for oversized documents first: those of one group of the default limit. */
const AFFORDABLE = 2e6
const SEED = 0x4b5
const MAX_WEIGHT = 2 ** 32 - 1

/** Whether large buckets have so many pairs that it pays to find oversized documents before comparing them. */
export function areTooMany(pairs: number, repeats: number): boolean {
  return pairs / repeats > AFFORDABLE
}

/** Finds the oversized documents and what connects them. */
export async function findOversized(
  parts: RunParts,
  large: LargeDocuments,
  limit: number,
  copies: Copies,
  places: RecordLocations,
): Promise<Oversized> {
  const weights = sharedWords(large.count)
  const found = new OversizedDocuments(large.count)
  const random = new Random(SEED)
  const reader = new SetReader(parts.thread, parts.source, places, parts.plan)
  try {
    let hubs = MIN_HUBS
    for (let number = 0; number < MAX_ROUNDS; number++) {
      const total = weigh(parts.thread.store, large, found, weights)
      if (total / 2 / large.repeats < AFFORDABLE) break
      const before = found.count
      let undecided = 0
      // If there are two sides, documents are compared with hubs of the other side.
      for (const { from, to, compared, key } of drawingSides(large)) {
        const inSide = weights.subarray(from, to).reduce((sum, weight) => sum + weight, 0)
        const drawn = drawHubs(weights, inSide, hubs, copies, random, { from, to })
        const round = { round: 2 * number + key, drawn, draws: hubs, limit }
        undecided += await compareWithHubs(parts, compared, weights, round, reader, found)
        found.addHubs(drawn)
      }
      if (found.count > before) continue
      // Almost certainly, whatever was not hit by any hub has at most this share of all pairs of buckets.
      const unseen = ((3 / hubs) * total) / 2 / large.repeats
      if (hubs === MAX_HUBS || Math.max(unseen, undecided ** 2 / 2) < AFFORDABLE) break
      hubs *= 2
    }
    return found.count === 0
      ? NONE_OVERSIZED
      : found.connect(
          reader,
          { similarity: similarityIn(parts.plan), threshold: parts.plan.threshold },
          large.boundary,
        )
  } finally {
    reader.close()
  }
}

/** Where hubs are drawn, and the sets that are compared with them; with two sides, once for each. */
function drawingSides({ sets, count, boundary, own }: LargeDocuments) {
  if (boundary === undefined) return [{ from: 0, to: count, compared: sets, key: 0 }]
  const ofSide = (isOwn: boolean) => sets.filter(({ from, to }) => to >= from && from <= own === isOwn)
  return [
    { from: 0, to: boundary, compared: ofSide(false), key: 0 },
    { from: boundary, to: count, compared: ofSide(true), key: 1 },
  ]
}

/** Weights each document by the number of members of its large buckets, not counting oversized documents. Returns the total weight. */
function weigh(
  store: Blocks,
  { buckets, boundary }: LargeDocuments,
  found: OversizedDocuments,
  weights: Uint32Array,
): number {
  weights.fill(0)
  for (const members of readLargeBuckets(store, buckets)) {
    const own = boundary === undefined ? members.length : countBefore(members, boundary)
    let [left, leftOthers] = [0, 0]
    members.forEach((member, i) => {
      if (found.has(member)) return
      if (i < own) left++
      else leftOthers++
    })
    if (pairsOf(left, boundary === undefined ? undefined : leftOthers) <= MAX_BUCKET_PAIRS) continue
    members.forEach((member, i) => {
      if (found.has(member)) return
      const partners = boundary !== undefined && i < own ? leftOthers : left
      weights[member] = Math.min(MAX_WEIGHT, weights[member]! + partners)
    })
  }
  return weights.reduce((sum, weight) => sum + weight, 0)
}

interface Round {
  readonly round: number
  readonly drawn: readonly Hub[]
  readonly draws: number
  readonly limit: number
}

/** Compares the weighted documents with the hubs of a round. Returns how many of them are undecided. */
async function compareWithHubs(
  { workers, plan }: RunParts,
  sets: LargeDocuments['sets'],
  weights: Uint32Array,
  { round, drawn: hubs, draws, limit }: Round,
  reader: SetReader,
  found: OversizedDocuments,
): Promise<number> {
  let undecided = 0
  const hubSets = sharedSets(hubs.map(({ position }) => reader.set(position)))
  await workers.run(
    sets.map(({ block, from, to }) => ({
      kind: 'hub' as const,
      round,
      hubs,
      draws,
      limit,
      hubSets,
      sets: block,
      from,
      to,
      isWanted: weights,
      threshold: plan.threshold,
      similarity: similarityIn(plan),
    })),
    ({ oversized, between, undecided: more }) => {
      undecided += more
      for (let i = 0; i < oversized.length; i += 2) found.add(oversized[i]!, hubs[oversized[i + 1]!]!)
      for (let i = 0; i < between.length; i += 3)
        found.addBetween(hubs[between[i]!]!, hubs[between[i + 1]!]!, between[i + 2]!)
    },
  )
  return undecided
}

function sharedSets(sets: readonly Uint32Array[]) {
  const offsets = sharedWords(sets.length + 1)
  for (const [i, { length }] of sets.entries()) offsets[i + 1] = offsets[i]! + length
  const elements = sharedWords(offsets.at(-1)!)
  for (const [i, set] of sets.entries()) elements.set(set, offsets[i]!)
  return { count: sets.length, offsets, elements }
}

/** The documents found to be oversized so far, each with the first hub that it is similar to. */
class OversizedDocuments {
  count = 0
  /** For each position, 1 + the position of its hub, or 0. */
  readonly #hubOf: Uint32Array
  readonly #hubs = new Set<number>()
  /** For each two hubs that share a document, the first such document: the pair of this document and the second hub connects them. */
  readonly #between = new Map<
    string,
    { readonly document: number; readonly hub: number; readonly other: number }
  >()

  constructor(count: number) {
    this.#hubOf = new Uint32Array(count)
  }

  has(position: number): boolean {
    return this.#hubOf[position] !== 0
  }

  addHubs(hubs: readonly Hub[]): void {
    for (const { position } of hubs) this.#hubs.add(position)
  }

  /** Adds a document that is similar to a hub. Documents may be added in any order. */
  add(position: number, hub: Hub): void {
    this.count++
    this.#hubOf[position] = hub.position + 1
  }

  /** Adds a document that is similar to two hubs. */
  addBetween({ position: hub }: Hub, { position: other }: Hub, document: number): void {
    const key = `${hub} ${other}`
    const known = this.#between.get(key)
    if (known === undefined || document < known.document) this.#between.set(key, { document, hub, other })
  }

  /** @param boundary the first position of the second side, if only pairs across it are listed */
  connect(reader: SetReader, comparison: Comparison, boundary = 0): Oversized {
    const areCompared = (one: number, other: number) => boundary === 0 || one < boundary !== other < boundary
    const hubs = Uint32Array.from(this.#hubs).sort()
    const numberOf = new Map(Array.from(hubs, (position, number) => [position, number]))
    const forest = makeForest(hubs.length)
    const links: number[] = []
    const connect = (one: number, other: number, a: number, b: number) => {
      if (findRoot(forest, one) === findRoot(forest, other)) return
      unite(forest, one, other)
      links.push(a, b)
    }
    for (let i = 0; i < hubs.length; i++) {
      for (let j = i + 1; j < hubs.length; j++) {
        if (!areCompared(hubs[i]!, hubs[j]!) || findRoot(forest, i) === findRoot(forest, j)) continue
        const [one, other] = [reader.set(hubs[i]!), reader.set(hubs[j]!)]
        if (isMatch(comparison, overlapOfSorted(one, other), one.length, other.length))
          connect(i, j, hubs[i]!, hubs[j]!)
      }
    }
    const between = [...this.#between.values()].sort(
      (x, y) => x.hub - y.hub || x.other - y.other || x.document - y.document,
    )
    for (const { document, hub, other } of between) {
      connect(numberOf.get(hub)!, numberOf.get(other)!, document, other)
    }
    const groupOf = sharedWords(this.#hubOf.length)
    const groups = new Set<number>()
    for (let position = 0; position < groupOf.length; position++) {
      if (!this.has(position)) continue
      const hub = this.#hubOf[position]! - 1
      if (hub !== position) links.push(hub, position)
      groupOf[position] = findRoot(forest, numberOf.get(hub)!) + 1
      groups.add(groupOf[position]!)
    }
    return { groupOf, groups: groups.size, links: Uint32Array.from(links) }
  }
}
