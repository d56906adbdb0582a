import type { RecordMatches } from '../apps/entities/match-tuned.js'
import { findRoot, makeForest, unite } from '../cluster/union-find.js'
import { type PairBatch, PairBuilder } from '../model/pair.js'
import { counted } from '../model/quantities.js'
import { orderToShow } from './choose-texts.js'
import { fitLine, fitName, fitNames } from './fit-names.js'
import { fitTexts } from './fit-texts.js'
import { REPORT_LIMITS } from './found-report.js'
import { Histogram } from './histogram.js'
import { type MatchedTable, RecordList } from './record-list.js'
import { REPORT_VERSION, type ReportData, type ReportRecords } from './report-data.js'
import { concat, PairSelection } from './select-pairs.js'

/** The number of pairs offered for labeling. */
const TO_MARK = 100
/** The maximum number of pairs shown with their evidence. */
const MAX_EXPLAINED = 3000

/** The report of a search for records of the same entity, in one table or between two. */
export function matchReportData(
  result: RecordMatches,
  tables: readonly MatchedTable[],
  warnings: readonly string[],
  limits = REPORT_LIMITS,
): ReportData {
  const records = new RecordList(tables, result)
  const { selected, listed, toMark } = choosePairs(result, records, limits.pairs)
  const threshold = lowestOf(selected.pairs, result.threshold)
  const ranked = [...toMark, ...orderToShow(selected.pairs, threshold)]
  const shown = fitTexts(
    pairsAt(listed, ranked),
    (at) => records.valuesOf(at).reduce((sum, value) => sum + (value?.length ?? 0), 0),
    limits,
  )
  const positions = Uint32Array.from(new Set([...listed.a, ...listed.b])).sort()
  const numberOf = new Map(Array.from(positions, (position, i) => [position, i]))
  const number = (position: number) => numberOf.get(position)!
  const ids = fitNames(positions.length, (i) => records.idOf(positions[i]!))
  const names = [...tables, ...result.fields].map(({ name }) => name)
  const explained = [...new Set(ranked)]
    .filter((pair) => shown.has(listed.a[pair]!) && shown.has(listed.b[pair]!))
    .slice(0, MAX_EXPLAINED)
  return {
    version: REPORT_VERSION,
    command: 'match',
    title: fitLine(tables.map((table) => table.name).join(', ')),
    created: new Date().toISOString(),
    measure: 'score',
    threshold,
    counts: {
      documents: records.count,
      empty: 0,
      candidates: result.candidates,
      pairs: result.pairs.count,
      clusters:
        tables.length === 1
          ? result.clusters.length
          : countGroups(records.count, result.pairs, records.offset),
    },
    notes: warnings.map((warning) => fitLine(`Warning: ${warning}.`)),
    histogram: histogramOf(result.pairs),
    backgrounds: [
      {
        title:
          result.candidates === 1
            ? 'Score of the one pair compared'
            : `Scores of all ${counted(result.candidates, 'pair')} compared`,
        counts: result.histogram.map(({ pairs }) => pairs),
        threshold: result.threshold,
      },
    ],
    documents: {
      ids: ids.names,
      files: tables.map((table) => fitName(table.name)),
    },
    texts: [],
    records: {
      fields: result.fields.map(({ name }) => fitName(name)),
      values: Array.from(shown, (at) => ({ document: number(at), values: records.valuesOf(at) })),
      agreement: result.agreement().map((one) => ({ ...one, field: fitName(one.field) })),
      ...expectedOf(result),
      toMark,
    },
    suggested: listed.count - selected.pairs.count,
    pairDetails: explained.map((pair) => records.explain(pair, listed.a[pair]!, listed.b[pair]!)),
    leftOut: {
      pairs: selected.leftOut,
      clustersAreComplete: selected.isComplete,
      texts: positions.length - shown.size,
      details: listed.count - explained.length,
      ids: ids.shortened,
      names: names.filter((name) => fitName(name) !== name).length,
    },
    pairs: {
      a: listed.a.map(number),
      b: listed.b.map(number),
      similarity: Float32Array.from(listed.similarity),
    },
    fileOf: positions.map((position) => records.tableOf(position)),
  }
}

/** The reported pairs within the limit, followed by unreported pairs that are worth labeling. */
function choosePairs(result: RecordMatches, records: RecordList, limit: number) {
  const { pairs } = result
  const selection = new PairSelection(records.count, limit)
  selection.add({ ...pairs, b: pairs.b.map((position) => position + records.offset) })
  const selected = selection.selected()
  const found = new Map(Array.from(selected.pairs.a, (a, i) => [`${a} ${selected.pairs.b[i]!}`, i] as const))
  const further = new PairBuilder()
  const toMark = (result.candidates === 0 ? [] : result.suggest(TO_MARK)).map(({ a, b, score }) => {
    const known = found.get(`${a} ${b + records.offset}`)
    if (known !== undefined) return known
    further.add(a, b + records.offset, score)
    return selected.pairs.count + further.count - 1
  })
  return { selected, listed: concat(selected.pairs, further.pairs()), toMark }
}

function* pairsAt({ a, b }: PairBatch, numbers: readonly number[]): Iterable<readonly [number, number]> {
  for (const i of numbers) yield [a[i]!, b[i]!]
}

/** Members of a cluster can be less similar than the threshold, and initially all reported pairs are shown. */
function lowestOf({ similarity }: PairBatch, threshold: number): number {
  return similarity.reduce((low, score) => Math.min(low, Math.fround(score)), threshold)
}

function histogramOf({ similarity }: PairBatch): readonly number[] {
  const histogram = new Histogram()
  for (const score of similarity) histogram.add(score)
  return histogram.counts
}

/** The number of groups of records connected by pairs. */
function countGroups(records: number, { a, b }: PairBatch, offset: number): number {
  const trees = makeForest(records)
  a.forEach((one, i) => {
    unite(trees, one, b[i]! + offset)
  })
  const roots = new Set(Array.from(a, (one) => findRoot(trees, one)))
  return roots.size
}

function expectedOf({
  expectedPrecision: precision,
  expectedRecall: recall,
  precisionInterval,
  recallInterval,
}: RecordMatches): Pick<ReportRecords, 'expected'> {
  if (precisionInterval === undefined && recallInterval === undefined) return {}
  return {
    expected: {
      ...(precision !== undefined && { precision }),
      ...(recall !== undefined && { recall }),
      ...(precisionInterval && { precisionInterval }),
      ...(recallInterval && { recallInterval }),
    },
  }
}
