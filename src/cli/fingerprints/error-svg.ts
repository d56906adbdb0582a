import type { ErrorRates } from '../../audit/error-rates.js'

const PLOT = { left: 70, top: 50, width: 400, height: 400 } as const

/** Both axes go from here to 1, by powers of ten. */
const LEAST = 1e-4
const DECADES = Math.log10(1 / LEAST)

/** The error curve (DET) as a drawing that stands by itself: false matches against false non-matches, both logarithmic. */
export function errorSvg(rates: ErrorRates): string {
  const { left, top, width, height } = PLOT
  const along = (rate: number) => Math.log10(Math.max(rate, LEAST) / LEAST) / DECADES
  const x = (rate: number) => round(left + along(rate) * width)
  const y = (rate: number) => round(top + (1 - along(rate)) * height)
  const path = rates.points
    .map(({ falseMatch, falseNonMatch }) => `${x(falseMatch)},${y(falseNonMatch)}`)
    .join(' ')
  const ticks = Array.from({ length: DECADES + 1 }, (_, i) => LEAST * 10 ** i)
  const label = (rate: number) => `${Number((rate * 100).toPrecision(2))} %`
  const equal = rates.equalErrorRate
  return `${[
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 520" width="520" height="520" role="img" font-family="system-ui, sans-serif" font-size="13">',
    '<title>Error rates</title>',
    '<rect width="520" height="520" fill="#fff"/>',
    `<text x="${left}" y="30" font-size="16" fill="#222">equal error rate ${(equal * 100).toFixed(2)} %: ${rates.genuine} genuine, ${rates.impostor} impostor pairs</text>`,
    ...ticks.flatMap((tick) => [
      `<line x1="${x(tick)}" y1="${y(LEAST)}" x2="${x(tick)}" y2="${y(1)}" stroke="#e5e5e5"/>`,
      `<line x1="${x(LEAST)}" y1="${y(tick)}" x2="${x(1)}" y2="${y(tick)}" stroke="#e5e5e5"/>`,
      `<text x="${x(tick)}" y="${y(LEAST) + 20}" text-anchor="middle" fill="#555">${label(tick)}</text>`,
      `<text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end" fill="#555">${label(tick)}</text>`,
    ]),
    `<line x1="${x(LEAST)}" y1="${y(LEAST)}" x2="${x(1)}" y2="${y(1)}" stroke="#c0392b" stroke-dasharray="5 4"/>`,
    `<polyline points="${path}" fill="none" stroke="#1f5fa8" stroke-width="2.5" stroke-linejoin="round"/>`,
    `<circle cx="${x(equal)}" cy="${y(equal)}" r="4.5" fill="#c0392b"/>`,
    `<text x="${left + width / 2}" y="${top + height + 48}" text-anchor="middle" fill="#222">false matches</text>`,
    `<text x="18" y="${top + height / 2}" text-anchor="middle" fill="#222" transform="rotate(-90 18 ${top + height / 2})">false non-matches</text>`,
    '</svg>',
  ].join('\n')}\n`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
