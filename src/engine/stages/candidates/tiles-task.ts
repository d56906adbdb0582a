import type { Block } from '../blocks/block.js'
import type { Segment } from '../blocks/block-layout.js'
import { type ContinuationMetadata, continuationLocation } from '../blocks/continuation-blocks.js'
import { metadataSegment } from '../blocks/segments.js'
import type { TilesTask } from '../tasks.js'
import type { ReusedArrays } from '../threads/reused-arrays.js'
import type { Thread } from '../threads/thread.js'
import { countCandidates, SEGMENT_WORDS, visitCandidates } from './candidates.js'

/** The tag of the candidates of a tile, by its number. */
export function tagOfTile(tile: number): number {
  return 16 + tile
}

/**
 * Sorts candidates by tile in one pass, so that each tile reads only its own: segments for each tile, in one block and its continuation
 * blocks.
 */
export function runTilesTask(task: TilesTask, { store, arrays }: Thread): Block[] {
  const { groupOf, count, whole, location } = task
  const numberOf = new Map(task.tiles.map(({ one, other }, number) => [one * (count + 1) + other, number]))
  const continuations: Block[] = []
  const size = Math.min(task.maxHeld, countCandidates(store, task.candidates))
  const held = new HeldCandidates(size, task.tiles.length, arrays)
  visitCandidates(store, task.candidates, (words) => {
    for (let i = 0; i < words.length; i += 2) {
      const one = groupOf[words[i]!]!
      const other = groupOf[words[i + 1]!]!
      const tile =
        one <= whole ? one - 1 : numberOf.get(Math.min(one, other) * (count + 1) + Math.max(one, other))!
      held.add(tile, words[i]!, words[i + 1]!)
      if (held.count === task.maxHeld)
        continuations.push(store.put(continuationLocation(location, continuations.length), held.take()))
    }
  })
  const metadata: ContinuationMetadata = { continuations: continuations.length }
  return [store.put(location, [metadataSegment(metadata), ...held.take()]), ...continuations]
}

/** Candidates with their tiles, in arrays that the thread reuses. */
class HeldCandidates {
  readonly #tiles: Uint32Array
  readonly #words: Uint32Array
  readonly #sorted: Uint32Array
  /** The number of candidates of each tile. */
  readonly #counts: Uint32Array
  count = 0

  constructor(size: number, tiles: number, arrays: ReusedArrays) {
    this.#tiles = arrays.words('held-tiles', size)
    this.#words = arrays.words('held-words', 2 * size)
    this.#sorted = arrays.words('held-sorted', 2 * size)
    this.#counts = new Uint32Array(tiles)
  }

  add(tile: number, one: number, other: number): void {
    this.#tiles[this.count] = tile
    this.#words[2 * this.count] = one
    this.#words[2 * this.count + 1] = other
    this.#counts[tile]!++
    this.count++
  }

  /** The segments of all candidates since the last call, by tile; those of a tile stay in order. They are valid until the next call. */
  take(): Segment[] {
    const segments: Segment[] = []
    const next = new Uint32Array(this.#counts.length)
    let end = 0
    this.#counts.forEach((count, tile) => {
      next[tile] = end
      for (let from = end; from < end + 2 * count; from += SEGMENT_WORDS) {
        const to = Math.min(from + SEGMENT_WORDS, end + 2 * count)
        segments.push({ tag: tagOfTile(tile), bytes: this.#sorted.subarray(from, to) })
      }
      end += 2 * count
    })
    for (let i = 0; i < this.count; i++) {
      const tile = this.#tiles[i]!
      this.#sorted[next[tile]!] = this.#words[2 * i]!
      this.#sorted[next[tile]! + 1] = this.#words[2 * i + 1]!
      next[tile]! += 2
    }
    this.#counts.fill(0)
    this.count = 0
    return segments
  }
}
