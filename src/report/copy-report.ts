import type { Copy, CopyReport } from '../apps/plagiarism/find-copies.js'
import type { DocumentId } from '../model/document.js'
import { count, counted, percent } from '../model/quantities.js'
import { type FittedNames, fitLine, fitNames } from './fit-names.js'
import { fitTexts, reportText } from './fit-texts.js'
import { REPORT_LIMITS, type ReportLimits } from './found-report.js'
import { Histogram } from './histogram.js'
import {
  type PairDetail,
  REPORT_VERSION,
  type ReportBackground,
  type ReportData,
  type ReportTable,
} from './report-data.js'
import { selectCopies } from './select-copies.js'

/** The maximum size of a report of copies. */
export interface CopyReportLimits extends ReportLimits {
  /** Pairs with figures and passages. */
  readonly details: number
  /** Passages of all pairs together. */
  readonly passages: number
  /** Rows of the table of authors. */
  readonly authors: number
}

const COPY_LIMITS: CopyReportLimits = { ...REPORT_LIMITS, details: 3000, passages: 100_000, authors: 1000 }

/** A pair of the report with the numbers of its documents. */
interface NumberedCopy extends Copy {
  readonly numbers: readonly [a: number, b: number]
}

/** The report of a search for copies: pairs with their passages, groups, and a row per author. */
export function copyReport(
  report: CopyReport,
  textOf: (id: DocumentId) => string,
  title: string,
  limits = COPY_LIMITS,
): ReportData {
  const { copies: listed, isComplete } = selectCopies(report.copies, limits.pairs)
  const numberOf = new Map<DocumentId, number>()
  for (const { a, b } of listed)
    for (const id of [a, b]) if (!numberOf.has(id)) numberOf.set(id, numberOf.size)
  const ids = [...numberOf.keys()]
  const names = fitNames(ids.length, (document) => String(ids[document]!))
  const ranked = listed.map(
    (copy): NumberedCopy => ({ ...copy, numbers: [numberOf.get(copy.a)!, numberOf.get(copy.b)!] }),
  )
  // Highest scores first, as many as fit, because these are the pairs to look at.
  const shown = fitTexts(
    ranked.map(({ numbers }) => numbers),
    (document) => textOf(ids[document]!).length,
    limits,
  )
  const pairs = [...ranked].sort((x, y) => x.numbers[0] - y.numbers[0] || x.numbers[1] - y.numbers[1])
  const details = pairDetails(ranked, pairs, shown, limits)
  const histogram = new Histogram()
  for (const { score } of report.copies) histogram.add(score)
  return {
    version: REPORT_VERSION,
    command: 'plagiarism',
    title: fitLine(title),
    created: new Date().toISOString(),
    measure: 'score',
    threshold: report.copies.reduce((low, { score }) => Math.min(low, score), 1),
    counts: {
      documents: report.documents,
      empty: report.empty,
      candidates: report.candidates,
      pairs: report.copies.length,
      clusters: report.groups.length,
    },
    notes: [thresholdNote(report), chanceNote(report), SCORE_NOTE],
    histogram: histogram.counts,
    documents: { ids: names.names, files: [] },
    texts: [...shown].map((document) => reportText(document, textOf(ids[document]!), limits)),
    backgrounds: backgrounds(report),
    tables: [authorTable(report, limits.authors, names.shorten)],
    pairDetails: details,
    leftOut: {
      pairs: report.copies.length - listed.length,
      clustersAreComplete: isComplete,
      texts: ids.length - shown.size,
      details: pairs.length - details.length,
      ids: names.shortened,
    },
    pairs: {
      a: Uint32Array.from(pairs, ({ numbers }) => numbers[0]),
      b: Uint32Array.from(pairs, ({ numbers }) => numbers[1]),
      similarity: Float32Array.from(pairs, ({ score }) => score),
    },
    fileOf: new Uint32Array(ids.length),
  }
}

const SCORE_NOTE =
  'The score is the mean of two shares of the smaller document: the words that carry meaning (in code: the literals) and the runs of three tokens that the other document has as well. A score is a reason to look, not a verdict.'

function thresholdNote({ threshold, minLimit, code, documents }: CopyReport): string {
  const limit = (value: number, lowest: number, kind: string) => {
    const unusual =
      lowest < value && lowest <= 1 ? ` (as low as ${lowest.toFixed(2)} for pairs of unusual documents)` : ''
    return value > 1
      ? `no score for ${kind}, because independent ones are too similar${unusual}`
      : `${value.toFixed(2)} for ${kind}${unusual}`
  }
  const limits = [
    ...(code < documents ? [limit(threshold.prose, minLimit.prose, 'prose')] : []),
    ...(code > 0 ? [limit(threshold.code, minLimit.code, 'code')] : []),
  ]
  return `Pairs are reported if their score is at least ${limits.join(' and ')}, or if they share one long passage.`
}

function chanceNote({ expectedByChance }: CopyReport): string {
  return expectedByChance === undefined
    ? 'There are too few documents to tell how many pairs are this similar by chance.'
    : `About ${expectedByChance.toFixed(1)} of the reported pairs are expected to be this similar by chance.`
}

/** The scores of all pairs, for prose and for code. */
function backgrounds({ histogram, threshold }: CopyReport): ReportBackground[] {
  return (['prose', 'code'] as const).flatMap((kind) => {
    const scores = histogram[kind]
    if (scores === undefined) return []
    const { bars, sampled, pairs } = scores
    const which =
      sampled < pairs
        ? `${count(sampled)} of the ${counted(pairs, 'pair')}, sampled`
        : pairs === 1
          ? 'one pair'
          : `all ${counted(pairs, 'pair')}`
    return [
      {
        title: `Scores of ${kind}: ${which}`,
        counts: bars,
        ...(threshold[kind] <= 1 && { threshold: threshold[kind] }),
      },
    ]
  })
}

/** One row per author, those with the highest scores first. */
function authorTable({ authors }: CopyReport, limit: number, shorten: FittedNames['shorten']): ReportTable {
  const areNamed = authors.some(({ author, ids }) => ids.length > 1 || author !== String(ids[0]))
  return {
    title: areNamed ? 'Authors in pairs' : 'Documents in pairs',
    columns: [...(areNamed ? ['author'] : []), 'document', 'pairs', 'highest score', 'with'],
    rows: authors
      .slice(0, limit)
      .map(({ author, ids, id, pairs, maxScore, with: other }) => [
        ...(areNamed ? [shorten(author)] : []),
        ids.length > 1 ? `${shorten(String(id))} and ${ids.length - 1} more` : shorten(String(id)),
        pairs,
        maxScore.toFixed(3),
        shorten(String(other)),
      ]),
    ...(authors.length > limit && { leftOut: authors.length - limit }),
  }
}

/**
 * Figures and passages of the pairs whose texts are in the report, those with the highest scores first, as many as fit.
 *
 * @param ranked by decreasing score
 * @param pairs the same in the order of the report
 */
function pairDetails(
  ranked: readonly NumberedCopy[],
  pairs: readonly NumberedCopy[],
  shown: ReadonlySet<number>,
  limits: CopyReportLimits,
): PairDetail[] {
  const chosen = ranked
    .filter(({ numbers }) => numbers.every((document) => shown.has(document)))
    .slice(0, limits.details)
  const numberOf = new Map(pairs.map((copy, pair) => [copy, pair]))
  let room = limits.passages
  return chosen.map((copy) => {
    // Those in the parts of long texts that the report cuts off cannot be shown.
    const passages = copy.passages.filter(({ a, b }) => Math.max(a[1], b[1]) <= limits.oneText)
    const isFitting = passages.length <= room
    if (isFitting) room -= passages.length
    return {
      pair: numberOf.get(copy)!,
      facts: factsOf(copy),
      ...(isFitting && { passages: passages.map(({ a, b, matched }) => ({ a, b, matched })) }),
      ...(isFitting && copy.isCode && { passageUnit: 'token' as const }),
    }
  })
}

function factsOf(copy: Copy): PairDetail['facts'] {
  return [
    ['reported from score', copy.limit > 1 ? 'none' : copy.limit.toFixed(3)],
    ['content shared', percent(copy.content)],
    ['runs shared', percent(copy.runs)],
    ['Jaccard similarity', copy.jaccard.toFixed(3)],
    ['first document in passages', percent(copy.copied.a)],
    ['second document in passages', percent(copy.copied.b)],
    [`longest run of equal ${copy.isCode ? 'tokens' : 'words'}`, String(copy.verbatim)],
  ]
}
