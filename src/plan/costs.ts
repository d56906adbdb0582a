// What things cost on one core of the machine of the benchmark records, measured with the WASM kernel on articles of 1.5 KB (209
// shingles), and what a run keeps. Constants, never measured while a plan is made: the same sample gives the same plan everywhere.

/** Nanoseconds on one core. */
export const NANOSECONDS = {
  /** Reading a byte of input: finding the text in its line, shingles, content hash. */
  byte: 1.9,
  /** Making the set of a document again for verification, by byte of its line: reading, shingles, sorting. */
  setByte: 3.4,
  /** An element thrown in a round of the sketch, … */
  element: 2.7,
  /** … and what a slot takes besides. */
  slot: 7,
  /** Making a band key and grouping it. */
  bandKey: 220,
  /** An element of a set when it is compared. */
  compared: 5,
  /** A document in the one thread that brings all together. */
  document: 1500,
  /** A pair in that thread: gathered and written. */
  pair: 5000,
  /** A candidate before it is compared: gathered, sorted, freed of repeats. */
  candidate: 350,
  /** An element sorted into the set of its document, … */
  sorted: 7,
  /** … one of its prefix written and sorted out again, … */
  prefixElement: 150,
  /** … and two prefixes that meet in one. */
  meeting: 5,
  /** Starting and ending a run on a large collection, its plan included: what plans are weighed against. */
  run: 0.9e9,
  /** Starting and ending a run before anything is read, … */
  start: 0.35e9,
  /** … a document of the sample read and compared for the plan, as far as a sample goes, … */
  sampled: 0.27e6,
  /** … and a file found and opened. */
  file: 0.11e6,
} as const

/** Bytes of memory. */
export const BYTES = {
  base: 130e6,
  worker: 30e6,
  /** A document: its place, size, content hash, … */
  document: 160,
  /** … and each of its band keys. */
  bandKey: 8,
  /** An element of the set of a document that has a candidate. */
  element: 4,
  candidate: 24,
  /** A pair on its way out. */
  pair: 200,
} as const

/** A bucket of more members becomes a crowd in the local engine, which compares its members with a few of them only. */
export const CROWD_FROM = 512

/** Comparisons of a member of a crowd: with leaders, and with neighbours in some bands (measured on `skew`: 4.6). */
export const COMPARED_IN_CROWD = 4.6
