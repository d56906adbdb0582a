// The documents of large buckets: Spark compares them with hubs; which of them are oversized is decided here, as in every engine.

import { countBelow } from '../../model/count-below.js'
import { countUp } from '../../model/count-up.js'
import { type Plan, similarityIn } from '../../model/plan.js'
import type { RunControl } from '../engine.js'
import { groupLimit } from '../list-pairs.js'
import { HubComparison } from '../oversized/hub-comparison.js'
import { type HubRound, hubRounds } from '../oversized/hub-rounds.js'
import { areTooMany, mayHaveOversized, pairsOfBucket, sharedBuckets } from '../oversized/large-buckets.js'
import { OversizedDocuments } from '../oversized/oversized-documents.js'
import { concatenateWords } from '../stages/threads/shared-words.js'
import type { CopyGroups } from './copy-groups.js'
import type { FindAnswer } from './messages.js'
import { bytesOf, words } from './node-packed-numbers.js'
import type { SparkSession } from './node-spark-session.js'
import { distinctPositions, PositionTable } from './positions.js'
import { SplitLists } from './split-lists.js'

/** Pairs within the documents, or across to those to compare with. */
export type Relation = 'within' | 'across'

/** The documents of large buckets. */
interface LargeDocuments {
  /** Positions, ascending. */
  readonly positions: Uint32Array
  /** The positions of those that are oversized, ascending, and their groups. */
  readonly oversized: Uint32Array
  readonly groups: Uint32Array
  /** Pairs that connect oversized documents, two positions each. */
  readonly links: Uint32Array
}

export type LargeByRelation = Readonly<Record<Relation, LargeDocuments>>

const NOTHING_LARGE: LargeDocuments = {
  positions: new Uint32Array(0),
  oversized: new Uint32Array(0),
  groups: new Uint32Array(0),
  links: new Uint32Array(0),
}

/** What is known about the documents before they are compared. */
interface SearchedDocuments {
  readonly session: SparkSession
  readonly search: number
  readonly plan: Plan
  /** The number of distinct documents that are not empty. */
  readonly distinct: number
  /** The first position of the documents to compare with. */
  readonly boundary: number
  readonly copies: CopyGroups
  readonly signal: RunControl['signal']
}

/** The documents of large buckets, of each relation. */
export async function findAllLarge(
  session: SparkSession,
  { search, boundary, sides }: FindAnswer,
  large: Readonly<Record<Relation, readonly Uint32Array[]>>,
  copies: CopyGroups,
  plan: Plan,
  signal: RunControl['signal'],
): Promise<LargeByRelation> {
  const repeats = [0, 0]
  for (const members of copies) repeats[members[0]! < boundary ? 0 : 1]! += members.length - 1
  const distinct = sides.map(({ documents, empty }, side) => documents - empty - repeats[side]!)
  const find = (relation: Relation) => {
    const number = relation === 'within' ? distinct[0]! : distinct[0]! + (distinct[1] ?? 0)
    const known = { session, search, plan, distinct: number, boundary, copies, signal }
    return large[relation].length === 0 ? NOTHING_LARGE : findLarge(known, relation, large[relation])
  }
  return { within: await find('within'), across: await find('across') }
}

/** Finds the oversized ones among the documents of large buckets, if these have very many pairs. */
async function findLarge(
  documents: SearchedDocuments,
  relation: Relation,
  buckets: readonly Uint32Array[],
): Promise<LargeDocuments> {
  const positions = distinctPositions(buckets)
  const { plan, session, search, signal } = documents
  const numbered = buckets.map((members) => members.map((position) => countBelow(positions, position)))
  const boundary = relation === 'across' ? countBelow(positions, documents.boundary) : undefined
  const pairs = numbered.reduce((sum, members) => sum + pairsOfBucket(members, boundary), 0)
  const none = { ...NOTHING_LARGE, positions }
  if (!mayHaveOversized(documents.distinct, plan)) return none
  const repeats = sharedBuckets(plan)
  if (!areTooMany(pairs, repeats)) return none
  const found = new OversizedDocuments(positions.length)
  const weights = new Uint32Array(positions.length)
  const hubSets = new Map<number, Uint32Array>()
  const compare = async ({ hubs, draws, from, to }: HubRound) => {
    const compared = new HubComparison(hubs, draws, groupLimit(plan.maxGroup))
    const numbers = hubs.map(({ position }) => position)
    await readSets(documents, positions, numbers, hubSets)
    const matched = new MatchedHubs(Math.ceil(hubs.length / 8))
    await session.request(
      {
        do: 'hubs',
        search,
        relation,
        hubs: numbers.map((number) => positions[number]!),
        from: positions[from] ?? 0,
        to: positions[to] ?? 2 ** 32,
      },
      {
        onRows({ columns }) {
          const bits = new Uint8Array(bytesOf(columns.bits!))
          const numbers = words(columns.position!).map((position) => countBelow(positions, position))
          matched.add(numbers, bits)
        },
      },
      signal,
    )
    for (const [number, found] of matched.inOrder()) if (weights[number] !== 0) compared.add(number, found)
    return compared.result()
  }
  const copiesOf = (number: number) => documents.copies.count(positions[number]!)
  const rounds = hubRounds({ buckets: () => numbered, repeats, boundary, copiesOf }, found, weights)
  for (let step = rounds.next(); step.done !== true; ) step = rounds.next([await compare(step.value)])
  const comparison = { similarity: similarityIn(plan), threshold: plan.threshold }
  const { groupOf, links } = found.connect((number) => hubSets.get(number)!, comparison, boundary)
  const oversized = Uint32Array.from(groupOf.keys()).filter((number) => groupOf[number] !== 0)
  return {
    positions,
    oversized: oversized.map((number) => positions[number]!),
    groups: oversized.map((number) => groupOf[number]!),
    links: links.map((number) => positions[number]!),
  }
}

/** Reads the sets of hubs that are not known yet. */
async function readSets(
  { session, search, signal }: SearchedDocuments,
  positions: Uint32Array,
  hubs: readonly number[],
  sets: Map<number, Uint32Array>,
): Promise<void> {
  const missing = hubs.filter((hub) => !sets.has(hub))
  if (missing.length === 0) return
  const read: number[] = []
  const lists = new SplitLists()
  await session.request(
    { do: 'sets', search, positions: missing.map((hub) => positions[hub]!) },
    {
      onRows({ columns }) {
        read.push(...words(columns.positions ?? ''))
        lists.add(words(columns.sizes!), words(columns.members!))
      },
    },
    signal,
  )
  read.forEach((position, i) => {
    sets.set(countBelow(positions, position), lists.complete[i]!)
  })
}

/** Which hubs documents match, one bit per hub, as Spark sends them: in any order. */
class MatchedHubs {
  readonly #bytes: number
  readonly #numbers: Uint32Array[] = []
  readonly #bits: Uint8Array[] = []

  /** @param bytes for the bits of a document */
  constructor(bytes: number) {
    this.#bytes = bytes
  }

  add(numbers: Uint32Array, bits: Uint8Array): void {
    this.#numbers.push(numbers)
    this.#bits.push(bits)
  }

  /** The hubs of each document, in the order of the documents. */
  *inOrder(): Generator<readonly [number, Uint32Array], void> {
    const numbers = concatenateWords(this.#numbers)
    const rows = new PositionTable(numbers, countUp(numbers.length))
    const starts = Float64Array.from([0, ...this.#numbers.map(({ length }) => length)])
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!
    for (const number of rows.positions) {
      const row = rows.get(number)!
      const part = countBelow(starts, row + 1) - 1
      const start = (row - starts[part]!) * this.#bytes
      yield [number, bitsSet(this.#bits[part]!.subarray(start, start + this.#bytes))]
    }
  }
}

/** The numbers of the bits that are set, ascending. */
function bitsSet(bytes: Uint8Array): Uint32Array {
  const numbers: number[] = []
  bytes.forEach((byte, i) => {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) numbers.push(8 * i + bit)
  })
  return Uint32Array.from(numbers)
}
