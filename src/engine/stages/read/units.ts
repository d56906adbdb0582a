import type { Source } from '../../../read/source.js'

/** A range of bytes of a file; it contains the lines whose first byte is in the range. */
export interface Unit {
  readonly file: number
  /** The name that the user knows. */
  readonly name: string
  readonly path: string
  readonly from: number
  readonly to: number
  /** The state of the file, which must not change between readings. */
  readonly stamp?: { readonly name: string; readonly bytes: number; readonly modified: number }
}

/** Does not depend on the number of workers, because nothing that shapes the result may depend on it. */
const UNIT_BYTES = 8 * 2 ** 20

/** Cuts the files of a source into units, in order. */
export function cutUnits(source: Source, unitBytes = UNIT_BYTES): Unit[] {
  return source.files.flatMap(({ name, path, bytes, modified }, file) =>
    Array.from({ length: Math.ceil(bytes / unitBytes) }, (_, i) => ({
      file,
      name,
      path,
      from: i * unitBytes,
      to: Math.min(bytes, (i + 1) * unitBytes),
      ...(modified !== undefined && { stamp: { name, bytes, modified } }),
    })),
  )
}
