import { useState } from 'preact/hooks'
import { chooseBands } from '../../../src/band/choose-bands.js'
import {
  candidateProbability,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from '../../../src/band/s-curve.js'
import type { ReportModel } from '../data/model.js'
import { percent } from '../parts/format.js'
import { SCurve } from '../parts/s-curve.js'

interface Settings {
  readonly threshold: number
  readonly recall: number
  readonly bands: number
  readonly rows: number
}

/** The S-curve, and what a choice of bands and rows leads to. */
export function TunerView({ model }: { model: ReportModel | undefined }) {
  const plan = model?.data.plan
  const [settings, setSettings] = useState<Settings>(() => {
    const threshold = plan?.threshold ?? 0.8
    const recall = plan?.recall ?? 0.95
    return withBands({ threshold, recall: Math.min(recall, 0.999) })
  })
  const { threshold, recall, bands, rows } = settings
  const layout = { bands, rows }
  const command = `likewise find INPUT --threshold ${threshold} --recall ${recall}`
  return (
    <>
      <h1>Tuner</h1>
      <p>
        With {bands} bands of {rows} rows, a pair of documents becomes a candidate with the probability that
        the curve shows. Set the threshold and the recall and Likewise picks bands and rows; or move bands and
        rows yourself.
      </p>
      <SCurve layout={layout} threshold={threshold} histogram={model?.data.histogram} />
      <div class="sliders">
        <Range
          label="threshold"
          min={0.1}
          max={0.99}
          step={0.01}
          value={threshold}
          set={(value) => setSettings(withBands({ threshold: value, recall }))}
        />
        <Range
          label="recall"
          min={0.5}
          max={0.999}
          step={0.001}
          value={recall}
          set={(value) => setSettings(withBands({ threshold, recall: value }))}
        />
        <Range
          label="bands"
          min={1}
          max={128}
          step={1}
          value={bands}
          set={(value) => setSettings({ ...settings, bands: value })}
        />
        <Range
          label="rows"
          min={1}
          max={32}
          step={1}
          value={rows}
          set={(value) => setSettings({ ...settings, rows: value })}
        />
      </div>
      <dl class="tiles">
        <Fact name="found at the threshold" value={percent(candidateProbability(threshold, layout))} />
        <Fact name="50 % at similarity" value={similarityAt(0.5, layout).toFixed(3)} />
        <Fact name="slots per signature" value={String(bands * rows)} />
        <Fact name="bytes per document" value={String(4 * bands * rows)} />
        <Fact name="wasted area (false positives)" value={falsePositiveArea(threshold, layout).toFixed(3)} />
        <Fact name="missed area (false negatives)" value={falseNegativeArea(threshold, layout).toFixed(3)} />
        {model && <Fact name="listed pairs this would miss" value={missed(model, layout, threshold)} />}
      </dl>
      <p class="bar">
        <code>{command}</code>
        <button type="button" onClick={() => navigator.clipboard?.writeText(command)}>
          Copy
        </button>
      </p>
    </>
  )
}

function withBands({ threshold, recall }: Pick<Settings, 'threshold' | 'recall'>): Settings {
  const { bands, rows } = chooseBands({ threshold, recall })
  return { threshold, recall, bands, rows }
}

/** The expected number of the report's pairs above the threshold that these bands do not find. */
function missed({ data }: ReportModel, layout: { bands: number; rows: number }, threshold: number): string {
  const steps = data.histogram.length
  let expected = 0
  for (const [i, pairs] of data.histogram.entries()) {
    const similarity = (i + 0.5) / steps
    if (similarity >= threshold) expected += pairs * (1 - candidateProbability(similarity, layout))
  }
  return expected < 10 ? expected.toFixed(1) : Math.round(expected).toLocaleString('en-US')
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Range({
  label,
  min,
  max,
  step,
  value,
  set,
}: {
  label: string
  min: number
  max: number
  step: number
  value: number
  set: (value: number) => void
}) {
  return (
    <label class="slider">
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      <output>{value}</output>
    </label>
  )
}
