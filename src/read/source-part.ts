import type { BadRecord } from '../model/errors.js'
import type { SourceFile } from './source.js'

/** The result of opening one input, or a group of files that are one document each. */
export interface SourcePart {
  /** Undefined if it contains nothing to read. */
  readonly file?: SourceFile
  readonly skipped: readonly BadRecord[]
}

export const NOTHING_READ: SourcePart = { skipped: [] }
