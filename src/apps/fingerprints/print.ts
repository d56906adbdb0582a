import { checkPoints, type OrientedPoint } from '../../distance/oriented-points.js'
import { checkPositive, checkWhole } from '../../model/check.js'
import { BadRecord } from '../../model/errors.js'
import { counted } from '../../model/quantities.js'

/** A point where a ridge ends or forks: in pixels, and degrees from the x axis toward the y axis. */
export interface Minutia extends OrientedPoint {
  /** From 0 to 100, as NBIS gives it. */
  readonly quality?: number
}

/** A fingerprint as matchers represent it. */
export interface Print {
  readonly id: string
  /** The finger, if known; needed to measure error rates. */
  readonly finger?: string
  readonly minutiae: readonly Minutia[]
  /** Pixels per inch; default 500, the usual resolution. */
  readonly resolution?: number
}

/** The resolution to which all prints are scaled: 500 pixels per inch, about 20 per millimeter. */
const RESOLUTION = 500

/** The minutiae of at least a given quality, scaled to 500 pixels per inch so that prints of any resolution can be compared. */
export function scaledMinutiae(
  { minutiae, resolution = RESOLUTION }: Print,
  minQuality = 0,
): OrientedPoint[] {
  checkPositive('resolution', resolution)
  checkWhole('minQuality', minQuality, 0, 100)
  checkPoints(minutiae)
  const factor = RESOLUTION / resolution
  return minutiae
    .filter(({ quality = 100 }) => quality >= minQuality)
    .map(({ x, y, angle }) => ({ x: x * factor, y: y * factor, angle }))
}

/**
 * Reads the .xyt format of NBIS: on each line x, y, the angle in degrees, and optionally a quality. Blank lines are skipped.
 * Throws `BadRecord` with file and line for anything else.
 *
 * @param file for messages
 * @example parseXyt('95 230 39 50\n', '101_1.xyt') // [{ x: 95, y: 230, angle: 39, quality: 50 }]
 */
export function parseXyt(text: string, file: string): Minutia[] {
  const minutiae: Minutia[] = []
  text.split(/\r?\n/).forEach((line, i) => {
    if (line.trim() === '') return
    const fields = line.trim().split(/[\s,]+/)
    if (fields.length < 3 || fields.length > 4) {
      throw new BadRecord(
        file,
        i + 1,
        `${counted(fields.length, 'field')} instead of x, y, angle and an optional quality`,
      )
    }
    const wrong = fields.find((field) => !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(field))
    if (wrong !== undefined) throw new BadRecord(file, i + 1, `${JSON.stringify(wrong)} is not a number`)
    const [x, y, angle, quality] = fields.map(Number)
    minutiae.push({ x: x!, y: y!, angle: angle!, ...(quality !== undefined && { quality }) })
  })
  return minutiae
}

/**
 * Reads minutiae from JSON: objects with x, y and angle (or `theta` or `direction`) and optionally quality, or lists [x, y,
 * angle, quality]. Returns the problem instead, if there is one.
 */
export function minutiaeOf(value: unknown): Minutia[] | { readonly problem: string } {
  if (!Array.isArray(value)) return { problem: 'no list of minutiae' }
  const minutiae: Minutia[] = []
  for (const [i, entry] of (value as readonly unknown[]).entries()) {
    const [x, y, angle, quality] = Array.isArray(entry) ? (entry as readonly unknown[]) : fieldsOf(entry)
    for (const [name, part] of [
      ['x', x],
      ['y', y],
      ['angle', angle],
    ]) {
      if (typeof part !== 'number' || !Number.isFinite(part))
        return { problem: `the ${String(name)} of minutia ${i + 1} is not a number` }
    }
    minutiae.push({
      x: x as number,
      y: y as number,
      angle: angle as number,
      ...(typeof quality === 'number' && { quality }),
    })
  }
  return minutiae
}

function fieldsOf(entry: unknown): readonly unknown[] {
  if (typeof entry !== 'object' || entry === null) return []
  const fields = entry as Readonly<Record<string, unknown>>
  return [fields.x, fields.y, fields.angle ?? fields.theta ?? fields.direction, fields.quality]
}

/**
 * The finger according to a name: what is before the last `_` or `-`, as in `101_1`. Undefined if there is none.
 *
 * @example fingerIn('101_1') // '101'
 */
export function fingerIn(name: string): string | undefined {
  return /^(.+)[_-][^_-]+$/.exec(name)?.[1]
}
