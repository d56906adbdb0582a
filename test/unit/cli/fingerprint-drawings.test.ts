// The text of the drawings of fingerprints fits into them.

import { describe, expect, it } from 'vitest'
import { matchPrints } from '../../../src/apps/fingerprints/match.js'
import type { Print } from '../../../src/apps/fingerprints/print.js'
import { curvesSvg } from '../../../src/cli/fingerprints/error-svg.js'
import { overlaySvg } from '../../../src/cli/fingerprints/overlay-svg.js'

/** The advance widths of DejaVu Sans, one of the widest fonts that `system-ui` stands for, in 1/2048 em. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, 1303])),
  ...Object.fromEntries([...'bdghnpqu'].map((letter) => [letter, 1300])),
  ...{ ' ': 651, '%': 1946, '(': 799, ')': 799, ',': 651, '.': 651, ':': 690, '/': 690, '-': 739, '–': 1024 },
  ...{
    a: 1255,
    c: 1126,
    e: 1260,
    f: 721,
    i: 569,
    j: 569,
    k: 1186,
    l: 569,
    m: 1995,
    o: 1253,
    r: 842,
    s: 1067,
  },
  ...{ t: 803, v: 1212, w: 1675, x: 1212, y: 1212, z: 1075, A: 1401, C: 1430, I: 604, '…': 2048 },
}

interface Text {
  readonly content: string
  readonly left: number
  readonly right: number
}

/** The texts of a drawing and where they begin and end; those that are turned are left out. */
function textsOf(svg: string): Text[] {
  const texts: Text[] = []
  let shift = 0
  for (const line of svg.split('\n')) {
    shift = Number(/<g transform="translate\((\d+) 0\)">/.exec(line)?.[1] ?? shift)
    const [, attributes = '', inner = ''] = /^<text ([^>]*)>(.*)<\/text>$/.exec(line) ?? []
    if (attributes === '' || attributes.includes('rotate')) continue
    const content = inner.replaceAll(/<[^>]*>/g, '')
    const size = Number(/font-size="(\d+)"/.exec(attributes)?.[1] ?? 13)
    const width = [...content].reduce((sum, one) => sum + (WIDTHS[one] ?? 2048) / 2048, 0) * size
    const x = shift + Number(/\bx="([\d.]+)"/.exec(attributes)![1])
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1]
    const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x
    texts.push({ content, left, right: left + width })
  }
  return texts
}

function widthOf(svg: string): number {
  return Number(/viewBox="0 0 (\d+) /.exec(svg)![1])
}

function expectInside(texts: readonly Text[], from: number, to: number): void {
  expect(texts.filter(({ left, right }) => left < from || right > to)).toEqual([])
}

describe('the curves of error rates', () => {
  const rates = {
    ...{
      genuine: 1_234_567,
      impostor: 123_456_789,
      equalErrorRate: 0.9999,
      threshold: 0.5,
      areaUnderCurve: 0.5,
    },
    points: [
      { threshold: 0, falseMatch: 1, falseNonMatch: 0 },
      { threshold: 1, falseMatch: 0, falseNonMatch: 1 },
    ],
    equalErrorInterval: { low: 0.8888, high: 0.9999 },
  }
  const ranks = [1, 2, 5, 10, 10_000].map((rank) => ({ rank, share: 0.9876, low: 0.8765, high: 0.9999 }))

  it('have titles that are not cut off, even with the longest numbers', () => {
    const svg = curvesSvg({ rates })
    const texts = textsOf(svg)
    expect(texts[0]!.content).toBe('equal error rate 99.99 % (95 % CI 88.88–99.99 %)')
    expectInside(texts, 0, widthOf(svg))
  })

  it('end at the lowest rates that the numbers of pairs can show', () => {
    const few = curvesSvg({ rates: { ...rates, genuine: 10, impostor: 100, equalErrorRate: 0 } })
    // One in a hundred is the middle of four decades, one in ten three quarters of the way.
    expect(few).toContain('<polyline points="470,170 270,70"')
    expect(few).toContain('<circle cx="270" cy="170"')
  })

  it('do not reach into each other', () => {
    const svg = curvesSvg({ rates, ranks })
    const texts = textsOf(svg)
    const second = texts.findIndex(({ content }) => content.startsWith('found first'))
    expect(second).toBeGreaterThan(0)
    expectInside(texts.slice(0, second), 0, widthOf(svg) / 2)
    expectInside(texts.slice(second), widthOf(svg) / 2, widthOf(svg))
  })
})

describe('a probe on a print', () => {
  const minutiae = [
    { x: 10, y: 10, angle: 0 },
    { x: 60, y: 20, angle: 90 },
    { x: 30, y: 70, angle: 180 },
    { x: 80, y: 90, angle: 270 },
  ]
  const print = (id: string): Print => ({ id, minutiae })

  it('has a title and names that are not cut off, even if it is narrow and the names are long', () => {
    const [one, other] = ['collection/session-2/person-1043/right-index-4.xyt', 'x'.repeat(200)].map(print)
    const svg = overlaySvg(one!, other!, matchPrints(one!, other!))
    const texts = textsOf(svg)
    expect(texts.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^score \d\.\d{3}, \d paired minutiae$/),
      'collection/…-index-4.xyt on xxxxxxxxxxx…xxxxxxxxxxxx',
    ])
    expectInside(texts, 0, widthOf(svg))
  })
})
