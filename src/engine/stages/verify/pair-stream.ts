import { joinBatches, type PairBatch, sortPairs } from '../../../model/pair.js'
import { ReusedBytes } from '../../../model/reused-bytes.js'
import type { Blocks, SegmentTarget } from '../../ports.js'
import type { Block } from '../blocks/block.js'
import type { SegmentLocation } from '../blocks/block-layout.js'
import { withBlock } from '../blocks/segments.js'
import { FIRST_RUN, pairsOfSegment } from './pair-runs.js'

/** Pairs ordered by a, then b: any number of them, few of which are in memory at a time. */
export interface PairStream {
  readonly count: number
  /** Starts at the beginning each time it is called. */
  batches(): Generator<PairBatch, void>
  /** The same pairs in the order in which they are stored, which takes less time. */
  unordered(): Generator<PairBatch, void>
}

/** The pairs of all runs in some blocks, merged. */
export function mergeRuns(store: Blocks, blocks: readonly Block[], count: number): PairStream {
  return { count, batches: () => merge(store, blocks), unordered: () => pieces(store, blocks) }
}

function* pieces(store: Blocks, blocks: readonly Block[]): Generator<PairBatch, void> {
  for (const block of blocks) {
    const locations = withBlock(store, block, (reader) =>
      reader.locations.filter(({ tag }) => tag >= FIRST_RUN),
    )
    for (const location of locations) yield readPiece(store, { block, location })
  }
}

function merge(store: Blocks, blocks: readonly Block[]): Generator<PairBatch, void> {
  return mergePieces(store, openRuns(store, blocks))
}

/** Merges the pairs of runs; the pieces of each run are in order. */
export function* mergePieces(
  store: Blocks,
  sorted: readonly (readonly PairPiece[])[],
): Generator<PairBatch, void> {
  // A run waits until the others reach its first pair, so that of consecutive runs only one is in memory at a time.
  const waiting = sorted
    .map((pieces) => new Run(store, pieces))
    .sort((one, other) => other.firstA - one.firstA)
  let runs: Run[] = []
  for (;;) {
    let bound = boundOf(runs)
    while (waiting.length > 0 && (bound === undefined || waiting.at(-1)!.firstA <= bound.lastA)) {
      const run = waiting.pop()!
      run.refill()
      runs.push(run)
      bound = boundOf(runs)
    }
    if (bound === undefined) return
    const { lastA, lastB } = bound
    const taken = runs.map((run) => run.takeUpTo(lastA, lastB))
    yield sortPairs(
      joinBatches(
        taken,
        taken.reduce((sum, { count }) => sum + count, 0),
      ),
    )
    runs = runs.filter((run) => run.refill())
  }
}

/** The run whose piece ends first. All pairs up to its last one are in memory, because later pieces contain only larger ones. */
function boundOf(runs: readonly Run[]): Run | undefined {
  let bound = runs[0]
  for (const run of runs) {
    if (run.lastA < bound!.lastA || (run.lastA === bound!.lastA && run.lastB < bound!.lastB)) bound = run
  }
  return bound
}

/** Some pairs of a sorted run, one segment of a block. */
export interface PairPiece {
  readonly block: Block
  readonly location: SegmentLocation
}

/** The runs in some blocks, in pieces. */
function openRuns(store: Blocks, blocks: readonly Block[]): PairPiece[][] {
  return blocks.flatMap((block) => {
    const runs = new Map<number, PairPiece[]>()
    withBlock(store, block, (reader) => {
      for (const location of reader.locations) {
        if (location.tag < FIRST_RUN) continue
        const run = runs.get(location.tag)
        if (run === undefined) runs.set(location.tag, [{ block, location }])
        else run.push({ block, location })
      }
    })
    return [...runs.values()]
  })
}

/** A sorted run, one piece of which is in memory. */
class Run {
  readonly firstA: number
  readonly #store: Blocks
  readonly #pieces: readonly PairPiece[]
  /** Reused for one piece after the other, because those of many runs would be much garbage. */
  readonly #bytes = new ReusedBytes()
  #next = 0
  #at = 0
  #piece: PairBatch = {
    count: 0,
    a: new Uint32Array(0),
    b: new Uint32Array(0),
    similarity: new Float64Array(0),
  }

  constructor(store: Blocks, pieces: readonly PairPiece[]) {
    this.#store = store
    this.#pieces = pieces
    this.firstA = readPiece(store, pieces[0]!).a[0]!
  }

  get lastA(): number {
    return this.#piece.a[this.#piece.count - 1]!
  }

  get lastB(): number {
    return this.#piece.b[this.#piece.count - 1]!
  }

  /** Makes sure that a pair is available. Returns false at the end of the run. */
  refill(): boolean {
    if (this.#at < this.#piece.count) return true
    if (this.#next === this.#pieces.length) return false
    this.#piece = readPiece(this.#store, this.#pieces[this.#next++]!, this.#bytes)
    this.#at = 0
    return true
  }

  /** Takes the pairs up to and including (a, b). They are valid until the next piece is read. */
  takeUpTo(lastA: number, lastB: number): PairBatch {
    const { count, a, b, similarity } = this.#piece
    const from = this.#at
    while (this.#at < count && (a[this.#at]! < lastA || (a[this.#at] === lastA && b[this.#at]! <= lastB))) {
      this.#at++
    }
    return {
      count: this.#at - from,
      a: a.subarray(from, this.#at),
      b: b.subarray(from, this.#at),
      similarity: similarity.subarray(from, this.#at),
    }
  }
}

function readPiece(store: Blocks, { block, location }: PairPiece, target?: SegmentTarget): PairBatch {
  return withBlock(store, block, (reader) => pairsOfSegment(reader.read(location, target)))
}

/** Batches that are computed once and kept in memory if they have at most `max` pairs; otherwise they are computed each time. */
export function keepIfFew(batches: () => Iterable<PairBatch>, count: number, max: number) {
  if (count > max) return batches
  let kept: readonly PairBatch[] | undefined
  return (): Iterable<PairBatch> => {
    kept ??= [...batches()]
    return kept
  }
}
