import type { Source } from '../../../read/source.js'
import type { Inputs } from '../../ports.js'
import { lineDensity } from './line-density.js'

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

/** A unit of a source that is read completely. */
export interface CutUnit extends Unit {
  /** About how many lines it contains. */
  readonly expectedLines: number
}

/** Does not depend on the number of workers, because nothing that shapes the result may depend on it. */
const UNIT_BYTES = 8 * 2 ** 20
/** Units of a smaller file are smaller, so that there are enough of them for many workers. */
const UNITS = 64
const MIN_FULL_BYTES = 2 * 2 ** 20
/** Units of a file with many short lines are smaller, because the memory of a task grows with its lines. */
const UNIT_LINES = 2 ** 16
/** A smaller file is one unit, however many lines it has. */
const MIN_UNIT_BYTES = 2 ** 19
/** In smaller files, lines are not counted: there may be very many of them. */
const MIN_SAMPLED_BYTES = 2 ** 16
const TYPICAL_LINE_BYTES = 1000

/**
 * Cuts the files of a source into units, in order.
 *
 * @param maxBytes of a unit
 */
export function cutUnits(inputs: Inputs, source: Pick<Source, 'files'>, maxBytes = UNIT_BYTES): CutUnit[] {
  return source.files.flatMap(({ name, path, bytes, modified }, file) => {
    const { mean, densest } =
      bytes > MIN_SAMPLED_BYTES
        ? lineDensity(inputs, { name, path, bytes })
        : { mean: 1 / TYPICAL_LINE_BYTES, densest: 0 }
    const fullBytes = Math.min(maxBytes, Math.max(MIN_FULL_BYTES, Math.ceil(bytes / UNITS)))
    const unitBytes = Math.min(fullBytes, Math.max(MIN_UNIT_BYTES, Math.floor(UNIT_LINES / densest)))
    return Array.from({ length: Math.ceil(bytes / unitBytes) }, (_, i) => {
      const [from, to] = [i * unitBytes, Math.min(bytes, (i + 1) * unitBytes)]
      return {
        file,
        name,
        path,
        from,
        to,
        expectedLines: Math.ceil((to - from) * mean),
        ...(modified !== undefined && { stamp: { name, bytes, modified } }),
      }
    })
  })
}
