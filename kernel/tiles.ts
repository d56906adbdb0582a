// Compares the candidates of a tile: documents with their sets, numbered 0, 1, 2, … in the order of their positions.

import { overlapAtLeast } from './sets'

/** Addresses and numbers, in the order in which src/kernel/wasm-tile.ts writes them. */
// @ts-ignore: decorator
@unmanaged
class Tile {
  /** The positions of the documents, ascending. */
  documents: usize
  count: u32
  /** The cell of a position is its distance from the first document, shifted right by this. */
  shift: u32
  /** For each cell the first document that is in it or in a later one, followed by the number of documents. */
  cells: usize
  /** By number: the address and the size of the set. */
  sets: usize
  sizes: usize
  /** By number: a byte that says whether the document is long. 0: none is. */
  wide: usize
  /** Scratch memory: two words per document, and two more. */
  counters: usize
  /** Output: the number of candidates that were compared. */
  compared: u64
}

/** Fills the cells. */
export function numberDocuments(tile: Tile): void {
  const first = load<u32>(tile.documents)
  let next = tile.cells
  for (let number: u32 = 0; number < tile.count; number++) {
    const distance = load<u32>(tile.documents + (number << 2)) - first
    const own = tile.cells + ((distance >> tile.shift) << 2)
    for (; next <= own; next += 4) store<u32>(next, number)
  }
  store<u32>(next, tile.count)
}

/** Notes where sets are. They are stored as their number, then the positions of their documents, then their sizes, then their elements. */
export function addSets(tile: Tile, part: usize): void {
  const count = load<u32>(part)
  const bytes = count << 2
  const end = part + 4 + bytes
  let set = end + bytes
  for (let at = part + 4; at < end; at += 4) {
    const number = numberOf(tile, load<u32>(at)) << 2
    const size = load<u32>(at + bytes)
    store<u32>(tile.sets + number, set)
    store<u32>(tile.sizes + number, size)
    set += size << 2
  }
}

/** The number of the document at a position. */
// @ts-ignore: decorator
@inline
function numberOf(tile: Tile, position: u32): u32 {
  const documents = tile.documents
  const cell = tile.cells + (((position - load<u32>(documents)) >> tile.shift) << 2)
  let low = load<u32>(cell)
  let high = load<u32>(cell, 4)
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (load<u32>(documents + (middle << 2)) <= position) low = middle
    else high = middle
  }
  return low
}

/** Counts the candidates of each first document. */
export function countFirsts(tile: Tile, candidates: usize, count: u32, counts: usize): void {
  const end = candidates + (count << 3)
  for (let at = candidates; at < end; at += 8) {
    const counter = counts + (numberOf(tile, load<u32>(at)) << 2)
    store<u32>(counter, load<u32>(counter) + 1)
  }
}

/**
 * Replaces the positions of candidates by numbers, and drops those whose first document is not one from `from` to before `to`. Returns how
 * many are left.
 */
export function holdCandidates(tile: Tile, candidates: usize, count: u32, from: u32, to: u32): u32 {
  const end = candidates + (count << 3)
  let out = candidates
  for (let at = candidates; at < end; at += 8) {
    const first = numberOf(tile, load<u32>(at))
    if (first < from || first >= to) continue
    const second = numberOf(tile, load<u32>(at, 4))
    store<u32>(out, first)
    store<u32>(out, second, 4)
    out += 8
  }
  return <u32>((out - candidates) >> 3)
}

/**
 * Compares candidates that are given by numbers, each once, in order. Writes those with enough in common as `compareWith` does, after the
 * first four bytes per candidate, and returns how many they are. Overwrites 16 bytes per candidate.
 *
 * @param share of the sizes of two documents, added up, that their overlap must have
 * @param part of the smaller size that it must have
 */
export function compareHeld(tile: Tile, candidates: usize, count: u32, share: f64, part: f64): u32 {
  const documents = tile.count
  const seconds = tile.counters
  const firsts = seconds + ((documents + 1) << 2)
  memory.fill(seconds, 0, (documents + 1) << 3)
  const end = candidates + (count << 3)
  for (let at = candidates; at < end; at += 8) {
    const first = firsts + (load<u32>(at) << 2)
    const second = seconds + (load<u32>(at, 4) << 2)
    store<u32>(first, load<u32>(first, 4) + 1, 4)
    store<u32>(second, load<u32>(second, 4) + 1, 4)
  }
  addUp(firsts, documents)
  addUp(seconds, documents)
  // Two stable passes: the first documents in the order of their second ones, then the second ones in the order of the first.
  for (let at = candidates; at < end; at += 8) {
    const start = seconds + (load<u32>(at, 4) << 2)
    const to = load<u32>(start)
    store<u32>(start, to + 1)
    store<u32>(end + (to << 2), load<u32>(at))
  }
  let from = end
  for (let second: u32 = 0; second < documents; second++) {
    const listEnd = end + (load<u32>(seconds + (second << 2)) << 2)
    for (; from < listEnd; from += 4) {
      const start = firsts + (load<u32>(from) << 2)
      const to = load<u32>(start)
      store<u32>(start, to + 1)
      store<u32>(candidates + (to << 2), second)
    }
  }
  const found = candidates + (count << 2)
  let out = found
  let list = candidates
  for (let first: u32 = 0; first < documents; first++) {
    const listEnd = candidates + (load<u32>(firsts + (first << 2)) << 2)
    if (list < listEnd) out = compareWith(tile, first, list, listEnd, share, part, out)
    list = listEnd
  }
  return <u32>((out - found) / 12)
}

function addUp(numbers: usize, last: u32): void {
  const end = numbers + (last << 2)
  let sum: u32 = 0
  for (let at = numbers; at <= end; at += 4) {
    sum += load<u32>(at)
    store<u32>(at, sum)
  }
}

/** Similarities are rounded, so a bound that is too high by a rounding error must not exclude a pair. */
const ROUNDING: f64 = 1 - 2.0 ** -40

/**
 * Compares a document with the ascending documents of a list, which may be repeated. Writes three words for each that has enough in common:
 * both numbers and the overlap. Two long documents are not compared; their overlap is written as 0. Returns the end of what was written.
 */
function compareWith(tile: Tile, first: u32, list: usize, end: usize, share: f64, part: f64, out: usize): usize {
  const sets = tile.sets
  const sizes = tile.sizes
  const set = load<u32>(sets + (first << 2))
  const size = load<u32>(sizes + (first << 2))
  const wide = tile.wide
  const isWide = wide != 0 && load<u8>(wide + first) != 0
  // No document is a candidate of itself.
  let before = first
  let compared: u32 = 0
  for (; list < end; list += 4) {
    const second = load<u32>(list)
    if (second == before) continue
    before = second
    compared++
    let overlap: i32 = 0
    if (!isWide || load<u8>(wide + second) == 0) {
      const other = load<u32>(sizes + (second << 2))
      const bound = max(share * (<f64>size + <f64>other), part * <f64>min(size, other))
      const required = <i32>ceil(bound * ROUNDING)
      overlap = overlapAtLeast(set, size, load<u32>(sets + (second << 2)), other, required)
      if (overlap < 0) continue
    }
    store<u32>(out, first)
    store<u32>(out, second, 4)
    store<u32>(out, overlap, 8)
    out += 12
  }
  tile.compared += compared
  return out
}

/** Sets the bit of each candidate whose first document is one of the `rows` from `from` on. A row has a bit for every document. */
export function markCandidates(
  tile: Tile,
  candidates: usize,
  count: u32,
  from: u32,
  rows: u32,
  bits: usize,
): void {
  const rowBytes = rowSize(tile)
  const end = candidates + (count << 3)
  for (let at = candidates; at < end; at += 8) {
    const row = numberOf(tile, load<u32>(at)) - from
    if (row >= rows) continue
    const second = numberOf(tile, load<u32>(at, 4))
    const word = bits + row * rowBytes + ((second >> 5) << 2)
    store<u32>(word, load<u32>(word) | (1 << (second & 31)))
  }
}

/** Compares a document with those whose bits are set in its row. `list` has room for all documents. The result is as in `compareHeld`. */
export function compareMarked(
  tile: Tile,
  first: u32,
  row: usize,
  list: usize,
  share: f64,
  part: f64,
  found: usize,
): u32 {
  const end = row + rowSize(tile)
  let listEnd = list
  let start: u32 = 0
  for (let at = row; at < end; at += 4, start += 32) {
    for (let rest = load<u32>(at); rest != 0; rest &= rest - 1) {
      store<u32>(listEnd, start + ctz(rest))
      listEnd += 4
    }
  }
  return <u32>((compareWith(tile, first, list, listEnd, share, part, found) - found) / 12)
}

/** Bytes of a row. */
// @ts-ignore: decorator
@inline
function rowSize(tile: Tile): u32 {
  return ((tile.count + 31) >> 5) << 2
}
