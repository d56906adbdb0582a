import { count } from '../../../src/model/quantities.js'

const WIDTH = 640
const HEIGHT = 160
const BOTTOM = 22

export interface HistogramProps {
  /** Counts from similarity 0 to 1, in bins of equal width. */
  readonly counts: readonly number[]
  /** Estimated counts of further pairs, in the same bins. */
  readonly estimated?: readonly number[] | undefined
  readonly threshold: number
  readonly label: string
}

/** Estimates further below the lowest listed pair than this are not drawn: almost all pairs of a collection are near 0. */
const MAX_BELOW = 0.3

/**
 * Pairs by similarity; those below the threshold are pale, and estimates are fainter still. Heights have a square-root scale, so that small
 * counts remain visible. Estimates are cut off at the top: low similarities are far more frequent.
 */
export function Histogram({ counts, estimated, threshold, label }: HistogramProps) {
  const steps = counts.length
  const firstCounted = Math.max(
    counts.findIndex((value) => value > 0),
    0,
  )
  const firstEstimated = estimated?.findIndex((value) => value > 0) ?? -1
  const limit = Math.round((Math.min(threshold, firstCounted / steps) - MAX_BELOW) * steps)
  const lowest =
    firstEstimated < 0 ? firstCounted : Math.min(firstCounted, Math.max(firstEstimated, limit, 0))
  const first = Math.min(lowest, Math.floor(threshold * steps + 1e-9))
  const from = Math.floor((first / steps) * 10) / 10
  const shown = counts.map((value, i) => ({ value, low: i / steps })).filter(({ low }) => low >= from - 1e-9)
  const expected = (estimated ?? [])
    .map((value, i) => ({ value, low: i / steps }))
    .filter(({ value, low }) => value > 0 && low >= from - 1e-9)
  const highest = Math.max(...shown.map(({ value }) => value), 1)
  const x = (similarity: number) => ((similarity - from) / (1 - from)) * WIDTH
  const bar = WIDTH / shown.length
  const ticks = Array.from({ length: 11 }, (_, i) => i / 10).filter((tick) => tick >= from - 1e-9)
  const draw = (value: number, low: number, kind: string, amount: string) => {
    const height = Math.min(Math.sqrt(value / highest), 1) * (HEIGHT - 8)
    return (
      <rect
        key={low}
        x={x(low) + 0.5}
        y={HEIGHT - height}
        width={Math.max(bar - 1, 0.5)}
        height={height}
        class={kind}
      >
        <title>{`${low.toFixed(2)} to ${(low + 1 / steps).toFixed(2)}: ${amount}`}</title>
      </rect>
    )
  }
  return (
    <svg class="histogram" viewBox={`0 0 ${WIDTH} ${HEIGHT + BOTTOM}`} role="img" aria-label={label}>
      {shown.map(
        ({ value, low }) =>
          value > 0 &&
          draw(value, low, low + 1 / steps <= threshold + 1e-9 ? 'bar below' : 'bar', count(value)),
      )}
      {expected.map(({ value, low }) =>
        draw(value, low, 'bar estimated', `about ${count(Math.round(value))} (estimated)`),
      )}
      <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} class="axis" />
      <line x1={x(threshold)} x2={x(threshold)} y1="0" y2={HEIGHT} class="threshold" />
      {ticks.map((tick) => (
        <text
          key={tick}
          x={x(tick)}
          y={HEIGHT + 16}
          text-anchor={tick === 1 ? 'end' : tick === from ? 'start' : 'middle'}
        >
          {tick.toFixed(1)}
        </text>
      ))}
    </svg>
  )
}
