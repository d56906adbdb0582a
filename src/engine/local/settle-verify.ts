import { jaccardOfSorted } from '../../distance/sorted-sets.js'
import { type PairBatch, PairBuilder } from '../../model/pair.js'
import { leastOverlap } from '../../model/threshold.js'
import type { Block } from './blocks/block.js'
import { sortCandidates, visitCandidates } from './candidates.js'
import { tagOfTile } from './candidates-by-tile.js'
import { DocumentNumbers } from './document-numbers.js'
import { comparingKernel } from './kernels.js'
import { readSets } from './sets-task.js'
import { concatenateWords } from './shared.js'
import type { SettleTask } from './tasks.js'

/** The sets of the documents of a tile, by their numbers 0, 1, 2, …. */
export class TileSets {
  /** Positions, rising. */
  readonly documents: Uint32Array
  readonly numbers: DocumentNumbers
  readonly #sets: Uint32Array[]

  constructor(blocks: readonly Block[], { one, other }: SettleTask['tile']) {
    const parts = (one === other ? [one] : [one, other]).flatMap((group) => readSets(blocks, group))
    this.documents = concatenateWords(parts.map(({ positions }) => positions)).sort()
    this.numbers = new DocumentNumbers(this.documents)
    this.#sets = new Array<Uint32Array>(this.documents.length)
    for (const { positions, sizes, elements } of parts) {
      let end = 0
      for (let i = 0; i < positions.length; i++) {
        this.#sets[this.numbers.of(positions[i]!)!] = elements.subarray(end, end + sizes[i]!)
        end += sizes[i]!
      }
    }
  }

  of(number: number): Uint32Array {
    return this.#sets[number]!
  }

  similarity(one: number, other: number): number {
    return jaccardOfSorted(this.of(one), this.of(other))
  }
}

/**
 * The candidates of a tile by the numbers of their documents, each once and in order, in pieces. Those of a whole group are
 * one piece. Of others nobody knows how many there are: they are read once for each piece, which is a range of the first
 * document.
 */
export function* candidatesOf(
  task: SettleTask,
  { numbers, documents }: TileSets,
): Generator<Uint32Array, void> {
  const { candidates, number, isWhole, mostHeld } = task
  const visit = (use: (words: Uint32Array) => void) => visitCandidates(candidates, use, tagOfTile(number))
  const ranges = isWhole ? [documents.length] : rangesOf(visit, numbers, documents.length, mostHeld)
  let from = 0
  for (const to of ranges) {
    const parts: Uint32Array[] = []
    const [first, last] = [documents[from] ?? 0, documents[to - 1] ?? 0]
    visit((words) => parts.push(isWhole ? words : within(words, first, last)))
    yield sortCandidates(numbers.ofAll(concatenateWords(parts)), documents.length)
    from = to
  }
}

/** The ends of ranges of documents that have at most so many candidates together, or of one document that has more. */
function rangesOf(
  visit: (use: (words: Uint32Array) => void) => void,
  numbers: DocumentNumbers,
  count: number,
  most: number,
): number[] {
  const candidates = new Uint32Array(count)
  visit((words) => {
    for (let i = 0; i < words.length; i += 2) candidates[numbers.of(words[i]!)!]!++
  })
  const ends: number[] = []
  let held = 0
  for (let number = 0; number < count; number++) {
    if (held > 0 && held + candidates[number]! > most) {
      ends.push(number)
      held = 0
    }
    held += candidates[number]!
  }
  return [...ends, count]
}

/** The candidates whose first document lies in a range of positions. */
function within(words: Uint32Array, first: number, last: number): Uint32Array {
  const kept = new Uint32Array(words.length)
  let end = 0
  for (let i = 0; i < words.length; i += 2) {
    if (words[i]! < first || words[i]! > last) continue
    kept[end++] = words[i]!
    kept[end++] = words[i + 1]!
  }
  return kept.slice(0, end)
}

/** The candidates that reach a threshold. */
export function verify(candidates: Uint32Array, sets: TileSets, threshold: number): PairBatch {
  const kernel = comparingKernel()
  const pairs = new PairBuilder()
  let kept = -1
  let left = new Uint32Array(0) as Uint32Array
  for (let i = 0; i < candidates.length; i += 2) {
    const [a, b] = [candidates[i]!, candidates[i + 1]!]
    if (a !== kept) {
      kept = a
      left = sets.of(a)
      kernel.keep(left)
    }
    const right = sets.of(b)
    const overlap = kernel.overlapAtLeast(right, leastOverlap(left.length, right.length, threshold))
    if (overlap >= 0) pairs.add(a, b, overlap / (left.length + right.length - overlap))
  }
  return pairs.pairs()
}
