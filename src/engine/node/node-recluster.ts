import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foundProbability } from '../../band/found-probability.js'
import { checkChoice, checkShare } from '../../model/check.js'
import { InvalidArtifact, InvalidOption } from '../../model/errors.js'
import type { PairBatch } from '../../model/pair.js'
import { keptFrom, type Plan, similarityIn } from '../../model/plan.js'
import type { OmittedPairs } from '../../model/report.js'
import { StopCheck } from '../../model/stop-check.js'
import type { RunControl } from '../engine.js'
import { countOmitted, type OversizedSample, type SampledPairs } from '../oversized/omitted-pairs.js'
import type { Block } from '../stages/blocks/block.js'
import type { Segment } from '../stages/blocks/block-layout.js'
import { readMetadata, readWords, withBlock } from '../stages/blocks/segments.js'
import { ClusterTable } from '../stages/cluster/cluster-table.js'
import { DocumentNumbers } from '../stages/groups/document-numbers.js'
import type { Copies } from '../stages/identical/copies.js'
import { Memory } from '../stages/read/field-archive.js'
import type { ClusterRequest } from '../stages/tasks.js'
import { concatenateWords, hasBit, setBit } from '../stages/threads/shared-words.js'
import { readPairs } from '../stages/verify/pair-runs.js'
import { mergeRuns, type PairStream } from '../stages/verify/pair-stream.js'
import { type ResolvedMetadata, resolvePairs, VERIFIED } from '../stages/verify/resolve.js'
import { nodeBlocks } from './blocks/node-block-file.js'
import { type RunDirectory, readRun } from './node-run-directory.js'

const OUTCOME = 'outcome.json'
/** The number of documents with copies but no pair that are resolved at a time. */
const AT_ONCE = 100_000

/** What a finished run stores for other thresholds. */
export interface RunOutcome {
  /** The number of records, including bad ones. */
  readonly positions: number
  readonly documents: number
  readonly empty: number
  readonly identical: number
  readonly equal: number
  /** Null if the record numbers are the ids. */
  readonly idField: string | null
  /** The names of the blocks with verified pairs: each first block, followed by its continuation blocks. */
  readonly resolved: readonly string[]
  /** The fields that are stored of documents, in addition to their ids. */
  readonly fields: readonly string[]
  /** A sample of the pairs of oversized documents, if there are any. */
  readonly oversizedSample?: OversizedSample
}

const COPIES = { firsts: 1, offsets: 2, members: 3 } as const

export function copySegments(copies: Copies): Segment[] {
  return (['firsts', 'offsets', 'members'] as const).map((name) => ({
    tag: COPIES[name],
    bytes: copies[name],
  }))
}

export function writeOutcome(directory: RunDirectory, outcome: RunOutcome): void {
  directory.write(OUTCOME, `${JSON.stringify(outcome)}\n`)
}

export interface ReclusterOptions {
  /** At least the minimum similarity of the pairs that the run kept. */
  readonly threshold: number
  /** Default: that of the run. */
  readonly clusters?: 'components' | 'stars'
}

/** The clusters of a run at another threshold. */
export interface Reclustered {
  readonly plan: Plan
  /** The number of records, including bad ones. */
  readonly positions: number
  readonly threshold: number
  readonly documents: number
  readonly empty: number
  readonly identical: number
  readonly equal: number
  readonly pairs: PairStream
  readonly pairsOmitted: OmittedPairs
  readonly clusters: ClusterTable
  /** Documents that are equal. */
  readonly copies: Copies
  /** The probability with which the run found a pair exactly at this threshold. */
  readonly guaranteed: number
  /** The number of files that the run read. */
  readonly filesRead: number
  readonly idField: string | undefined
  /** The fields that are stored, in addition to ids. */
  readonly fields: readonly string[]
  /** What is stored of the documents in pairs and clusters. */
  readonly memory: Memory
}

/** Clusters the pairs that a finished run kept, without reading any document again. */
export async function recluster(
  path: string,
  options: ReclusterOptions,
  { signal, onProgress }: RunControl = {},
): Promise<Reclustered> {
  signal?.throwIfAborted()
  const run = readRun(path) as unknown as {
    readonly plan?: Plan
    readonly clusters: 'components' | 'stars'
    readonly against?: object
    readonly inputs?: readonly object[]
  }
  if (run.against !== undefined) {
    throw new InvalidArtifact(
      'a run',
      'it compared documents with others (`against`), and such pairs form no clusters',
      'run the search again with the new threshold',
      path,
    )
  }
  if (run.plan === undefined) {
    throw new InvalidArtifact(
      'a run',
      'it is the run of a join, which has no clusters',
      'use the run of a find or dedup',
      path,
    )
  }
  const { threshold, clusters: method = run.clusters } = options
  checkShare('threshold', threshold)
  checkChoice('clusters', method, ['components', 'stars'])
  const kept = keptFrom(run.plan)
  if (threshold < kept) {
    throw new InvalidOption(
      'threshold',
      threshold,
      `at least ${kept}, the lowest similarity that the run kept; a lower \`keepPairsFrom\` keeps more`,
    )
  }
  const outcome = readOutcome(path)
  const block = (name: string): Block => ({ name, path: join(path, 'blocks', `${name}.block`), bytes: 0 })
  const copies = withBlock(nodeBlocks, block('outcome-copies'), (reader) => ({
    firsts: readWords(reader, COPIES.firsts),
    offsets: readWords(reader, COPIES.offsets),
    members: readWords(reader, COPIES.members),
  }))
  const { oversizedSample } = outcome
  if (oversizedSample !== undefined && threshold > run.plan.threshold) {
    throw new InvalidOption(
      'threshold',
      threshold,
      `at most ${run.plan.threshold}, the threshold of the run: not all pairs of its oversized groups were compared, so their clusters above it are unknown; use find at this threshold, or run with \`maxGroup: 'all'\``,
    )
  }
  const request = {
    threshold,
    similarity: similarityIn(run.plan),
    method,
    copies,
    maxGroup: run.plan.maxGroup,
    oversizedOf: withBlock(nodeBlocks, block('outcome-oversized'), (reader) => readWords(reader, 1)),
  }
  const { documents } = outcome
  const stop = new StopCheck(signal)
  const made = await resolveAgain(outcome.resolved.map(block), outcome.positions, request, (done, total) => {
    onProgress?.({ stage: 'cluster', done, total, documents })
    return stop.check()
  })
  const metadata = made.map(([first]) =>
    withBlock(nodeBlocks, first!, (reader) => readMetadata<ResolvedMetadata>(reader)),
  )
  return {
    plan: run.plan,
    filesRead: run.inputs?.length ?? 0,
    positions: outcome.positions,
    threshold,
    documents,
    empty: outcome.empty,
    identical: outcome.identical,
    equal: outcome.equal,
    pairs: mergeRuns(
      nodeBlocks,
      made.flat(),
      metadata.reduce((sum, { pairs }) => sum + pairs, 0),
    ),
    pairsOmitted: countOmitted(
      metadata.reduce((sum, { omitted }) => sum + omitted, 0),
      sampledAt(threshold, run.plan.threshold, oversizedSample),
      metadata.reduce((sum, { betweenOversized }) => sum + betweenOversized, 0),
      threshold,
    ),
    clusters: ClusterTable.merge(
      made.map(([first]) => withBlock(nodeBlocks, first!, (reader) => ClusterTable.read(reader))),
    ),
    copies,
    guaranteed: foundProbability(threshold, run.plan),
    idField: outcome.idField ?? undefined,
    fields: outcome.fields,
    memory: withBlock(nodeBlocks, block('outcome-documents'), (reader) => new Memory(reader)),
  }
}

/** Below the threshold of the run, clusters may have merged. */
function sampledAt(threshold: number, ofRun: number, sample: OversizedSample | undefined): SampledPairs[] {
  if (sample === undefined) return []
  return threshold < ofRun ? [sample.inClusters, sample.between] : [sample.inClusters]
}

/** @param onBlocks called with the number of blocks done, and of all */
async function resolveAgain(
  blocks: readonly Block[],
  positions: number,
  request: ClusterRequest,
  onBlocks: (done: number, total: number) => void | Promise<void>,
): Promise<Block[][]> {
  const isTied = new Uint32Array((positions + 31) >>> 5)
  const target = (name: string) => ({ location: { name }, keepVerified: false })
  const made: Block[][] = []
  for (let i = 0; i < blocks.length; ) {
    await onBlocks(i, blocks.length)
    const first = blocks[i++]!
    const { continuations } = withBlock(nodeBlocks, first, (reader) => readMetadata<ResolvedMetadata>(reader))
    // The first block was written last.
    const parts = [...blocks.slice(i, i + continuations), first]
    i += continuations
    const documents = documentsIn(verifiedIn(parts))
    for (const document of documents) setBit(isTied, document)
    const numbers = new DocumentNumbers(documents)
    made.push(
      resolvePairs(
        nodeBlocks,
        documents,
        () => numbers.ofBatches(verifiedIn(parts)),
        request,
        target(first.name),
        0,
      ),
    )
  }
  const unpaired = request.copies.firsts.filter((first) => !hasBit(isTied, first))
  for (let from = 0; from < unpaired.length; from += AT_ONCE) {
    await onBlocks(blocks.length, blocks.length)
    made.push(
      resolvePairs(
        nodeBlocks,
        unpaired.subarray(from, from + AT_ONCE),
        () => [],
        request,
        target(`copies-${from}`),
        0,
      ),
    )
  }
  await onBlocks(blocks.length, blocks.length)
  return made
}

function* verifiedIn(blocks: readonly Block[]): Generator<PairBatch, void> {
  for (const block of blocks) yield withBlock(nodeBlocks, block, (reader) => readPairs(reader, VERIFIED))
}

/** The documents of some pairs, ascending. */
function documentsIn(batches: Iterable<PairBatch>): Uint32Array {
  let documents = new Uint32Array(0)
  for (const { count, a, b } of batches) {
    if (count === 0) continue
    documents = concatenateWords([documents, a, b])
      .sort()
      .filter((value, i, all) => value !== all[i - 1])
  }
  return documents
}

export function readOutcome(path: string): RunOutcome {
  try {
    return JSON.parse(readFileSync(join(path, OUTCOME), 'utf8')) as RunOutcome
  } catch {
    throw new InvalidArtifact(
      'a finished run',
      'the run is not finished',
      'finish it with `resume: true`',
      path,
    )
  }
}
