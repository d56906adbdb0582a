import { rmSync } from 'node:fs'
import { type PairBatch, PairBuilder, sortPairs } from '../../../model/pair.js'
import type { TemporaryFolder } from '../../../read/node-spool.js'
import { WordFile, WordReader } from './node-word-file.js'

/** Pairs in one batch of the answer, and in one read of a run. */
const BATCH = 16_384
/** Runs that are merged at a time. */
const MOST_RUNS = 64
/** Words of a pair on disk: a, b, and the similarity. */
const PAIR_WORDS = 4

/** Gathers pairs in any order and gives them back sorted by (a, b); beyond what fits, in sorted runs on disk. */
export class PairStore {
  readonly #most: number
  readonly #folder: TemporaryFolder
  #batches: PairBatch[] = []
  #held = 0
  #runs: string[] = []

  constructor(most: number, folder: TemporaryFolder) {
    this.#most = most
    this.#folder = folder
  }

  add(batch: PairBatch): void {
    if (batch.count === 0) return
    this.#batches.push(batch)
    this.#held += batch.count
    if (this.#held >= this.#most) this.#runs.push(writeRun(this.#sorted(), this.#folder))
  }

  /** All pairs, sorted, in batches; then there are none left. */
  *take(): Generator<PairBatch> {
    const last = this.#sorted()
    if (this.#runs.length === 0) {
      yield* slices(last)
      return
    }
    if (last.count > 0) this.#runs.push(writeRun(last, this.#folder))
    while (this.#runs.length > MOST_RUNS) {
      const some = this.#runs.splice(0, MOST_RUNS)
      this.#runs.push(writeBatches(mergeRuns(some), this.#folder))
      for (const path of some) rmSync(path)
    }
    yield* mergeRuns(this.#runs)
    for (const path of this.#runs.splice(0)) rmSync(path)
  }

  /** What is held, sorted, and held no longer. */
  #sorted(): PairBatch {
    const a = new Uint32Array(this.#held)
    const b = new Uint32Array(this.#held)
    const similarity = new Float64Array(this.#held)
    let end = 0
    for (const batch of this.#batches) {
      a.set(batch.a, end)
      b.set(batch.b, end)
      similarity.set(batch.similarity, end)
      end += batch.count
    }
    this.#batches = []
    this.#held = 0
    return sortPairs({ count: end, a, b, similarity })
  }
}

function* slices({ count, a, b, similarity }: PairBatch): Generator<PairBatch> {
  for (let start = 0; start < count; start += BATCH) {
    const end = Math.min(count, start + BATCH)
    yield {
      count: end - start,
      a: a.subarray(start, end),
      b: b.subarray(start, end),
      similarity: similarity.subarray(start, end),
    }
  }
}

function writeRun(pairs: PairBatch, folder: TemporaryFolder): string {
  return writeBatches(slices(pairs), folder)
}

function writeBatches(batches: Iterable<PairBatch>, folder: TemporaryFolder): string {
  const file = new WordFile(folder.newPath('pairs'))
  try {
    const words = new Uint32Array(PAIR_WORDS * BATCH)
    const numbers = new Float64Array(words.buffer)
    for (const { count, a, b, similarity } of batches) {
      for (let i = 0; i < count; i++) {
        words[PAIR_WORDS * i] = a[i]!
        words[PAIR_WORDS * i + 1] = b[i]!
        numbers[2 * i + 1] = similarity[i]!
      }
      file.write(words.subarray(0, PAIR_WORDS * count))
    }
  } finally {
    file.close()
  }
  return file.path
}

/** One run, a pair at a time. */
class Run {
  a = 0
  b = 0
  similarity = 0
  readonly #reader: WordReader
  readonly #words = new Uint32Array(PAIR_WORDS)
  readonly #numbers = new Float64Array(this.#words.buffer)

  constructor(path: string) {
    this.#reader = new WordReader(path)
  }

  /** Goes to the next pair; false at the end. */
  next(): boolean {
    const words = this.#reader.read(PAIR_WORDS)
    if (words.length < PAIR_WORDS) return false
    this.#words.set(words)
    this.a = this.#words[0]!
    this.b = this.#words[1]!
    this.similarity = this.#numbers[1]!
    return true
  }

  isBefore(other: Run): boolean {
    return this.a < other.a || (this.a === other.a && this.b < other.b)
  }

  close(): void {
    this.#reader.close()
  }
}

/** The pairs of sorted runs in one order: the run whose next pair is least stands at the root of a heap. */
function* mergeRuns(paths: readonly string[]): Generator<PairBatch> {
  const all = paths.map((path) => new Run(path))
  try {
    const heap = all.filter((run) => run.next())
    for (let at = heap.length >> 1; at >= 0; at--) sink(heap, at)
    while (heap.length > 0) {
      const pairs = new PairBuilder()
      while (heap.length > 0 && pairs.count < BATCH) {
        const least = heap[0]!
        pairs.add(least.a, least.b, least.similarity)
        if (!least.next()) {
          const last = heap.pop()!
          if (heap.length > 0) heap[0] = last
        }
        sink(heap, 0)
      }
      yield pairs.pairs()
    }
  } finally {
    for (const run of all) run.close()
  }
}

function sink(heap: Run[], at: number): void {
  for (;;) {
    let least = at
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && heap[child]!.isBefore(heap[least]!)) least = child
    }
    if (least === at) return
    const run = heap[at]!
    heap[at] = heap[least]!
    heap[least] = run
    at = least
  }
}
