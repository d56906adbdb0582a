import type { OverlapBound, WasmTile } from '../../../kernel/wasm-tile.js'
import type { Blocks } from '../../ports.js'
import { countCandidates, visitCandidates } from '../candidates/candidates.js'
import { tagOfTile } from '../candidates/tiles-task.js'
import type { VerifyTask } from '../tasks.js'

/** Calls back with the candidates of a tile, in pieces. */
type Visit = (use: (candidates: Uint32Array) => void) => void

/** Bytes of bits per candidate that may be held: comparing takes as many. */
const ROW_BYTES = 16

/**
 * Compares the candidates of a tile, each once and in order. Returns the pairs that have enough in common, in pieces, as the kernel writes
 * them; a piece is valid until the next is requested. A whole group is one piece. Other tiles may have any number of candidates: they are
 * visited once for each range of the first document that fits into memory. When many documents are all connected to each other, most
 * candidates are repeats: then one bit per pair, for as many rows as fit, takes fewer visits.
 */
export function* compareCandidates(
  task: Pick<VerifyTask, 'candidates' | 'number' | 'isWhole' | 'maxHeld'>,
  memory: WasmTile,
  bound: OverlapBound,
  store: Blocks,
): Generator<Uint32Array, void> {
  const { count } = memory
  const tag = tagOfTile(task.number)
  const visit: Visit = (use) => visitCandidates(store, task.candidates, use, tag)
  if (task.isWhole || countCandidates(store, task.candidates, tag) <= task.maxHeld) {
    visit((candidates) => memory.hold(candidates, 0, count))
    yield memory.compareHeld(bound)
    return
  }
  const ends = rangeEnds(memory.countFirsts(visit), task.maxHeld)
  const rows = Math.min(count, Math.max(1, Math.floor((8 * ROW_BYTES * task.maxHeld) / count)))
  if (ends.length > Math.ceil(count / rows)) yield* compareRows(visit, memory, bound, rows)
  else yield* compareRanges(visit, memory, bound, ends)
}

/** The ends of ranges of documents that have at most this many candidates together, or of one document that has more. */
function rangeEnds(counts: Uint32Array, max: number): number[] {
  const ends: number[] = []
  let held = 0
  for (let number = 0; number < counts.length; number++) {
    if (held > 0 && held + counts[number]! > max) {
      ends.push(number)
      held = 0
    }
    held += counts[number]!
  }
  return [...ends, counts.length]
}

function* compareRanges(
  visit: Visit,
  memory: WasmTile,
  bound: OverlapBound,
  ends: readonly number[],
): Generator<Uint32Array, void> {
  let from = 0
  for (const end of ends) {
    visit((candidates) => memory.hold(candidates, from, end))
    yield memory.compareHeld(bound)
    from = end
  }
}

function* compareRows(
  visit: Visit,
  memory: WasmTile,
  bound: OverlapBound,
  rows: number,
): Generator<Uint32Array, void> {
  for (let from = 0; from < memory.count; from += rows) {
    memory.reserveRows(rows)
    visit((candidates) => memory.mark(candidates, from, rows))
    const end = Math.min(memory.count, from + rows)
    for (let first = from; first < end; first++) yield memory.compareMarked(bound, from, first - from, rows)
  }
}
