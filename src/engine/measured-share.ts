import type { AuditedRecall } from '../audit/judge-audit.js'
import type { MeasuredShare } from './engine.js'

/** What an audit measured; empty if there was nothing to measure. */
export function measuredShare(audited: AuditedRecall | undefined): MeasuredShare {
  if (audited?.measured === undefined) return {}
  const { measured, low, high } = audited
  return { measured, low, high }
}
