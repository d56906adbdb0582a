import type { Removal } from '../cluster/removal.js'
import type { SavedDecision } from '../dedup/decisions.js'
import { nearlyWipedOut, type SourceRate } from '../dedup/source-rates.js'
import type { IdOf } from '../engine/stages/read/ids.js'
import { visitLines } from '../engine/stages/read/visit-lines.js'
import type { RunResult } from '../engine/stages/run-result.js'
import type { PairBatch } from '../model/pair.js'
import { keptFrom } from '../model/plan.js'
import { StopCheck } from '../model/stop-check.js'
import type { StopSignal } from '../model/stop-signal.js'
import type { ExplainedPlan } from '../plan/explained-plan.js'
import { textReader } from '../read/json-field.js'
import type { Source } from '../read/source.js'
import { orderToShow } from './choose-texts.js'
import { fitFiles, fitLine, fitName, fitNames } from './fit-names.js'
import { fitTexts, reportText, type TextLimits } from './fit-texts.js'
import { Histogram, histogramBelow } from './histogram.js'
import { REPORT_VERSION, type ReportData, type ReportText } from './report-data.js'
import { PairSelection } from './select-pairs.js'

/** The maximum size of a report. */
export interface ReportLimits extends TextLimits {
  readonly pairs: number
}

export const REPORT_LIMITS: ReportLimits = { pairs: 500_000, text: 8_000_000, oneText: 1_000_000 }

/** The maximum number of sources in a report. */
const MAX_SOURCES = 1000

/** What was searched, what was found, and the names of the documents. */
export interface FoundDocuments {
  readonly source: Source
  readonly result: RunResult
  readonly idOf: IdOf
  /** The plan with the statistics of its sample, if there was one. */
  readonly explained?: ExplainedPlan
  /** Stops the making of the report. */
  readonly signal?: StopSignal | undefined
}

/** What a deduplication did. */
export interface RemovedDocuments {
  readonly removal: Removal
  readonly kept: number
  readonly removed: number
  readonly sources?: readonly SourceRate[]
  /** Which documents are kept; see `survivorReason`. */
  readonly reason: string
  /** The decisions that were applied. */
  readonly decisions?: readonly SavedDecision[] | undefined
}

/** The report of a search and, if there was one, of the deduplication after it. */
export async function foundReport(
  { source, result, idOf, explained, signal }: FoundDocuments,
  title: string,
  removed?: RemovedDocuments,
  limits: ReportLimits = REPORT_LIMITS,
): Promise<ReportData> {
  const { plan, locations } = result
  const sample = explained?.sample
  const sampled = sample?.histogram ?? []
  const selection = new PairSelection(result.documents, limits.pairs)
  const histogram = new Histogram()
  const stop = new StopCheck(signal)
  const add = async (batch: PairBatch) => {
    await stop.check()
    selection.add(batch)
    for (let i = 0; i < batch.count; i++) histogram.add(batch.similarity[i]!)
  }
  for (const batch of result.pairs.batches()) await add(batch)
  let pairsBelow = 0
  for (const batch of result.below?.() ?? []) {
    await add(batch)
    pairsBelow += batch.count
  }
  await stop.check()
  const { pairs, leftOut, isComplete } = selection.selected()
  const positions = positionsOf(pairs, removed?.removal.survivorOf)
  const numberOf = new Map(Array.from(positions, (position, i) => [position, i]))
  await stop.check()
  const texts = readTexts({ source, result, idOf }, pairs, numberOf, limits)
  const number = (position: number) => numberOf.get(position)!
  const sources = removed?.sources && firstSources(removed.sources)
  const ids = fitNames(positions.length, (i) => String(idOf(positions[i]!)))
  const files = fitFiles(
    source.files.map(({ name }) => name),
    positions.map((position) => locations.file(position)),
  )
  const longSources = sources?.filter(({ source: name }) => fitName(name) !== name) ?? []
  return {
    version: REPORT_VERSION,
    command: removed ? 'dedup' : 'find',
    title: fitLine(title),
    created: new Date().toISOString(),
    measure: 'similarity',
    threshold: plan.threshold,
    counts: {
      documents: result.documents,
      empty: result.empty,
      identical: result.identical,
      equal: result.equal,
      candidates: result.compared,
      pairs: result.pairs.count,
      pairsOmitted: result.pairsOmitted.count,
      ...(result.below && { pairsBelow }),
      clusters: result.clusters.length,
      ...(removed && { kept: removed.kept, removed: removed.removed }),
    },
    plan,
    ...(sample && { sample }),
    recall: result.recall,
    histogram: histogram.counts,
    ...(sampled.length > 0 && { estimated: histogramBelow(sampled, keptFrom(plan)) }),
    documents: { ids: ids.names, files: files.names },
    texts,
    ...(sources && { sources: sources.map((rate) => ({ ...rate, source: fitName(rate.source) })) }),
    ...(removed && { survivorReason: fitLine(removed.reason) }),
    ...(removed?.decisions && {
      decisions: removed.decisions.map((decision) => fitDecision(decision, ids.shorten)),
    }),
    leftOut: {
      pairs: leftOut,
      clustersAreComplete: isComplete,
      texts: positions.length - texts.length,
      ...(sources && { sources: removed.sources.length - sources.length }),
      ids: ids.shortened,
      names: files.shortened + longSources.length,
      files: files.leftOut,
    },
    pairs: {
      a: pairs.a.map(number),
      b: pairs.b.map(number),
      similarity: Float32Array.from(pairs.similarity),
    },
    fileOf: files.fileOf,
    ...(removed && { survivorOf: positions.map((at) => number(removed.removal.survivorOf[at]!)) }),
  }
}

/** The documents of the pairs, and those kept instead of them, in ascending order. */
function positionsOf({ a, b }: PairBatch, survivorOf: Uint32Array | undefined): Uint32Array {
  const found = new Set<number>()
  for (const list of [a, b]) {
    for (const position of list) {
      found.add(position)
      if (survivorOf) found.add(survivorOf[position]!)
    }
  }
  return Uint32Array.from(found).sort()
}

/** Those that lost nearly all their documents, then the largest, as many as fit. */
function firstSources(sources: readonly SourceRate[]): readonly SourceRate[] {
  if (sources.length <= MAX_SOURCES) return sources
  return [...new Set([...nearlyWipedOut(sources), ...sources])].slice(0, MAX_SOURCES)
}

/** A decision with ids and sources in the form in which the report contains them. */
function fitDecision(decision: SavedDecision, fitId: (id: string) => string): SavedDecision {
  if ('keepSource' in decision) return { keepSource: fitName(decision.keepSource) }
  if ('keep' in decision) return { keep: fitId(decision.keep) }
  const [one, other] = decision.different
  return { different: [fitId(one), fitId(other)] }
}

function* shownPairs(pairs: PairBatch, threshold: number): Iterable<readonly [number, number]> {
  for (const i of orderToShow(pairs, threshold)) yield [pairs.a[i]!, pairs.b[i]!]
}

/** The texts of the first pairs to show, as many as fit. */
function readTexts(
  { source, result }: FoundDocuments,
  pairs: PairBatch,
  numberOf: ReadonlyMap<number, number>,
  limits: ReportLimits,
): ReportText[] {
  const { plan, locations } = result
  const wanted = fitTexts(shownPairs(pairs, plan.threshold), (position) => locations.length(position), limits)
  const texts: ReportText[] = []
  const textOf = textReader(source.textFields)
  visitLines(
    result.thread.inputs,
    source,
    locations,
    (position) => wanted.has(position),
    (position, line) => texts.push(reportText(numberOf.get(position)!, textOf(line), limits)),
  )
  return texts
}
