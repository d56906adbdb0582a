import { checkWhole } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'
import type { Candidates } from '../model/pair.js'
import { recallInterval } from './recall-interval.js'

/** What an audit found. Pairs are counted from their drawn ends: a pair of two drawn documents counts for each of them. */
export interface AuditResult {
  /** Documents drawn. */
  readonly documents: number
  /** True neighbours of the drawn documents, found exactly. */
  readonly truePairs: number
  /** Of these, the ones that the run had found. */
  readonly found: number
  /** found / truePairs; left out where the drawn documents have no true neighbour. */
  readonly measured?: number
  /** The 95 % interval of the recall over all documents; [0, 1] where nothing could be measured. */
  readonly low: number
  readonly high: number
  /** Reported pairs of drawn documents that do not reach the threshold: 0, or verification is broken. */
  readonly falsePairs: number
}

/** What an audit is judged on; documents are positions. */
export interface AuditEvidence {
  /** The drawn documents, rising. */
  readonly drawn: Uint32Array
  /** How many they were drawn from. */
  readonly documents: number
  /** True neighbours: of drawn document number `a[i]` (0 is the first drawn) the position `b[i]`. It itself does not count. */
  readonly truth: Candidates
  /** The pairs that the run reports, in one or more batches; those without a drawn document are passed over. */
  readonly reported: Iterable<Candidates>
}

/** Positions are below this, so that a drawn number and a position make one exact number. */
const POSITIONS = 2 ** 32

/** Compares what a run reports with the true neighbours of the drawn documents. */
export function judgeAudit({ drawn, documents, truth, reported }: AuditEvidence): AuditResult {
  checkWhole('documents', documents, drawn.length, POSITIONS)
  const numbers = new Map(Array.from(drawn, (position, number) => [position, number]))
  const { keys, neighbours } = readTruth(drawn, truth)
  const wasFound = new Uint8Array(keys.length)
  const found = new Uint32Array(drawn.length)
  let falsePairs = 0
  const isTrue = (number: number | undefined, position: number): boolean | undefined => {
    if (number === undefined) return undefined
    const at = placeOf(keys, number * POSITIONS + position)
    if (at < 0) return false
    if (wasFound[at] === 0) found[number]!++
    wasFound[at] = 1
    return true
  }
  for (const { count, a, b } of reported) {
    for (let i = 0; i < count; i++) {
      const left = isTrue(numbers.get(a[i]!), b[i]!)
      const right = isTrue(numbers.get(b[i]!), a[i]!)
      if (left === false || right === false) falsePairs++
    }
  }
  const truePairs = keys.length
  const foundPairs = found.reduce((sum, count) => sum + count, 0)
  return {
    documents: drawn.length,
    truePairs,
    found: foundPairs,
    ...(truePairs > 0 && { measured: foundPairs / truePairs }),
    ...recallInterval({ neighbours, found }, documents),
    falsePairs,
  }
}

/** Each true neighbour once, as one rising number, and how many each drawn document has. */
function readTruth(drawn: Uint32Array, { count, a, b }: Candidates) {
  const all = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    if (a[i]! >= drawn.length)
      throw new InvalidValue('a drawn document', a[i], i, `numbers below ${drawn.length}`)
    all[i] = a[i]! * POSITIONS + b[i]!
  }
  all.sort()
  const numberOf = (key: number) => Math.floor(key / POSITIONS)
  const keys = all.filter((key, i) => key !== all[i - 1] && key % POSITIONS !== drawn[numberOf(key)])
  const neighbours = new Uint32Array(drawn.length)
  for (const key of keys) neighbours[numberOf(key)]!++
  return { keys, neighbours }
}

/** Where a number stands in a rising list, or −1. */
function placeOf(rising: Float64Array, wanted: number): number {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rising[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return rising[low] === wanted ? low : -1
}
