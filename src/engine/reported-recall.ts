import type { ReportedRecall } from '../model/report.js'

/** A recall by the names that results have: the one place where those of the library become these. */
export function reportRecall<Recall extends Pick<ReportedRecall, 'wished' | 'promised'>>({
  wished,
  promised,
  ...others
}: Recall): Omit<Recall, 'wished' | 'promised'> & {
  readonly requested: number
  readonly guaranteed: number
} {
  return { requested: wished, guaranteed: promised, ...others }
}
