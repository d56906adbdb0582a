import { describe, expect, it } from 'vitest'
import { isTemplate, parseTemplate } from '../../../../src/apps/fingerprints/template.js'

type Point = readonly [x: number, y: number, angle: number, quality: number]

interface View {
  readonly position: number
  readonly view: number
  readonly points: readonly Point[]
  readonly extended?: number
}

const word = (value: number) => [value >>> 8, value & 255]
const long = (value: number) => [...word(value >>> 16), ...word(value & 0xffff)]

/** A template as the standards lay it out; `size` is where ISO has its length in four bytes and ANSI in two or six. */
function template(kind: 'iso' | 'ansi' | 'long-ansi', views: readonly View[], resolution = 197): Uint8Array {
  const body = views.flatMap(({ position, view, points, extended = 0 }) => [
    position,
    (view << 4) | 2,
    80,
    points.length,
    ...points.flatMap(([x, y, angle, quality]) => [...word((1 << 14) | x), ...word(y), angle, quality]),
    ...word(extended),
    ...new Array<number>(extended).fill(7),
  ])
  const image = [...word(300), ...word(400), ...word(resolution), ...word(resolution), views.length, 0]
  const start = [0x46, 0x4d, 0x52, 0, 0x20, 0x32, 0x30, 0]
  const size = { iso: 24, ansi: 26, 'long-ansi': 30 }[kind] + body.length
  const header = {
    iso: [...long(size), ...word(0)],
    ansi: [...word(size), ...word(1), ...word(2), ...word(3)],
    'long-ansi': [...word(0), ...long(size), ...word(1), ...word(2), ...word(3)],
  }[kind]
  return Uint8Array.from([...start, ...header, ...image, ...body])
}

const VIEW: View = {
  position: 2,
  view: 0,
  points: [
    [95, 230, 64, 50],
    [120, 31, 200, 0],
  ],
}

describe('a template of minutiae', () => {
  it('of ISO 19794-2 has angles of 360/256 degrees, y downwards and pixels to the centimetre', () => {
    expect(parseTemplate(template('iso', [VIEW]), 'x.fmr')).toEqual([
      {
        position: 2,
        view: 0,
        resolution: 197 * 2.54,
        minutiae: [
          { x: 95, y: -230, angle: 90, quality: 50 },
          { x: 120, y: -31, angle: 281.25 },
        ],
      },
    ])
  })

  it('of ANSI 378 has angles of two degrees, whichever way its length is stated', () => {
    for (const kind of ['ansi', 'long-ansi'] as const) {
      const [view] = parseTemplate(template(kind, [VIEW]), 'x.fmr')
      expect(view!.minutiae.map(({ angle }) => angle)).toEqual([128, 400])
    }
  })

  it('may have several views, with extended data between them', () => {
    const bytes = template('iso', [
      { ...VIEW, extended: 12 },
      { ...VIEW, position: 3, view: 1 },
    ])
    expect(parseTemplate(bytes, 'x.fmr').map(({ position, view }) => [position, view])).toEqual([
      [2, 0],
      [3, 1],
    ])
  })

  it('is rejected with its file and the reason if it is damaged, or of another version', () => {
    const whole = template('iso', [VIEW])
    const with_ = (at: number, value: number) => whole.map((byte, i) => (i === at ? value : byte))
    const reject = (bytes: Uint8Array, message: string) =>
      expect(() => parseTemplate(bytes, 'x.fmr')).toThrow(`x.fmr, line 1: ${message}`)
    reject(whole.subarray(0, whole.length - 1), 'the length stated in the template is wrong')
    reject(whole.subarray(0, 9), 'the length')
    reject(with_(5, 0x33), 'template version " 30" is not supported')
    reject(with_(0, 0x47), 'it is not a minutiae template')
    reject(with_(27, 200), 'the template ends inside view 1')
    reject(with_(22, 2), 'the template ends before view 2')
    reject(with_(22, 0), 'the template has no view')
    reject(with_(18, 9), 'the template states no resolution')
    expect([isTemplate(whole), isTemplate(with_(3, 1)), isTemplate(new Uint8Array(0))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('whatever byte is changed, gives views or a bad record', () => {
    const whole = template('ansi', [VIEW, VIEW])
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 1, 127, 255]) {
        const bytes = whole.map((byte, i) => (i === at ? value : byte))
        try {
          expect(parseTemplate(bytes, 'x').length).toBeGreaterThan(0)
        } catch (error) {
          expect((error as { code?: string }).code).toBe('bad-record')
        }
      }
    }
  })
})
