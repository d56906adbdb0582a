import type { ManifestInput } from './manifest.js'
import type { Removal } from './writers.js'

/** Copies rows of the inputs, as they are stored, to the files of kept and removed rows. Called for one document after another. */
export interface CopiedRows {
  /** Keeps the next document. */
  keep(): void | Promise<void>
  /** Removes the next document. */
  remove(removal: Removal): void | Promise<void>
  /** Writes the remaining rows, which can only be skipped ones, and renames the files to their final names. */
  close(): Promise<void>
  abort(): Promise<void>
  /** What restore needs to know about an input; called once everything is written. */
  describe(file: number): Partial<ManifestInput>
}
