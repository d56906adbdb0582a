// Costs on one core of the machine of the benchmark records, measured with the WASM kernel on articles of 1.5 KB (209 shingles), and the
// memory that a run uses. These are constants, never measured while a plan is made, so that the same sample gives the same plan everywhere.

/** Nanoseconds on one core. */
export const NANOSECONDS = {
  /** Reading a byte of input: finding the text in its line, shingles, content hash. */
  byte: 2.4,
  /** Converting a byte of another format, such as CSV, to JSON Lines, in one thread. */
  convertedByte: 10,
  /** Making the set of a document again for verification, per byte of its line: reading, shingles, sorting. */
  setByte: 4.4,
  /** Hashing the shingles of a long document to 53 bits, per byte of its line: CPU time, on a busy machine. */
  wideByte: 250,
  /** Hashing an element in a round of the sketch, … */
  element: 3.2,
  /** … plus this much per slot. */
  slot: 8,
  /** Making a band key and grouping it. */
  bandKey: 280,
  /** Comparing an element of a set. */
  compared: 6,
  /** A document in the thread that combines the results. */
  document: 2000,
  /** A pair in that thread: collected and written. */
  pair: 2000,
  /** A document of a pair whose id is read in that thread, … */
  idDocument: 3000,
  /** … plus this much per byte of its line. */
  idByte: 1,
  /** A pair that was compared but is omitted, because it connects nothing in an oversized group. */
  omittedPair: 1000,
  /** A candidate before it is compared: collecting, sorting, removing repeats. */
  candidate: 400,
  /** Sorting an element into the set of its document, … */
  sorted: 9,
  /** … and keeping it, … */
  kept: 4,
  /** … writing an element of its prefix and partitioning it, … */
  prefixElement: 200,
  /** … and each two prefixes that share an element. */
  meeting: 5,
  /** A document of a large bucket, in addition to making its set: its bytes, … */
  largeDocument: 2000,
  /** … and each of its elements when it is joined with the others, … */
  joined: 40,
  /** … and two of them that share elements of their prefixes, … */
  joinMeeting: 5,
  /** … and each of its elements when it is compared with hubs, in all rounds. */
  hubElement: 30,
  /** An oversized document in addition to that: connected to its hub, and weighted in each round. */
  oversizedDocument: 3000,
  /** Comparing the sample of pairs of oversized documents that estimates how many are omitted, in total. */
  omittedSample: 0.3e9,
  /** Starting and ending a run on a large collection, including planning: the amount that plans are compared against. */
  run: 1.2e9,
  /** Starting and ending a run before anything is read (measured by `npm run bench -- prediction --only start`), … */
  start: 0.4e9,
  /** … what spawning workers adds while they compile the code again (measured by the same case), … */
  spawn: 0.5e9,
  /** … reading a document of the sample and comparing it for the plan, … */
  sampled: 0.27e6,
  /** … and finding and opening a file. */
  file: 0.11e6,
} as const

/** Bytes of memory. */
export const BYTES = {
  base: 130e6,
  worker: 30e6,
  /** A run on one thread that reads two documents; more sampled ones take more, up to `base`. */
  smallBase: 68e6,
  sampledByte: 35,
  /** A document: its location, size, content hash, … */
  document: 160,
  /** … and each of its band keys. */
  bandKey: 8,
  /** An element of the set of a document that has a candidate. */
  element: 4,
  candidate: 24,
  /** A pair of the result before it is written. */
  pair: 80,
} as const
