import { type Curve, probabilityAt } from '../../plan/curve.js'

const EIGHTHS = ' ▁▂▃▄▅▆▇█'
const WIDTH = 61
const HEIGHT = 12

/** The curve in text characters: one column per 1/60 of similarity, filled up to its probability; the threshold is a line. */
export function curvePlot(curve: Curve): string {
  const heights = Array.from({ length: WIDTH }, (_, x) =>
    Math.round(probabilityAt(curve, x / (WIDTH - 1)) * HEIGHT * 8),
  )
  const mark = Math.round(curve.threshold * (WIDTH - 1))
  const lines: string[] = []
  for (let row = HEIGHT - 1; row >= 0; row--) {
    const cells = heights.map((height, x) => {
      const eighths = Math.max(0, Math.min(8, height - row * 8))
      return x === mark && eighths < 8 ? '│' : EIGHTHS[eighths]
    })
    const label = row === HEIGHT - 1 ? '1.0' : row === HEIGHT / 2 - 1 ? '0.5' : ''
    lines.push(`  ${label.padStart(3)} ┤${cells.join('').trimEnd()}`)
  }
  const axis = Array.from({ length: WIDTH }, (_, x) => (x === mark ? '┼' : x % 6 === 0 ? '┴' : '─')).join('')
  const ticks = Array.from({ length: 6 }, (_, i) => (i / 5).toFixed(1).padEnd(12))
    .join('')
    .trimEnd()
  lines.push(
    `  0.0 ┼${axis.slice(1)}`,
    `      ${ticks}`,
    `      ${curve.similarity ?? 'similarity'} of a pair, and its probability of becoming a candidate`,
  )
  return `${lines.join('\n')}\n`
}
