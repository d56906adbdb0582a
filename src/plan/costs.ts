// What things cost on one core of the machine of the benchmark records, measured with the WASM kernel on articles of 1.5 KB (209
// shingles), and what a run keeps. Constants, never measured while a plan is made: the same sample gives the same plan everywhere.

/** Nanoseconds on one core. */
export const NANOSECONDS = {
  /** Reading a byte of input: finding the text in its line, shingles, content hash. */
  byte: 2.4,
  /** Turning a byte of another format, such as CSV, into JSON Lines, in one thread. */
  convertedByte: 10,
  /** Making the set of a document again for verification, by byte of its line: reading, shingles, sorting. */
  setByte: 4.4,
  /** An element thrown in a round of the sketch, … */
  element: 3.2,
  /** … and what a slot takes besides. */
  slot: 8,
  /** Making a band key and grouping it. */
  bandKey: 280,
  /** An element of a set when it is compared. */
  compared: 6,
  /** A document in the one thread that brings all together. */
  document: 2000,
  /** A pair in that thread: gathered and written. */
  pair: 2000,
  /** A document of a pair whose id is read in that thread, besides the bytes of its line, … */
  idDocument: 3000,
  /** … and one of these. */
  idByte: 1,
  /** A pair that was compared and is left out, because it connects nothing in an oversized group. */
  omittedPair: 1000,
  /** A candidate before it is compared: gathered, sorted, freed of repeats. */
  candidate: 400,
  /** An element sorted into the set of its document, … */
  sorted: 9,
  /** … one of its prefix written and sorted out again, … */
  prefixElement: 200,
  /** … and two prefixes that meet in one. */
  meeting: 5,
  /** A document of a large bucket, besides making its set: its bytes … */
  largeDocument: 2000,
  /** … and each of its elements when it is joined with the others, … */
  joined: 40,
  /** … and two of them that share elements of their prefixes, … */
  joinMeeting: 5,
  /** … and each of its elements when it is compared with hubs, in all rounds. */
  hubElement: 30,
  /** An oversized document besides that: connected to its hub, and weighed in each round. */
  oversizedDocument: 3000,
  /** Pairs of oversized documents compared to estimate how many are left out, all together. */
  omittedSample: 0.3e9,
  /** Starting and ending a run on a large collection, its plan included: what plans are weighed against. */
  run: 1.2e9,
  /** Starting and ending a run before anything is read: `npm run bench -- prediction --only start` measures it again, … */
  start: 0.4e9,
  /** … and what spawning workers adds, while they compile the code again: the same case measures it, … */
  spawn: 0.5e9,
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
  pair: 80,
} as const

/** Beyond this, more slots seldom pay; see docs/decisions/planning.md. */
export const MAX_SLOTS = 256

/** Pairs of large buckets that are compared without a look for oversized documents first, as in the local engine. */
export const AFFORDABLE_PAIRS = 2e6
