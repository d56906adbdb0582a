import type { ManifestInput } from './manifest.js'
import type { Removal } from './writers.js'

/** Copies rows of the inputs, as they are stored, to files of kept and removed ones: told of one document after the other. */
export interface CopiedRows {
  /** Keeps the next document. */
  keep(): void | Promise<void>
  /** Removes the next document. */
  remove(removal: Removal): void | Promise<void>
  /** Writes the rest, of which only skipped rows can be left, and gives the files their names. */
  close(): Promise<void>
  abort(): Promise<void>
  /** What restore must know of an input, when all is written. */
  describe(file: number): Partial<ManifestInput>
}

/** What is said of a removed row, before the document. */
export const REMOVAL_COLUMNS = ['position', 'id', 'survivor', 'similarity', 'reason'] as const
