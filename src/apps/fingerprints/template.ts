// Minutiae templates as sensors and other matchers store them: ISO/IEC 19794-2:2005 and ANSI INCITS 378-2004. Both start
// with "FMR" and version " 20"; they differ in the header and in the unit of angles.

import { BadRecord } from '../../model/errors.js'
import type { Minutia } from './print.js'

/** One view of a finger in a template. */
export interface TemplateView {
  /** The position of the finger: 0 unknown, 1 right thumb … 10 left little finger. */
  readonly position: number
  /** Views of one finger are numbered from 0. */
  readonly view: number
  /** With y pointing up, as in .xyt. */
  readonly minutiae: readonly Minutia[]
  /** Pixels per inch. */
  readonly resolution: number
}

const CENTIMETERS_PER_INCH = 2.54
/** The number of bytes in the header of a view, in a minutia, and in the length of extended data. */
const VIEW = 4
const MINUTIA = 6
const EXTENDED = 2

/** Whether bytes start like a template. */
export function isTemplate(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && bytes[0] === 0x46 && bytes[1] === 0x4d && bytes[2] === 0x52 && bytes[3] === 0
}

/**
 * Reads the views of a minutiae template, ISO/IEC 19794-2:2005 or ANSI INCITS 378-2004. Throws `BadRecord` if it is damaged
 * or of another version.
 *
 * @param file for messages
 */
export function parseTemplate(bytes: Uint8Array, file: string): TemplateView[] {
  const refuse = (problem: string): never => {
    throw new BadRecord(file, 1, problem)
  }
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isTemplate(bytes)) refuse('it is not a minutiae template: it does not start with FMR')
  const version = String.fromCharCode(...bytes.subarray(4, 7))
  if (version !== ' 20') {
    refuse(
      `template version ${JSON.stringify(version)} is not supported; expected " 20" (ISO 19794-2:2005, ANSI 378-2004)`,
    )
  }
  const header = headerOf(data) ?? refuse('the length stated in the template is wrong')
  const resolution = resolutionOf(data, header.at) ?? refuse('the template states no resolution, or two')
  const views: TemplateView[] = []
  let at = header.end
  for (let i = 0; i < data.getUint8(header.end - 2); i++) {
    if (at + VIEW > data.byteLength) refuse(`the template ends before view ${i + 1}`)
    const count = data.getUint8(at + 3)
    const first = at + VIEW
    const end = first + count * MINUTIA
    if (end + EXTENDED > data.byteLength) refuse(`the template ends inside view ${i + 1}`)
    views.push({
      position: data.getUint8(at),
      view: data.getUint8(at + 1) >>> 4,
      minutiae: Array.from({ length: count }, (_, number) =>
        minutiaAt(data, first + number * MINUTIA, header.degrees),
      ),
      resolution,
    })
    at = end + EXTENDED + data.getUint16(end)
  }
  if (views.length === 0) refuse('the template has no view')
  return views
}

/** The position of the image size, the end of the header, and the number of degrees per unit of angle. */
interface Header {
  readonly at: number
  readonly end: number
  readonly degrees: number
}

/** ISO states the length in four bytes; ANSI in two, or in six that start with two zeros. */
function headerOf(data: DataView): Header | undefined {
  const size = data.byteLength
  if (size >= 24 && data.getUint32(8) === size) return { at: 14, end: 24, degrees: 360 / 256 }
  if (size >= 26 && data.getUint16(8) === size) return { at: 16, end: 26, degrees: 2 }
  if (size >= 30 && data.getUint16(8) === 0 && data.getUint32(10) === size) {
    return { at: 20, end: 30, degrees: 2 }
  }
  return undefined
}

/** Pixels per inch if both axes have the same resolution; undefined otherwise. */
function resolutionOf(data: DataView, at: number): number | undefined {
  const [x, y] = [data.getUint16(at + 4), data.getUint16(at + 6)]
  return x > 0 && x === y ? x * CENTIMETERS_PER_INCH : undefined
}

/** In images y points down, but angles turn the other way, so y is flipped. A quality of 0 means that none was stated. */
function minutiaAt(data: DataView, at: number, degrees: number): Minutia {
  const quality = data.getUint8(at + 5)
  return {
    x: data.getUint16(at) & 0x3fff,
    y: -(data.getUint16(at + 2) & 0x3fff),
    angle: data.getUint8(at + 4) * degrees,
    ...(quality > 0 && quality <= 100 && { quality }),
  }
}
