import { AllSkipped, type BadRecord } from '../model/errors.js'

/** Throws if every record was skipped. */
export function checkAnyRead(read: number, skipped: readonly BadRecord[]): void {
  if (read === 0 && skipped.length > 0) throw new AllSkipped(skipped)
}
