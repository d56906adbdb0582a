import { enoughSets, frequentElements } from '../../../join/prefix-order.js'
import { ELEMENT_WORDS } from '../../../kernel/wasm-prefix-writer.js'
import { countRepeatedInKernel } from '../../../kernel/wasm-repeated.js'
import { minOverlapOf } from '../../../model/match-bounds.js'
import { bandThreshold, keptComparison, type Plan } from '../../../model/plan.js'
import { otherSide } from '../../../read/sides.js'
import { totalBytes } from '../../../read/source.js'
import { bucketsOf } from '../../oversized/large-buckets.js'
import type { Block } from '../blocks/block.js'
import { readMetadata, withBlock } from '../blocks/segments.js'
import { areBitsTelling, MAX_WITH_BITS } from '../prefixes/difference-bits.js'
import type { PrefixRequest } from '../prefixes/prefix-keys.js'
import type { RunParts } from '../run-parts.js'
import { CAN_SHARE, sharedWords } from '../threads/shared-words.js'
import { estimateDocuments } from './estimate-documents.js'
import { kernelOptions } from './kernel-options.js'
import { readSample } from './read-sample.js'
import { firstsOf, type Sketched, type UnitMetadata } from './sketched.js'
import type { CutUnit } from './units.js'

/** Documents per block when frequent elements are counted. Small, because neighbors may share many elements that no other document has. */
const FREQUENT_BLOCK = 4096
/** Bytes of a record in a sketch block, without keys and prefixes: its location, its size, and the hashes of its content, text and id. */
const SKETCH_BYTES = 44
/** Bytes of an element of a prefix in a sketch block. */
const PREFIX_BYTES = 4 * ELEMENT_WORDS
/** Approximate number of bytes of a line per shingle of words. */
const WORD_BYTES = 7

/** The units that were read. */
export interface SketchedUnits {
  readonly sketched: Sketched
  readonly metadata: readonly UnitMetadata[]
  /** For each unit, the sets that were kept of its documents, if any. */
  readonly keptSets: readonly (Block | undefined)[]
}

/**
 * Reads everything once: the locations, hashes, prefixes and keys of all records.
 *
 * @param report called with the bytes done and in all, and the number of records read
 * @param done the first units, if they have been read already
 */
export async function sketchUnits(
  parts: RunParts,
  units: readonly CutUnit[],
  report: (bytes: number, total: number, records: number) => void,
  done?: SketchedUnits,
): Promise<SketchedUnits> {
  const { blocks, memory, plan, options, thread } = parts
  const isExact = plan.method === 'exact'
  const prefixes = isExact ? prefixRequest(parts) : undefined
  const buckets = bucketsOf(plan)
  const keepsSets = options.hints?.keepSets === true && CAN_SHARE
  // Neither limited memory nor the files of a run directory hold what can be read again.
  const mayKeep = memory.blocks === Number.POSITIVE_INFINITY
  const kernelOf = kernelOptions(parts, isExact || keepsSets, {
    keepIds: mayKeep,
    ...(buckets && { bands: { bands: buckets.bands, rows: buckets.rows, scheme: buckets.scheme } }),
  })
  const expectedBytes = ({ from, to, expectedLines }: CutUnit) =>
    expectedLines * (SKETCH_BYTES + 8 * (buckets?.bands ?? 0)) +
    (isExact
      ? PREFIX_BYTES * (expectedLines + ((1 - bandThreshold(plan)) * (to - from)) / shingleBytes(plan))
      : 0)
  const total = units.reduce((sum, { from, to }) => sum + to - from, 0)
  let [bytes, records] = [0, 0]
  report(0, total, done?.sketched.firsts.at(-1) ?? 0)
  const tasks = units.map((unit, number) => {
    const kernel = kernelOf(unit.file)
    const location = blocks.locate(`sketch-${number}`, expectedBytes(unit))
    const canKeep = mayKeep && location.path === undefined
    return {
      kind: 'sketch' as const,
      unit,
      kernel,
      maxLineBytes: memory.maxLineBytes,
      onError: options.onError ?? 'stop',
      prefixes,
      keepsIds: canKeep && kernel.idField !== undefined,
      setsLocation: canKeep && keepsSets ? blocks.locate(`kept-sets-${number}`, 0) : undefined,
      location,
    }
  })
  const metadata: UnitMetadata[] = []
  const made: Block[] = []
  const keptSets: (Block | undefined)[] = []
  const take = (number: number, block: Block, sets: Block | undefined) => {
    const unitMetadata = withBlock(thread.store, block, (reader) => readMetadata<UnitMetadata>(reader))
    made[number] = block
    keptSets[number] = sets
    metadata[number] = unitMetadata
    records += unitMetadata.count
    bytes += units[number]!.to - units[number]!.from
    report(bytes, total, records)
  }
  const missing: number[] = []
  tasks.forEach((_, number) => {
    const known = done?.sketched.blocks[number] ?? knownSketch(parts, units, number)
    if (known === undefined) missing.push(number)
    else take(number, known, done?.keptSets[number])
  })
  await blocks.makeLists(
    missing.map((number) => tasks[number]!),
    (block) => [block],
    (i, [block, sets]) => take(missing[i]!, block!, sets),
  )
  return { sketched: { blocks: made, firsts: firstsOf(metadata) }, metadata, keptSets }
}

/** The sketch of a unit of the second side that an earlier run kept. */
function knownSketch(
  { source, options }: RunParts,
  units: readonly CutUnit[],
  number: number,
): Block | undefined {
  const first = units.findIndex(({ file }) => file >= (source.against?.firstFile ?? Number.POSITIVE_INFINITY))
  return first < 0 || number < first ? undefined : options.knownSketch?.(number - first)
}

/** How elements are ordered, and which of them are prefixes. */
function prefixRequest({ source: both, plan, memory, options, thread }: RunParts): PrefixRequest {
  // Elements must be in the same order as in the run whose prefixes are used.
  const source = both.against?.isOfRun ? otherSide(both) : both
  const documents = Math.max(1, estimateDocuments(thread.inputs, source))
  const meanSize = totalBytes(source) / WORD_BYTES / documents
  const sample = readSample(thread, source, plan, memory.maxLineBytes, {
    onError: options.onError ?? 'stop',
    documents: enoughSets(meanSize),
    blockBytes: FREQUENT_BLOCK,
  })
  const frequent = frequentElements(sample.sets, countRepeatedInKernel)
  const shared = sharedWords(frequent.length)
  shared.set(frequent)
  const comparison = keptComparison(plan)
  const size = Math.round(sample.sets.elements.length / Math.max(1, sample.sets.count))
  const hasBits = documents <= MAX_WITH_BITS && areBitsTelling(size, minOverlapOf(comparison, size, size))
  return { ...comparison, frequent: shared, hasBits }
}

/** Approximate number of bytes of a line per shingle. */
function shingleBytes({ shingle }: Plan): number {
  return shingle.kind === 'chars' ? 1 : WORD_BYTES
}
