import { Random } from '../hash/random.js'
import { checkWhole } from '../model/check.js'

/** A stretch of a file; a record belongs to the block in which its first byte lies. */
export interface SampleBlock {
  readonly file: number
  readonly from: number
  readonly to: number
}

/** Blocks drawn without replacement from the grid of all blocks, in the order of the input. */
export interface BlockSample {
  readonly blocks: readonly SampleBlock[]
  /** Blocks of the whole input. */
  readonly totalBlocks: number
}

/** How blocks are drawn. */
export interface BlockOptions {
  /** A 32-bit number. */
  readonly seed: number
  /** Bytes of a record, as far as known; the beginning of the input tells enough. Default: 1500. */
  readonly recordBytes?: number
  /** Records to draw, about. Default: `sampleSize` of all. */
  readonly documents?: number
  /** Bytes of a block. Default: 16 KB, or four records if these are long. */
  readonly blockBytes?: number
  /** Bytes of all blocks, about, at most. Default: `maxSampleBytes` of all documents, for words. */
  readonly maxBytes?: number
}

const MIN_DOCUMENTS = 4096
const MIN_BLOCKS = 64
/** Bytes of a block, unless records are long: ten records of 1.5 KB. */
const BLOCK_BYTES = 16_384
/** Records of a block, if they are long. */
const MIN_RECORDS = 4
/** A sample of records of at most so many bytes has as many as it should; one of longer records has fewer, … */
const USUAL_RECORD = 1600
/** … though no fewer bytes than the smallest memory budget has room for: their sets and statistics take up to five times as much. */
const ROOM_BYTES = 14e6
/** A sample has so many records on average, however long they are; a budget that has room for one has room for the sets of these. */
const MIN_EXPECTED = 6
/** Shingles of characters are so many times as many as those of words. */
const CHARACTER_FACTOR = 8

/**
 * How many of `documents` a sample should have: 16 · √documents, at least 4096. A pair is in the sample with probability
 * (sample / documents)², so of a tenth as many pairs as documents some 25 are seen, however large the collection, which
 * tells their number within a factor of 1.5; fewer pairs cost too little to matter.
 *
 * @example sampleSize(1_000_000) // 16000
 */
export function sampleSize(documents: number): number {
  checkWhole('documents', documents, 0, Number.MAX_SAFE_INTEGER)
  return Math.min(documents, Math.max(MIN_DOCUMENTS, Math.ceil(16 * Math.sqrt(documents))))
}

/**
 * Bytes that a sample has at most, about: so many that planning keeps the smallest memory budget with which so many documents
 * can be searched. The budget that is given does not matter, because the plan, and with it the result, would depend on it.
 */
export function maxSampleBytes(documents: number, kind: 'words' | 'characters' = 'words'): number {
  const bytes = Math.max(ROOM_BYTES, USUAL_RECORD * sampleSize(documents))
  return kind === 'characters' ? bytes / CHARACTER_FACTOR : bytes
}

/**
 * The blocks to read for a sample. Records cannot be drawn one by one where lines have no index, and a whole block tells what
 * neighbors have in common, which is then not taken for typical of strangers.
 *
 * @param fileBytes bytes of each file
 */
export function sampleBlocks(
  fileBytes: readonly number[],
  { seed, recordBytes = 1500, documents, blockBytes, maxBytes }: BlockOptions,
): BlockSample {
  const total = fileBytes.reduce((sum, bytes) => sum + bytes, 0)
  const all = Math.ceil(total / recordBytes)
  const most = Math.max(maxBytes ?? maxSampleBytes(all), MIN_EXPECTED * recordBytes)
  const size = blockBytes ?? usualBytes(recordBytes, most)
  const blocksOf = fileBytes.map((bytes) => Math.ceil(bytes / size))
  const totalBlocks = blocksOf.reduce((sum, blocks) => sum + blocks, 0)
  const bytes = Math.min((documents ?? sampleSize(all)) * recordBytes, most)
  const numbers = new Random(seed).draw(totalBlocks, Math.max(MIN_BLOCKS, Math.ceil(bytes / size)))
  const blocks: SampleBlock[] = []
  let [file, first] = [0, 0]
  for (const number of numbers) {
    while (number >= first + blocksOf[file]!) first += blocksOf[file++]!
    const from = (number - first) * size
    blocks.push({ file, from, to: Math.min(from + size, fileBytes[file]!) })
  }
  return { blocks, totalBlocks }
}

/** A block of very long records may be shorter than one of them: the record belongs to it if it begins there. */
function usualBytes(recordBytes: number, maxBytes: number): number {
  const few = Math.min(MIN_RECORDS * recordBytes, maxBytes / MIN_BLOCKS)
  return Math.ceil(Math.max(BLOCK_BYTES, few))
}
