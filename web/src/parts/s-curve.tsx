import { percent } from '../../../src/model/quantities.js'
import { type Curve, probabilityAt } from '../../../src/plan/curve.js'

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 300, 40, 34]
const STEPS = 200

export interface SCurveProps {
  readonly curve: Curve
  /** The pairs of the data by similarity, drawn under the curve. */
  readonly histogram?: readonly number[] | undefined
  /** Estimates of further pairs, in the same bins. */
  readonly estimated?: readonly number[] | undefined
}

/** The probability of becoming a candidate, by similarity, with wasted comparisons and missed pairs shaded. */
export function SCurve({ curve, histogram, estimated }: SCurveProps) {
  const { bands, rows, threshold, recall } = curve
  const x = (similarity: number) => LEFT + similarity * WIDTH
  const y = (probability: number) => HEIGHT - probability * (HEIGHT - 10)
  const along = (from: number, to: number) =>
    Array.from({ length: STEPS + 1 }, (_, i) => from + (i / STEPS) * (to - from)).map(
      (similarity) => `${x(similarity).toFixed(1)},${y(probabilityAt(curve, similarity)).toFixed(1)}`,
    )
  const highest = Math.max(...(histogram ?? []), 1)
  const bars = [
    ...(histogram ?? []).map((value, i, all) => ({ value, low: i / all.length, name: 'bar below' })),
    ...(estimated ?? []).map((value, i, all) => ({ value, low: i / all.length, name: 'bar estimated' })),
  ]
  const width = WIDTH / (histogram?.length ?? 1)
  const name = curve.similarity ?? 'similarity'
  const label = `S-curve of ${bands} bands of ${rows} rows: ${percent(recall)} at ${name} ${threshold}`
  return (
    <svg class="curve" viewBox={`0 0 ${WIDTH + LEFT + 10} ${HEIGHT + BOTTOM}`} role="img" aria-label={label}>
      {bars.map(({ value, low, name }) => {
        const height = Math.min(Math.sqrt(value / highest), 1) * (HEIGHT - 10)
        return (
          value > 0 && (
            <rect
              key={name + low}
              x={x(low)}
              y={HEIGHT - height}
              width={width}
              height={height}
              class={name}
            />
          )
        )
      })}
      <polygon
        class="wasted"
        points={[`${x(0)},${y(0)}`, ...along(0, threshold), `${x(threshold)},${y(0)}`].join(' ')}
      />
      <polygon
        class="missed"
        points={[`${x(threshold)},${y(1)}`, ...along(threshold, 1), `${x(1)},${y(1)}`].join(' ')}
      />
      <polyline class="line" points={along(0, 1).join(' ')} />
      <line class="threshold" x1={x(threshold)} x2={x(threshold)} y1={y(1)} y2={y(0)} />
      <line class="axis" x1={LEFT} x2={LEFT + WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {[0, 0.2, 0.4, 0.6, 0.8, 1].map((tick) => (
        <g key={tick}>
          <text x={x(tick)} y={HEIGHT + 16} text-anchor="middle">
            {tick}
          </text>
          <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <text x={LEFT + WIDTH / 2} y={HEIGHT + 31} text-anchor="middle" class="axis-name">
        {name}
      </text>
    </svg>
  )
}
