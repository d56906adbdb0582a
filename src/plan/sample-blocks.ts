import { UniformRandom } from '../hash/uniform-random.js'
import { checkWhole } from '../model/check.js'
import { sumOf } from '../model/sum.js'

/** A range of a file; a record belongs to the block that contains its first byte. */
export interface SampleBlock {
  readonly file: number
  readonly from: number
  readonly to: number
}

/** Blocks sampled without replacement from the grid of all blocks, in input order. */
export interface BlockSample {
  readonly blocks: readonly SampleBlock[]
  /** Blocks of the whole input. */
  readonly totalBlocks: number
}

/** How blocks are sampled. */
export interface BlockOptions {
  /** A 32-bit number. */
  readonly seed: number
  /** Bytes per record, as far as known; the beginning of the input is enough to estimate it. Default: 1500. */
  readonly recordBytes?: number
  /** The approximate number of records to sample. Default: `sampleSize` of all. */
  readonly documents?: number
  /** Bytes of a block. Default: 16 KB, or four records if these are long. */
  readonly blockBytes?: number
  /** The approximate maximum number of bytes of all blocks. Default: `maxSampleBytes` of all documents, for words. */
  readonly maxBytes?: number
}

const MIN_DOCUMENTS = 4096
const MIN_BLOCKS = 64
/** Bytes of a block, unless records are long: ten records of 1.5 KB. */
const BLOCK_BYTES = 16_384
/** Records per block, if they are long. */
const MIN_RECORDS = 4
/** Up to this record size, a sample has its full number of records; with longer records it has fewer, … */
const TYPICAL_RECORD_BYTES = 1600
/** … though never fewer bytes than the smallest memory budget has room for: their sets and statistics take up to five times as much. */
const SAMPLE_BYTES = 14e6
/**
 * The minimum expected number of records of a sample, however long they are. A budget that has room for one record has room for the sets of
 * these.
 */
const MIN_EXPECTED = 6
/** There are about this many times more shingles of characters than of words. */
const CHARACTER_FACTOR = 8

/**
 * The number of documents to sample: 16 · √documents, at least 4096. A pair is in the sample with probability (sample / documents)². So if
 * there are a tenth as many pairs as documents, about 25 are seen, however large the collection, which gives their number within a factor
 * of 1.5. Fewer pairs cost too little to matter.
 *
 * @example sampleSize(1_000_000) // 16000
 */
export function sampleSize(documents: number): number {
  checkWhole('documents', documents, 0, Number.MAX_SAFE_INTEGER)
  return Math.min(documents, Math.max(MIN_DOCUMENTS, Math.ceil(16 * Math.sqrt(documents))))
}

/**
 * The approximate maximum number of bytes of a sample, chosen so that planning fits into the smallest memory budget with which this many
 * documents can be searched. It does not depend on the actual budget, because the plan, and with it the result, would then depend on it.
 */
export function maxSampleBytes(documents: number, kind: 'words' | 'characters' = 'words'): number {
  const bytes = Math.max(SAMPLE_BYTES, TYPICAL_RECORD_BYTES * sampleSize(documents))
  return kind === 'characters' ? bytes / CHARACTER_FACTOR : bytes
}

/**
 * The blocks to read for a sample. Records cannot be sampled one by one because lines have no index. A whole block also shows what
 * neighbors have in common, so that this is not mistaken for typical.
 *
 * @param fileBytes bytes of each file
 */
export function sampleBlocks(
  fileBytes: readonly number[],
  { seed, recordBytes = 1500, documents, blockBytes, maxBytes }: BlockOptions,
): BlockSample {
  const total = sumOf(fileBytes)
  const all = Math.ceil(total / recordBytes)
  const maxSample = Math.max(maxBytes ?? maxSampleBytes(all), MIN_EXPECTED * recordBytes)
  const size = blockBytes ?? typicalBytes(recordBytes, maxSample)
  const blocksOf = fileBytes.map((bytes) => Math.ceil(bytes / size))
  const totalBlocks = sumOf(blocksOf)
  const bytes = Math.min((documents ?? sampleSize(all)) * recordBytes, maxSample)
  const numbers = new UniformRandom(seed).draw(totalBlocks, Math.max(MIN_BLOCKS, Math.ceil(bytes / size)))
  const blocks: SampleBlock[] = []
  let [file, first] = [0, 0]
  for (const number of numbers) {
    while (number >= first + blocksOf[file]!) first += blocksOf[file++]!
    const from = (number - first) * size
    blocks.push({ file, from, to: Math.min(from + size, fileBytes[file]!) })
  }
  return { blocks, totalBlocks }
}

/** A block may be shorter than one very long record: the record belongs to it if it begins there. */
function typicalBytes(recordBytes: number, maxBytes: number): number {
  const few = Math.min(MIN_RECORDS * recordBytes, maxBytes / MIN_BLOCKS)
  return Math.ceil(Math.max(BLOCK_BYTES, few))
}
