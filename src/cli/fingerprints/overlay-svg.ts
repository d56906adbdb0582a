import type { PrintMatch } from '../../apps/fingerprints/match.js'
import { type Print, scaledMinutiae } from '../../apps/fingerprints/print.js'
import { movePoints, type OrientedPoint } from '../../distance/oriented-points.js'
import { svgText } from '../output/svg.js'

const MARGIN = 30
/** The height of the text above the drawing. */
const HEAD = 60
/** The length of the line that shows a direction, in pixels of the print. */
const TAIL = 12

/** Draws a probe on top of a print, with lines between the paired minutiae: the evidence for a score. */
export function overlaySvg(probe: Print, print: Print, match: PrintMatch, minQuality = 0): string {
  const { motion, pairs } = match.alignment
  const laid = movePoints(scaledMinutiae(probe, minQuality), motion)
  const stored = scaledMinutiae(print, minQuality)
  const all = [...laid, ...stored]
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))]
  const [low, high] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))]
  const width = Math.max(420, right - left + 2 * MARGIN)
  const height = high - low + 2 * MARGIN + HEAD
  // y grows upwards in prints and downwards in drawings.
  const at = ({ x, y, angle }: OrientedPoint): OrientedPoint => ({
    x: x - left + MARGIN,
    y: high - y + MARGIN + HEAD,
    angle,
  })
  const paired = {
    probe: new Set(pairs.map(([one]) => one)),
    print: new Set(pairs.map(([, other]) => other)),
  }
  const marks = (points: readonly OrientedPoint[], color: string, isPaired: (i: number) => boolean) =>
    points.map((point, i) => markOf(at(point), color, isPaired(i)))
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height.toFixed(0)}" width="${width.toFixed(0)}" height="${height.toFixed(0)}" role="img" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${svgText(probe.id)} on ${svgText(print.id)}</title>`,
    `<rect width="${width.toFixed(0)}" height="${height.toFixed(0)}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="24" font-size="16" fill="#222">score ${match.score.toFixed(3)}, ${match.matched} paired minutiae</text>`,
    `<text x="${MARGIN}" y="46"><tspan fill="#c0392b">${svgText(shortened(probe.id))}</tspan><tspan fill="#555"> on </tspan><tspan fill="#1f5fa8">${svgText(shortened(print.id))}</tspan></text>`,
    ...pairs.map(([one, other]) => {
      const [from, to] = [at(laid[one]!), at(stored[other]!)]
      return `<line x1="${from.x.toFixed(1)}" y1="${from.y.toFixed(1)}" x2="${to.x.toFixed(1)}" y2="${to.y.toFixed(1)}" stroke="#2a9d4a" stroke-width="3"/>`
    }),
    ...marks(stored, '#1f5fa8', (i) => paired.print.has(i)),
    ...marks(laid, '#c0392b', (i) => paired.probe.has(i)),
    '</svg>',
  ].join('\n')}\n`
}

/** A circle with a line in the direction of the ridge; pale if it was not paired. */
function markOf({ x, y, angle }: OrientedPoint, color: string, isPaired: boolean): string {
  const turn = (angle * Math.PI) / 180
  const [endX, endY] = [x + TAIL * Math.cos(turn), y - TAIL * Math.sin(turn)]
  return `<g stroke="${color}" fill="none" stroke-width="1.5" opacity="${isPaired ? 1 : 0.35}"><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4"/><line x1="${x.toFixed(1)}" y1="${y.toFixed(1)}" x2="${endX.toFixed(1)}" y2="${endY.toFixed(1)}"/></g>`
}

function shortened(id: string): string {
  return id.length <= 24 ? id : `${id.slice(0, 11)}…${id.slice(-12)}`
}
