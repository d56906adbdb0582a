import { type ReadonlySignal, signal } from '@preact/signals'
import type { ShinglePlan } from '../../../src/model/plan.js'
import type { ReportData } from '../../../src/report/report-data.js'
import { oneLine } from '../parts/format.js'
import { ReportModel } from './model.js'

/** The report shown on the page; undefined: none yet. */
export const current = signal<ReportModel | undefined>(undefined)

/** How the page searches the same documents again. */
export interface SearchAgain {
  /** Searches with different shingles. */
  readonly search: (shingle: ShinglePlan) => Promise<void>
  /** Why the page cannot search; undefined: it can. */
  readonly obstacle?: ReadonlySignal<string | undefined>
}

/**
 * Shows a report: that of the page itself, or a later result.
 *
 * @param searchAgain if this kind of page supports it
 */
export function showReport(data: ReportData, searchAgain?: SearchAgain): void {
  current.value = new ReportModel(data, searchAgain)
  document.title = `${oneLine(data.title)} · Likewise`
}
