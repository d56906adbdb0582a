import type { Trial } from '../../apps/recommend/choose-treatment.js'
import type { PreferenceColumns } from '../../apps/recommend/columns.js'
import type { Evaluation } from '../../apps/recommend/measure.js'
import type { Recommendation, RecommendBy, SimilarName } from '../../apps/recommend/recommend-options.js'
import type { Scale } from '../../apps/recommend/scale.js'
import type { BadRecord } from '../../model/errors.js'
import { count, counted, duration, percent } from '../../model/quantities.js'
import type { InputReport } from '../input/input-report.js'
import { inputRows } from '../input/input-rows.js'
import type { Report } from '../outcome.js'
import { row, skippedRows, writtenRows } from '../output/rows.js'

/** The object that `--json` prints, and that the summary shows as text. */
export interface RecommendReport extends Report {
  readonly filesRead: number
  /** Empty if there are no rows. */
  readonly fields: Partial<PreferenceColumns>
  readonly input: InputReport
  readonly events: number
  readonly customers: number
  readonly items: number
  /** The number of opinions that count: liked, disliked, or with stars. */
  readonly counted: number
  readonly dropped: number
  readonly repeated: number
  /** Missing for purchases without ratings. */
  readonly scale?: Scale
  readonly by: RecommendBy
  /** The weight of each earlier item of a history relative to the next; chosen from the input if it has times. */
  readonly fade?: number
  /** What was tried on held-out events to choose how ratings become sets, and how fast older events fade. */
  readonly validation?: { readonly customers: number; readonly tried: readonly Trial[] }
  readonly recommendations: readonly {
    readonly customer: string
    readonly recommended: readonly ReportedRecommendation[]
  }[]
  readonly similarCustomers?: readonly SimilarName[]
  readonly like?: string
  readonly similarItems?: readonly SimilarName[]
  /** Groups of items. */
  readonly clusters?: number
  readonly evaluation?: readonly Evaluation[]
}

/** A recommendation, with keys that have the same meaning everywhere in a report. */
type ReportedRecommendation = Omit<Recommendation, 'customers'> & {
  readonly similarCustomers: Recommendation['customers']
}

interface ProgramContext {
  readonly titles: ReadonlyMap<string, string>
  readonly skipped: readonly BadRecord[]
  readonly written: readonly string[]
  /** Whether a customer or an item was requested. */
  readonly isSingleQuery: boolean
}

/** The report, as text. */
export function reportText(report: RecommendReport, programContext: ProgramContext): string {
  const { titles, skipped, written, isSingleQuery } = programContext
  const title = (item: string) => titles.get(item) ?? item
  const { fields: columns, scale, events, customers, items, dropped, repeated } = report
  const parts = [
    row(
      'read',
      `${counted(events, scale === undefined ? 'purchase' : 'rating')}: ${counted(customers, 'customer')}, ${counted(items, 'item')}`,
    ),
    row(
      'columns',
      columns.user === undefined
        ? 'none (there are no rows)'
        : `user: ${columns.user}, item: ${columns.item}, ${columns.rating === undefined ? 'no rating' : `rating: ${columns.rating}`}, ${columns.time === undefined ? 'no time' : `time: ${columns.time}`}`,
    ),
    ...inputRows(report.input).map(([name, text]) => row(name, text)),
    ...(scale === undefined
      ? []
      : [
          row(
            'counted',
            `${count(report.counted)} ${scaleText(scale)}${dropped > 0 ? `; ${counted(dropped, 'other')} dropped` : ''}`,
          ),
        ]),
    ...(repeated > 0
      ? [row('repeated', `${count(repeated)}; only the latest rating of an item by a customer counts`)]
      : []),
    ...skippedRows(skipped),
    ...(report.clusters === undefined ? [] : [row('groups', `${count(report.clusters)} of items`)]),
    ...(report.fade === undefined ? [] : [row('recency', fadeText(report.fade))]),
    ...(report.validation === undefined ? [] : [row('chosen', validationText(report.validation))]),
    row('time', duration(report.seconds)),
    ...writtenRows(written),
    ...report.recommendations.map(({ customer, recommended }) =>
      recommendedText(customer, recommended, title),
    ),
    ...(report.similarCustomers === undefined
      ? []
      : [similarText('most similar customers', report.similarCustomers, (name) => name)]),
    ...(report.similarItems === undefined
      ? []
      : [similarText(`most similar to ${title(report.like!)}`, report.similarItems, title)]),
    ...(report.evaluation === undefined ? [] : [measuredText(report.evaluation)]),
  ]
  if (!isSingleQuery && written.length === 0) {
    const isUnevaluated = report.evaluation === undefined
    parts.push(
      `\nTo see more, run likewise recommend ${report.inputs.join(' ')} with --for CUSTOMER (one customer)${isUnevaluated ? ',' : ' or'} --recommendations FILE\n(write all)${isUnevaluated ? ' or --evaluate (measure the quality)' : ''}.\n`,
    )
  }
  return parts.join('')
}

/** The best result of each kind of preference, on the held-out events. */
function validationText({ customers, tried }: NonNullable<RecommendReport['validation']>): string {
  const ways = [...new Set(tried.map(({ as }) => as))].map((as) => {
    const best = Math.max(...tried.filter((trial) => trial.as === as).map(({ ndcg }) => ndcg))
    return `${as === 'liked-and-disliked' ? 'liked-disliked' : as} ${best.toFixed(3)}`
  })
  return `by nDCG@10 on a held-out fifth of ${counted(customers, 'customer')}: ${ways.join(', ')}`
}

function fadeText(fade: number): string {
  if (fade === 1) return 'all items of a customer count equally'
  return `a customer's latest item counts most, each earlier one ${Math.round((1 - fade) * 100)} % less`
}

function scaleText({ as, likedFrom, dislikedTo, min, max }: Scale): string {
  const range = `ratings range from ${short(min)} to ${short(max)}`
  if (as === 'stars') return `with their stars (${range})`
  if (as === 'liked') return `liked (${short(likedFrom)} or above; ${range})`
  return `liked (${short(likedFrom)} or above) or disliked (${short(dislikedTo)} or below; ${range})`
}

function recommendedText(
  customer: string,
  list: readonly ReportedRecommendation[],
  title: (item: string) => string,
): string {
  const lines = list.map(({ item, score, because, similarCustomers: customers, likedBy }, i) => {
    const reasons = [
      ...(because.length > 0 ? [`because of ${because.map((part) => title(part.item)).join(', ')}`] : []),
      ...(customers.length > 0
        ? [`similar customers liked it: ${customers.map(({ name }) => name).join(', ')}`]
        : []),
      ...(score === 0 ? [`popular: ${counted(likedBy, 'customer')} liked it`] : []),
    ]
    return `  ${String(i + 1).padStart(2)}  ${title(item)}  (${score.toPrecision(3)})\n      ${reasons.join('; ')}\n`
  })
  return `\nfor ${customer}\n${lines.join('') || '  nothing to recommend: this customer knows every item that somebody liked\n'}`
}

function similarText(heading: string, list: readonly SimilarName[], title: (name: string) => string): string {
  const lines = list.map(({ name, similarity }) => `  ${similarity.toFixed(4)}  ${title(name)}\n`)
  return `\n${heading}\n${lines.join('') || '  none\n'}`
}

function measuredText(measured: readonly Evaluation[]): string {
  const heads = ['hit rate', 'precision', 'nDCG', 'MAP', 'coverage']
  const table = (heading: string, which: 'lastItem' | 'lastFifth') => {
    const { customers } = measured[0]![which]
    if (customers === 0)
      return [`\n  ${heading}: nothing to evaluate, because no customer liked a held-out item\n`]
    return [
      `\n  ${`${heading} (${counted(customers, 'customer')})`.padEnd(36)}${heads.map((head) => head.padStart(10)).join('')}\n`,
      ...measured.map((one) => {
        const { hitRate, precision, ndcg, map, coverage } = one[which]
        return `  ${one.name.padEnd(36)}${[percent(hitRate), percent(precision), ndcg.toFixed(4), map.toFixed(4), percent(coverage)].map((cell) => cell.padStart(10)).join('')}\n`
      }),
    ]
  }
  return [
    '\nevaluation: how well 10 recommendations predict what customers liked next\n',
    ...table('last event held out', 'lastItem'),
    ...table('last fifth held out', 'lastFifth'),
  ].join('')
}

function short(value: number): string {
  return String(Number(value.toFixed(3)))
}
