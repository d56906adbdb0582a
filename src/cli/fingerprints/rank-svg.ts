import type { RankPoint } from '../../apps/fingerprints/rank-curve.js'
import { coordinate } from '../output/svg.js'

/** The layout of a drawing, in its own units. */
export interface Plot {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const MAX_TICKS = 5

/** The cumulative match characteristic (CMC) as part of a drawing: the rank, on a logarithmic scale, against the share found up to it. */
export function rankPlot(curve: readonly RankPoint[], { left, top, width, height }: Plot): string[] {
  const decades = Math.max(Math.log10(curve.at(-1)!.rank), 0.5)
  // Shares near 1 are what matters, so the axis starts at the tenth below the lowest one.
  const bottom = Math.max(0, Math.floor(10 * Math.min(...curve.map(({ low }) => low))) / 10)
  const x = (rank: number) => coordinate(left + (Math.log10(rank) / decades) * width)
  const y = (share: number) => coordinate(top + ((1 - share) / (1 - bottom)) * height)
  const ticks = Array.from({ length: MAX_TICKS + 1 }, (_, i) => bottom + ((1 - bottom) * i) / MAX_TICKS)
  const band = [
    ...curve.map(({ rank, high }) => `${x(rank)},${y(high)}`),
    ...[...curve].reverse().map(({ rank, low }) => `${x(rank)},${y(low)}`),
  ]
  return [
    `<text x="${left}" y="${top - 20}" font-size="16" fill="#222">found first: ${percent(curve[0]!.share)}</text>`,
    ...curve.map(
      ({ rank }) =>
        `<text x="${x(rank)}" y="${top + height + 20}" text-anchor="middle" fill="#555">${rank}</text>`,
    ),
    ...ticks.flatMap((tick) => [
      `<line x1="${left}" y1="${y(tick)}" x2="${left + width}" y2="${y(tick)}" stroke="#e5e5e5"/>`,
      `<text x="${left - 8}" y="${y(tick) + 4}" text-anchor="end" fill="#555">${percent(tick)}</text>`,
    ]),
    `<polygon points="${band.join(' ')}" fill="#1f5fa8" fill-opacity="0.15"/>`,
    `<polyline points="${curve.map(({ rank, share }) => `${x(rank)},${y(share)}`).join(' ')}" fill="none" stroke="#1f5fa8" stroke-width="2.5" stroke-linejoin="round"/>`,
    `<text x="${left + width / 2}" y="${top + height + 48}" text-anchor="middle" fill="#222">rank</text>`,
  ]
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(4))} %`
}
