// What a task that lists pairs by prefixes works on: src/kernel/wasm-prefix-lists.ts lays it out.

/** Addresses and numbers, in the order in which the host writes them. */
// @ts-ignore: decorator
@unmanaged
export class PrefixTask {
  /** The share of the overlap of two documents in the sum of their sizes. */
  minShare: f64
  /** Input: elements of a unit as a sketch has them, and the sizes, bits of distinct documents and marks (0 if none) of its records. */
  input: usize
  sizes: usize
  distinct: usize
  marks: usize
  /** The share of the elements that the task has. */
  share: u32
  shares: u32
  /** Entries in the order of positions, and by element. */
  entries: usize
  grouped: usize
  /** A word per cell. The cell of an element is its hash, shifted right by this. */
  cells: usize
  cellShift: u32
  /** Whether only pairs across two sides are listed, and the first position of the second side. */
  hasSides: u32
  boundary: u32
  /** Lists with more pairs than this are left to the host, … */
  maxPairs: u32
  /** … or all lists, if this is 1. */
  forHost: u32
  /** The difference bits of all documents, 32 bytes each; 0 if there are none. They are not compared if more elements may differ. */
  bits: usize
  maxTelling: u32
  /** Columns of the members of a list: `MAX_MEMBERS` words each, and padding. */
  positions: usize
  previous: usize
  second: usize
  setSizes: usize
  largest: usize
  marked: usize
  /** Pairs that were added recently, in a slot that depends on their hash. */
  recent: usize
  recentShift: u32
  /** Output. */
  pairs: usize
  pairsEnd: usize
}

/**
 * Longer documents have this size here, and their lists are left to the host: the same as WIDE_FROM in src/text/wide-shingles.ts, because
 * they may have more shingles in common than their hashes show.
 */
export const LONG_SIZE: u32 = 1 << 14
export const ENTRY_BYTES: usize = 20

/** An element in the prefix of a document. */
// @ts-ignore: decorator
@unmanaged
export class Entry {
  element: u32
  /** The two elements before it; the element itself, if it is the first. */
  previous: u32
  second: u32
  position: u32
  size: u16
  /** The index in the prefix × 2 + whether the document is marked. Two marked documents are not compared. */
  indexAndMark: u16
}
