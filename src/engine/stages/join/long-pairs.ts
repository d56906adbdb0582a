import type { PairBatch } from '../../../model/pair.js'
import { isShare, overlapIn, reportedSimilarity, similarityReaches } from '../../../model/similarity.js'
import { hiddenOverlap, narrowThreshold, WIDE_FROM, wideOverlap } from '../../../text/wide-shingles.js'
import type { StopSignal } from '../../engine.js'
import type { EqualSets } from './equal-sets.js'
import type { SetSource } from './join-engine.js'
import { PairOutlet } from './pair-outlet.js'
import type { PairStore } from './pair-store.js'
import type { JoinSettings } from './settings.js'
import type { StoredSets } from './stored-sets.js'

/** The distinct sets of a source whose elements are hashes, by number. */
export class WideSide {
  readonly sizeOf: (number: number) => number
  readonly #wideSet: (position: number) => Promise<Float64Array>
  /** The first position of each long set. */
  readonly #positions = new Map<number, number>()
  /** The size of the largest set. */
  readonly largest: number = 0

  constructor(
    wideSet: (position: number) => Promise<Float64Array>,
    { numbers }: EqualSets,
    { sizeOf }: StoredSets,
  ) {
    this.sizeOf = sizeOf
    this.#wideSet = wideSet
    for (let position = 0; position < numbers.length; position++) {
      const number = numbers[position]! - 1
      if (number < 0 || sizeOf(number) < WIDE_FROM || this.#positions.has(number)) continue
      this.#positions.set(number, position)
      this.largest = Math.max(this.largest, sizeOf(number))
    }
  }

  /** The numbers of the long sets. */
  get numbers(): Iterable<number> {
    return this.#positions.keys()
  }

  get longSets(): number {
    return this.#positions.size
  }

  isLong(number: number): boolean {
    return this.#positions.has(number)
  }

  wideSet(number: number): Promise<Float64Array> {
    return this.#wideSet(this.#positions.get(number)!)
  }
}

/** The sides of a join, if pairs of long sets of hashes are possible. */
export function wideSides(
  sources: readonly SetSource[],
  equal: readonly EqualSets[],
  stored: readonly StoredSets[],
): readonly WideSide[] | undefined {
  const sides = sources.flatMap((source, i) => {
    const read = 'wideSet' in source ? source.wideSet : undefined
    return read === undefined ? [] : [new WideSide(read, equal[i]!, stored[i]!)]
  })
  return sides.length === sources.length && sides.every(({ longSets }) => longSets > 0) ? sides : undefined
}

/**
 * Settings with which every pair of long sets is found that reaches the threshold, or is among the top, by its true similarity. Hashes that
 * collide within the shared shingles lower the similarity of the hashes, and those between the other shingles raise it.
 */
export function looseSettings(settings: JoinSettings, sides: readonly WideSide[]): JoinSettings {
  const { similarity, threshold, top } = settings
  const largest = Math.max(...sides.map((side) => side.largest))
  // The union of two sets is up to twice as large.
  const hidden = hiddenOverlap(largest)
  const lowered = isShare(similarity) ? narrowThreshold(threshold, largest) : Math.max(1, threshold - hidden)
  // Either of two similarities can be off.
  const tolerance = 2 * (isShare(similarity) ? 1 - narrowThreshold(1, largest) : hidden)
  return {
    ...settings,
    ...(threshold > 0 && { threshold: lowered }),
    ...(top !== undefined && { tolerance }),
  }
}

/** How a verification is controlled. */
interface VerifyControl {
  readonly signal: StopSignal | undefined
  readonly onVerify: ((done: number, total: number) => void) | undefined
}

/** Holds the pairs of two long sets until all are known, and computes their true similarities. */
export class LongPairs {
  readonly #left: WideSide
  readonly #right: WideSide
  readonly #settings: JoinSettings
  readonly #held: PairStore
  #count = 0

  /** @param settings with the threshold that was requested */
  constructor(sides: readonly WideSide[], settings: JoinSettings, held: PairStore) {
    this.#left = sides[0]!
    this.#right = sides[1] ?? sides[0]!
    this.#settings = settings
    this.#held = held
  }

  /** Holds pairs that were found with `looseSettings`. Those that are not of two long sets are passed on if they reach the threshold. */
  add({ count, a, b, similarity }: PairBatch, take: (batch: PairBatch) => void): void {
    const { threshold, similarity: measure } = this.#settings
    const others = new PairOutlet(take)
    const long = new PairOutlet((batch) => this.#held.add(batch))
    for (let i = 0; i < count; i++) {
      const [one, other, value] = [a[i]!, b[i]!, similarity[i]!]
      if (this.#left.isLong(one) && this.#right.isLong(other)) {
        this.#count++
        long.add(one, other, value)
        continue
      }
      const sizes = [this.#left.sizeOf(one), this.#right.sizeOf(other)] as const
      if (threshold === 0) others.add(one, other, value)
      else this.#addIfReached(others, one, other, overlapIn(measure, value, ...sizes), sizes)
    }
    others.end()
    long.end()
  }

  /** Passes on the pairs of long sets that reach the threshold by their true similarity. */
  async verify(take: (batch: PairBatch) => void, { signal, onVerify }: VerifyControl): Promise<void> {
    let done = 0
    const verified = new PairOutlet(take)
    for (const { count, a, b } of this.#held.take()) {
      for (let i = 0; i < count; i++) {
        const [left, right] = [await this.#left.wideSet(a[i]!), await this.#right.wideSet(b[i]!)]
        signal?.throwIfAborted()
        onVerify?.(done++, this.#count)
        const overlap = wideOverlap(left, right)
        if (overlap > 0) this.#addIfReached(verified, a[i]!, b[i]!, overlap, [left.length, right.length])
      }
    }
    verified.end()
  }

  /** Adds the true sizes of the long sets of the first source. */
  async sizes(into: Map<number, number>): Promise<void> {
    for (const number of this.#left.numbers) into.set(number, (await this.#left.wideSet(number)).length)
  }

  #addIfReached(
    outlet: PairOutlet,
    a: number,
    b: number,
    overlap: number,
    sizes: readonly [number, number],
  ): void {
    const { threshold, similarity } = this.#settings
    if (!similarityReaches(similarity, overlap, ...sizes, threshold)) return
    outlet.add(a, b, reportedSimilarity(similarity, overlap, ...sizes, threshold))
  }
}
