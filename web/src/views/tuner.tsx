import { useState } from 'preact/hooks'
import { chooseBands } from '../../../src/band/choose-bands.js'
import {
  candidateProbability,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from '../../../src/band/s-curve.js'
import { count, percent } from '../../../src/model/quantities.js'
import type { ReportModel } from '../data/model.js'
import { SCurve } from '../parts/s-curve.js'

interface Settings {
  readonly threshold: number
  readonly recall: number
  readonly bands: number
  readonly rows: number
}

interface Slider {
  readonly name: keyof Settings
  readonly min: number
  readonly max: number
  readonly step: number
}

const SLIDERS: readonly Slider[] = [
  { name: 'threshold', min: 0.1, max: 0.99, step: 0.01 },
  { name: 'recall', min: 0.5, max: 0.999, step: 0.001 },
  { name: 'bands', min: 1, max: 128, step: 1 },
  { name: 'rows', min: 1, max: 32, step: 1 },
]

/** A different threshold or recall leads to different bands and rows. */
function changed(settings: Settings, name: keyof Settings, value: number): Settings {
  const next = { ...settings, [name]: value }
  return name === 'threshold' || name === 'recall' ? withBands(next) : next
}

/** The S-curve, and the consequences of a choice of bands and rows. */
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
        {SLIDERS.map((slider) => (
          <Range
            key={slider.name}
            {...slider}
            value={settings[slider.name]}
            set={(value) => setSettings(changed(settings, slider.name, value))}
          />
        ))}
      </div>
      <dl class="tiles">
        <Fact name="found at the threshold" value={percent(candidateProbability(threshold, layout))} />
        <Fact name="50 % at similarity" value={similarityAt(0.5, layout).toFixed(3)} />
        <Fact name="slots per signature" value={String(bands * rows)} />
        <Fact name="bytes per document" value={String(4 * bands * rows)} />
        <Fact name="wasted area (false positives)" value={falsePositiveArea(threshold, layout).toFixed(3)} />
        <Fact name="missed area (false negatives)" value={falseNegativeArea(threshold, layout).toFixed(3)} />
        {model && (
          <>
            <Fact
              name="signatures of all documents"
              value={megabytes(4 * bands * rows * model.data.counts.documents)}
            />
            <Fact
              name="expected candidates among the listed pairs"
              value={expected(model, (similarity) => candidateProbability(similarity, layout))}
            />
            <Fact
              name="listed pairs this would miss"
              value={expected(model, (similarity) =>
                similarity < threshold ? 0 : 1 - candidateProbability(similarity, layout),
              )}
            />
          </>
        )}
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

/** The expected number of pairs in the report for which something holds with a probability that depends on the similarity. */
function expected({ data }: ReportModel, probability: (similarity: number) => number): string {
  const steps = data.histogram.length
  const sum = data.histogram.reduce((before, pairs, i) => before + pairs * probability((i + 0.5) / steps), 0)
  return sum < 10 ? sum.toFixed(1) : count(Math.round(sum))
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(0)} MB`
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
  name,
  min,
  max,
  step,
  value,
  set,
}: Slider & { value: number; set: (value: number) => void }) {
  return (
    <label class="slider">
      <span>{name}</span>
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
