import { resolve } from 'node:path'
import type { BadRecord } from '../../model/errors.js'
import type { Source } from '../../read/source.js'
import type { SparkSide } from './messages.js'
import { sidesOfSource } from './sides.js'

/** What is searched: the sides as Spark reads them, and the names of their files in messages. */
export interface SparkSource {
  readonly sides: readonly SparkSide[]
  /** The name of a file, by the number of its side and its number there; undefined if Spark listed the files. */
  nameOf?: (side: number, file: number) => string
  /** Bad records that are already known. */
  readonly skipped: readonly BadRecord[]
}

/** Describes a source opened by Likewise for Spark. */
export function sparkSource(source: Source): SparkSource {
  const firstOther = source.against?.firstFile ?? source.files.length
  return {
    sides: sidesOfSource(source, (path) => resolve(path)),
    nameOf: (side, file) => source.files[(side === 0 ? 0 : firstOther) + file]!.name,
    skipped: source.skipped,
  }
}
