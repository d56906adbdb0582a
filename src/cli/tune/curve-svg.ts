import { counted } from '../../model/quantities.js'
import { type Curve, probabilityAt } from '../../plan/curve.js'
import { coordinate } from '../output/svg.js'

const PLOT = { left: 60, top: 50, width: 520, height: 320 } as const
const STEPS = 200

/** The curve as a standalone drawing. */
export function curveSvg(curve: Curve): string {
  const { bands, rows, threshold, recall } = curve
  const { left, top, width, height } = PLOT
  const x = (similarity: number) => coordinate(left + similarity * width)
  const y = (probability: number) => coordinate(top + (1 - probability) * height)
  const path = Array.from({ length: STEPS + 1 }, (_, i) => i / STEPS)
    .map((s) => `${x(s)},${y(probabilityAt(curve, s))}`)
    .join(' ')
  const ticks = Array.from({ length: 11 }, (_, i) => i / 10)
  return `${[
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 440" width="620" height="440" role="img" font-family="system-ui, sans-serif" font-size="13">',
    `<title>S-curve of ${counted(bands, 'band')} of ${counted(rows, 'row')}</title>`,
    '<rect width="620" height="440" fill="#fff"/>',
    `<text x="${left}" y="30" font-size="16" fill="#222">${counted(bands, 'band')} of ${counted(rows, 'row')}: ${(recall * 100).toFixed(1)} % at ${short(threshold)}</text>`,
    ...ticks.flatMap((tick) => [
      `<line x1="${x(tick)}" y1="${y(0)}" x2="${x(tick)}" y2="${y(1)}" stroke="#e5e5e5"/>`,
      `<line x1="${x(0)}" y1="${y(tick)}" x2="${x(1)}" y2="${y(tick)}" stroke="#e5e5e5"/>`,
      `<text x="${x(tick)}" y="${y(0) + 20}" text-anchor="middle" fill="#555">${tick}</text>`,
      `<text x="${left - 10}" y="${y(tick) + 4}" text-anchor="end" fill="#555">${tick}</text>`,
    ]),
    `<line x1="${x(threshold)}" y1="${y(0)}" x2="${x(threshold)}" y2="${y(1)}" stroke="#c0392b" stroke-dasharray="5 4"/>`,
    `<polyline points="${path}" fill="none" stroke="#1f5fa8" stroke-width="2.5" stroke-linejoin="round"/>`,
    `<circle cx="${x(threshold)}" cy="${y(recall)}" r="4.5" fill="#c0392b"/>`,
    `<text x="${left + width / 2}" y="${top + height + 48}" text-anchor="middle" fill="#222">${curve.similarity ?? 'similarity'} of a pair</text>`,
    `<text x="18" y="${top + height / 2}" text-anchor="middle" fill="#222" transform="rotate(-90 18 ${top + height / 2})">probability of becoming a candidate</text>`,
    '</svg>',
  ].join('\n')}\n`
}

function short(value: number): string {
  return String(Number(value.toFixed(4)))
}
