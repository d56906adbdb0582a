import type { NodeFindResult } from '../engine/node/node-engine-options.js'
import type { BadRecord } from '../model/errors.js'
import type { Source } from '../read/source.js'

/** The 1-based lines of an input that could not be used. */
export interface SkippedLines {
  /** Those skipped when the input was read: lines or rows of the input itself. */
  readonly whenRead: ReadonlySet<number>
  /** Those skipped by the engine: lines of the JSON Lines that the others were converted to. */
  readonly byEngine: ReadonlySet<number>
}

export function skippedLines(
  source: Pick<Source, 'skipped'>,
  result: Pick<NodeFindResult, 'skipped'>,
  name: string,
): SkippedLines {
  const whenRead = new Set(source.skipped)
  const linesOf = (records: readonly BadRecord[]) =>
    new Set(records.filter(({ file }) => file === name).map(({ line }) => line))
  return {
    whenRead: linesOf(source.skipped),
    byEngine: linesOf(result.skipped.filter((record) => !whenRead.has(record))),
  }
}
