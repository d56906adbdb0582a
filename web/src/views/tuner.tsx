import { useState } from 'preact/hooks'
import { chooseBands } from '../../../src/band/choose-bands.js'
import {
  candidateProbability,
  falseNegativeArea,
  falsePositiveArea,
  similarityAt,
} from '../../../src/band/s-curve.js'
import { bandThreshold } from '../../../src/model/plan.js'
import { count, percent } from '../../../src/model/quantities.js'
import type { ReportData } from '../../../src/report/report-data.js'
import { commandLine } from '../data/command-line.js'
import type { ReportModel } from '../data/model.js'
import { BelowNote, HowToKeep } from '../parts/below-note.js'
import { CommandBar } from '../parts/command-bar.js'
import { SCurve } from '../parts/s-curve.js'

interface Settings {
  readonly threshold: number
  readonly recall: number
  readonly bands: number
  readonly rows: number
  /** Whether the reader moved bands or rows, so that a search should use them. */
  readonly isOwnLayout: boolean
}

interface Slider {
  readonly name: Exclude<keyof Settings, 'isOwnLayout'>
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
function changed(settings: Settings, name: Slider['name'], value: number): Settings {
  const next = { ...settings, [name]: value, isOwnLayout: true }
  return name === 'threshold' || name === 'recall' ? withBands(next) : next
}

/** The S-curve, and the consequences of a choice of bands and rows. */
export function TunerView({ model }: { model: ReportModel | undefined }) {
  const plan = model?.data.plan
  const [settings, setSettings] = useState<Settings>(() => {
    const threshold = plan?.threshold ?? 0.8
    const recall = plan?.recall ?? 0.95
    const settings = withBands({ threshold, recall: Math.min(recall, 0.999) })
    return plan?.method === 'bands' ? { ...settings, bands: plan.bands, rows: plan.rows } : settings
  })
  const { threshold, bands, rows } = settings
  const layout = { bands, rows }
  return (
    <>
      <h1>Tuner</h1>
      <p>
        With {bands} bands of {rows} rows, a pair of documents becomes a candidate with the probability that
        the curve shows. Set the threshold and the recall and Likewise picks bands and rows; or move bands and
        rows yourself.
      </p>
      <SCurve
        layout={layout}
        threshold={threshold}
        histogram={model?.data.histogram}
        estimated={model?.data.estimated}
      />
      {model && <BelowNote data={model.data} />}
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
              name={
                model.data.estimated
                  ? 'expected candidates (estimated below the threshold)'
                  : 'expected candidates among the listed pairs'
              }
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
      <Command data={model?.data} settings={settings} />
      {model && model.data.estimated === undefined && <HowToKeep data={model.data} />}
    </>
  )
}

function withBands({ threshold, recall }: Pick<Settings, 'threshold' | 'recall'>): Settings {
  const { bands, rows } = chooseBands({ threshold, recall })
  return { threshold, recall, bands, rows, isOwnLayout: false }
}

/** The command for a search with these settings. */
function Command({ data, settings }: { data: ReportData | undefined; settings: Settings }) {
  const { threshold, recall, bands, rows, isOwnLayout } = settings
  if (data !== undefined && data.plan === undefined) return null
  const { similarity, keepPairsFrom = 1 } = data?.plan ?? {}
  const kept = keepPairsFrom < threshold ? { keepPairsFrom } : {}
  const compared = { threshold, ...(similarity && { similarity }), ...kept }
  // Rounded down, because a search refuses bands that do not reach its recall.
  const reached = Math.floor(candidateProbability(bandThreshold(compared), { bands, rows }) * 1000) / 1000
  const isBelow = isOwnLayout && reached < recall
  if (isBelow && reached === 0)
    return (
      <p role="status">These bands find almost no pair at the threshold: use more bands or fewer rows.</p>
    )
  const layout = isOwnLayout ? [`${bands}`, `${rows}`] : []
  const command = commandLine(data ?? NO_DATA, [
    ['threshold', `${threshold}`],
    ['recall', `${isBelow ? reached : recall}`],
    ...(isOwnLayout ? [['method'] as const] : []),
    ['bands', layout[0]],
    ['rows', layout[1]],
    ...(keepPairsFrom < threshold ? [] : [['keep-pairs-from'] as const]),
  ])
  return (
    <>
      <CommandBar command={command} />
      {isBelow && (
        <p role="status">
          {bands} bands of {rows} rows do not reach the recall {recall}: the command requests {reached}, which
          they reach at {kept.keepPairsFrom ?? threshold}.
        </p>
      )}
    </>
  )
}

/** Without a report, the command has no inputs. */
const NO_DATA = { command: 'find', documents: { ids: [], files: [] } } as const

/** The expected number of pairs in the report for which something holds with a probability that depends on the similarity. */
function expected({ data }: ReportModel, probability: (similarity: number) => number): string {
  const { histogram, estimated = [] } = data
  const sum = histogram.reduce(
    (before, pairs, i) => before + (pairs + (estimated[i] ?? 0)) * probability((i + 0.5) / histogram.length),
    0,
  )
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
