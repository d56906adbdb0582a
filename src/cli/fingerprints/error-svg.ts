import type { RankPoint } from '../../apps/fingerprints/rank-curve.js'
import type { ErrorRates } from '../../audit/error-rates.js'
import { coordinate } from '../output/svg.js'
import { type Plot, rankPlot } from './rank-svg.js'

const PLOT: Plot = { left: 70, top: 70, width: 400, height: 400 }
const PANEL = 540

/** Both axes of the error curve are logarithmic, from here to 1. */
const MIN_RATE = 1e-4
const DECADES = Math.log10(1 / MIN_RATE)

/** What to draw: the error curve, the rank curve, or both side by side. */
export interface Curves {
  readonly rates?: ErrorRates & {
    readonly equalErrorInterval?: { readonly low: number; readonly high: number }
  }
  readonly ranks?: readonly RankPoint[]
}

/** The error curve (DET) and the rank curve (CMC) as one standalone drawing. */
export function curvesSvg({ rates, ranks }: Curves): string {
  const panels = [
    ...(rates === undefined ? [] : [errorPlot(rates, PLOT)]),
    ...(ranks === undefined ? [] : [rankPlot(ranks, PLOT)]),
  ]
  const width = PANEL * panels.length
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${PANEL}" width="${width}" height="${PANEL}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Error rates</title>',
    `<rect width="${width}" height="${PANEL}" fill="#fff"/>`,
    ...panels.map((panel, i) => `<g transform="translate(${i * PANEL} 0)">\n${panel.join('\n')}\n</g>`),
    '</svg>',
  ].join('\n')}\n`
}

/** False matches against false non-matches, both on a logarithmic scale. A rate of 0 is drawn at the lowest that n pairs can show, 1 / n. */
function errorPlot(rates: NonNullable<Curves['rates']>, { left, top, width, height }: Plot): string[] {
  const along = (rate: number) => Math.log10(Math.max(rate, MIN_RATE) / MIN_RATE) / DECADES
  const x = (rate: number) => coordinate(left + along(rate) * width)
  const y = (rate: number) => coordinate(top + (1 - along(rate)) * height)
  const ticks = Array.from({ length: DECADES + 1 }, (_, i) => MIN_RATE * 10 ** i)
  const label = (rate: number) => `${Number((rate * 100).toPrecision(2))} %`
  const { equalErrorRate: equal, equalErrorInterval: interval, genuine, impostor } = rates
  const at = (falseMatch: number, falseNonMatch: number) =>
    [x(Math.max(falseMatch, 1 / impostor)), y(Math.max(falseNonMatch, 1 / genuine))] as const
  const path = rates.points.map(({ falseMatch, falseNonMatch }) => at(falseMatch, falseNonMatch).join())
  const [equalX, equalY] = at(equal, equal)
  const limits =
    interval === undefined
      ? ''
      : ` (95 % CI ${(interval.low * 100).toFixed(2)}–${(interval.high * 100).toFixed(2)} %)`
  return [
    `<text x="${left}" y="28" font-size="16" fill="#222">equal error rate ${(equal * 100).toFixed(2)} %${limits}</text>`,
    `<text x="${left}" y="50" fill="#555">${genuine} genuine, ${impostor} impostor pairs</text>`,
    ...ticks.flatMap((tick) => [
      `<line x1="${x(tick)}" y1="${y(MIN_RATE)}" x2="${x(tick)}" y2="${y(1)}" stroke="#e5e5e5"/>`,
      `<line x1="${x(MIN_RATE)}" y1="${y(tick)}" x2="${x(1)}" y2="${y(tick)}" stroke="#e5e5e5"/>`,
      `<text x="${x(tick)}" y="${y(MIN_RATE) + 20}" text-anchor="middle" fill="#555">${label(tick)}</text>`,
      `<text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end" fill="#555">${label(tick)}</text>`,
    ]),
    `<line x1="${x(MIN_RATE)}" y1="${y(MIN_RATE)}" x2="${x(1)}" y2="${y(1)}" stroke="#c0392b" stroke-dasharray="5 4"/>`,
    `<polyline points="${path.join(' ')}" fill="none" stroke="#1f5fa8" stroke-width="2.5" stroke-linejoin="round"/>`,
    `<circle cx="${equalX}" cy="${equalY}" r="4.5" fill="#c0392b"/>`,
    `<text x="${left + width / 2}" y="${top + height + 48}" text-anchor="middle" fill="#222">false matches</text>`,
    `<text x="18" y="${top + height / 2}" text-anchor="middle" fill="#222" transform="rotate(-90 18 ${top + height / 2})">false non-matches</text>`,
  ]
}
