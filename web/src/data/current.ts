import { signal } from '@preact/signals'
import type { ReportData } from '../../../src/report/report-data.js'
import { oneLine } from '../parts/format.js'
import { ReportModel } from './model.js'

/** The report that the page shows; undefined: none yet. */
export const current = signal<ReportModel | undefined>(undefined)

/** Shows a report: that of the page itself, or a result that came later. */
export function showReport(data: ReportData): void {
  current.value = new ReportModel(data)
  document.title = `${oneLine(data.title)} · Likewise`
}
