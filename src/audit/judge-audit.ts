import { checkWhole } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'
import type { Candidates } from '../model/pair.js'
import { type LimitedList, listedRecall } from './listed-recall.js'
import { recallInterval } from './recall-interval.js'

/** A recall that an audit measured. */
export interface AuditedRecall {
  /** The number of true pairs of the sampled documents that were found. */
  readonly found: number
  /**
   * found / truePairs; omitted if the sampled documents have no true pair. If pairs are omitted from the list, the
   * share of true pairs that are listed or omitted, times the listed share of these: few documents have nearly all listed
   * pairs of a large group.
   */
  readonly measured?: number
  /** The 95 % confidence interval of the recall over all documents; [0, 1] if nothing could be measured. */
  readonly low: number
  readonly high: number
}

/** The result of an audit. Every pair counts once, even if both of its documents were sampled. */
export interface AuditResult extends AuditedRecall {
  /** Documents sampled. */
  readonly documents: number
  /** True pairs of which a document was sampled, found exactly. */
  readonly truePairs: number
  /** The same if a pair also counts as found when its documents are connected through pairs that were found. */
  readonly inClusters: AuditedRecall
  /** Reported pairs of sampled documents that do not reach the threshold: 0, or verification is broken. */
  readonly falsePairs: number
}

/** What an audit is judged on; documents are positions. */
export interface AuditEvidence {
  /** The sampled documents, ascending. */
  readonly sampled: Uint32Array
  /** How many they were sampled from. */
  readonly documents: number
  /** True neighbors: of sampled document number `a[i]` (0 is the first) the position `b[i]`. It itself does not count. */
  readonly truth: Candidates
  /** The pairs that the run reports, in one or more batches; those without a sampled document are ignored. */
  readonly reported: Iterable<Candidates>
  /** Whether two documents are connected through reported pairs. */
  readonly isConnected: (one: number, other: number) => boolean
  /** What the list leaves out on purpose. Default: nothing. */
  readonly limited?: LimitedList | undefined
}

/** Positions are below this, so that a sampled number and a position make one exact number. */
const POSITIONS = 2 ** 32

/** Compares what a run reports with the true neighbors of the sampled documents. */
export function judgeAudit(evidence: AuditEvidence): AuditResult {
  const { sampled, documents, truth, reported, isConnected, limited } = evidence
  checkWhole('documents', documents, sampled.length, POSITIONS)
  const numbers = new Map(Array.from(sampled, (position, number) => [position, number]))
  const keys = readTruth(sampled, numbers, truth)
  const wasFound = new Uint8Array(keys.length)
  let [falsePairs, listed] = [0, 0]
  for (const { count, a, b } of reported) {
    listed += count
    for (let i = 0; i < count; i++) {
      const [first, last] = a[i]! < b[i]! ? [a[i]!, b[i]!] : [b[i]!, a[i]!]
      // A pair of two sampled documents counts as a pair of the first.
      const number = numbers.get(first) ?? numbers.get(last)
      if (number === undefined) continue
      const at = indexOfKey(keys, number * POSITIONS + (numbers.has(first) ? last : first))
      if (at < 0) falsePairs++
      else wasFound[at] = 1
    }
  }
  const measure = (isFound: (key: number, at: number) => boolean): AuditedRecall => {
    const neighbors = new Uint32Array(sampled.length)
    const found = new Uint32Array(sampled.length)
    keys.forEach((key, at) => {
      const number = Math.floor(key / POSITIONS)
      neighbors[number]!++
      if (isFound(key, at)) found[number]!++
    })
    const total = found.reduce((sum, count) => sum + count, 0)
    return {
      found: total,
      ...(keys.length > 0 && { measured: total / keys.length }),
      ...recallInterval({ neighbors, found }, documents),
    }
  }
  const isTied = (key: number) => isConnected(sampled[Math.floor(key / POSITIONS)]!, key % POSITIONS)
  const direct = measure((_, at) => wasFound[at] === 1)
  return {
    documents: sampled.length,
    truePairs: keys.length,
    ...direct,
    ...listedShare(),
    inClusters: measure((key, at) => wasFound[at] === 1 || isTied(key)),
    falsePairs,
  }

  /** The recall of listed pairs if some are omitted; undefined if it is known, or measured directly. */
  function listedShare() {
    if (limited === undefined || limited.omitted.count === 0 || sampled.length === documents) return {}
    const sizes = groupSizes(sampled, truth)
    const { measured, low, high } = measure(
      (key, at) =>
        wasFound[at] === 1 || (sizes[Math.floor(key / POSITIONS)]! > limited.maxGroup && isTied(key)),
    )
    return measured === undefined ? {} : listedRecall({ measured, low, high }, listed, limited)
  }
}

/** For each sampled document, the size of the group that it forms with its true neighbors. */
function groupSizes(sampled: Uint32Array, { count, a, b }: Candidates): Uint32Array {
  const sizes = new Uint32Array(sampled.length).fill(1)
  for (let i = 0; i < count; i++) if (sampled[a[i]!] !== b[i]) sizes[a[i]!]!++
  return sizes
}

/**
 * Each true pair once, as one number, ascending: the number of its sampled document (of the first, if both were sampled) combined with the
 * position of the other.
 */
function readTruth(
  sampled: Uint32Array,
  numbers: ReadonlyMap<number, number>,
  { count, a, b }: Candidates,
): Float64Array {
  const all = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    if (a[i]! >= sampled.length)
      throw new InvalidValue('a sampled document', a[i], i, `a number below ${sampled.length}`)
    const number = Math.min(a[i]!, numbers.get(b[i]!) ?? a[i]!)
    all[i] = number * POSITIONS + (number === a[i] ? b[i]! : sampled[a[i]!]!)
  }
  all.sort()
  return all.filter(
    (key, i) => key !== all[i - 1] && key % POSITIONS !== sampled[Math.floor(key / POSITIONS)],
  )
}

/** The index of a number in an ascending list, or −1. */
function indexOfKey(rising: Float64Array, wanted: number): number {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rising[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return rising[low] === wanted ? low : -1
}
