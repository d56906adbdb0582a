import type { Copy, CopyReport } from '../apps/plagiarism/find-copies.js'
import type { DocumentId } from '../model/document.js'
import { count, counted, percent } from '../model/quantities.js'
import { fitTexts, reportText } from './fit-texts.js'
import { REPORT_LIMITS } from './found-report.js'
import { Histogram } from './histogram.js'
import {
  type PairDetail,
  REPORT_VERSION,
  type ReportBackground,
  type ReportData,
  type ReportTable,
} from './report-data.js'

/** The report of a search for copies: pairs with their passages, groups, and a row per document. */
export function copyReport(
  report: CopyReport,
  textOf: (id: DocumentId) => string,
  title: string,
  limits = REPORT_LIMITS,
): ReportData {
  const ids = [...new Set(report.copies.flatMap(({ a, b }) => [a, b]))]
  const numberOf = new Map(ids.map((id, i) => [id, i]))
  const number = (id: DocumentId) => numberOf.get(id)!
  // Highest scores first, as many as fit, because these are the pairs to look at.
  const listed = report.copies.slice(0, limits.pairs)
  const shown = fitTexts(
    listed.map(({ a, b }) => [number(a), number(b)] as const),
    (document) => textOf(ids[document]!).length,
    limits,
  )
  const pairs = listed.map((copy) => ({ ...copy, numbers: [number(copy.a), number(copy.b)] as const }))
  pairs.sort((x, y) => x.numbers[0] - y.numbers[0] || x.numbers[1] - y.numbers[1])
  const histogram = new Histogram()
  for (const { score } of report.copies) histogram.add(score)
  return {
    version: REPORT_VERSION,
    command: 'plagiarism',
    title,
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
    documents: { ids: ids.map(String), files: [] },
    texts: [...shown].map((document) => reportText(document, textOf(ids[document]!), limits)),
    backgrounds: backgrounds(report),
    tables: [authorTable(report)],
    pairDetails: pairs.map(pairDetail),
    leftOut: {
      pairs: report.copies.length - listed.length,
      clustersAreComplete: listed.length === report.copies.length,
      texts: ids.length - shown.size,
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

function thresholdNote({ threshold, code, documents }: CopyReport): string {
  const limit = (value: number, kind: string) =>
    value > 1
      ? `no score for ${kind}, because independent ones are too similar`
      : `${value.toFixed(2)} for ${kind}`
  const limits = [
    ...(code < documents ? [limit(threshold.prose, 'prose')] : []),
    ...(code > 0 ? [limit(threshold.code, 'code')] : []),
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

function authorTable({ authors }: CopyReport): ReportTable {
  const areNamed = authors.some(({ author, ids }) => ids.length > 1 || author !== String(ids[0]))
  return {
    title: areNamed ? 'Authors in pairs' : 'Documents in pairs',
    columns: [...(areNamed ? ['author'] : []), 'document', 'pairs', 'highest score', 'with'],
    rows: authors.map(({ author, ids, id, pairs, maxScore, with: other }) => [
      ...(areNamed ? [author] : []),
      ids.length > 1 ? `${id} and ${ids.length - 1} more` : String(id),
      pairs,
      maxScore.toFixed(3),
      String(other),
    ]),
  }
}

function pairDetail(copy: Copy, pair: number): PairDetail {
  return {
    pair,
    facts: [
      ['content shared', percent(copy.content)],
      ['runs shared', percent(copy.runs)],
      ['Jaccard similarity', copy.jaccard.toFixed(3)],
      ['first document in passages', percent(copy.copied.a)],
      ['second document in passages', percent(copy.copied.b)],
      ['longest run of equal tokens', String(copy.verbatim)],
    ],
    passages: copy.passages.map(({ a, b, matched }) => ({ a, b, matched })),
  }
}
