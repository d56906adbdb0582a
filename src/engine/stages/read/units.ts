import type { Source } from '../../../read/source.js'

/** A range of bytes of a file: the lines whose first byte lies in it. */
export interface Unit {
  readonly file: number
  /** As the user knows it. */
  readonly name: string
  readonly path: string
  readonly from: number
  readonly to: number
  /** What the file must be like whenever it is read. */
  readonly stamp?: { readonly name: string; readonly bytes: number; readonly modified: number }
}

/** The size of a unit does not depend on the number of workers, nor may anything else that shapes the result. */
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
