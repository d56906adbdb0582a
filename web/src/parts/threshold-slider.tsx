import type { ReportModel } from '../data/model.js'
import { score } from './format.js'

/** Sets the threshold for the pairs and clusters shown. It cannot go below what the run kept. */
export function ThresholdSlider({ model }: { model: ReportModel }) {
  const { threshold, data, lowest } = model
  return (
    <label class="slider">
      <span>Threshold</span>
      <input
        type="range"
        min={lowest}
        max="1"
        step="0.001"
        value={threshold.value}
        onInput={(event) => {
          threshold.value = Number(event.currentTarget.value)
        }}
      />
      <output>{score(threshold.value)}</output>
      <button
        type="button"
        disabled={threshold.value === data.threshold}
        onClick={() => (threshold.value = data.threshold)}
      >
        Reset
      </button>
    </label>
  )
}
