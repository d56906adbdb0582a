import { useState } from 'preact/hooks'
import { candidateProbability } from '../../../src/band/s-curve.js'
import { LikewiseError } from '../../../src/model/errors.js'
import { bandThreshold, keptFrom } from '../../../src/model/plan.js'
import { count, counted, percent } from '../../../src/model/quantities.js'
import { type Curve, probabilityAt } from '../../../src/plan/curve.js'
import type { ReportData } from '../../../src/report/report-data.js'
import { commandLine } from '../data/command-line.js'
import type { ReportModel } from '../data/model.js'
import { comparedIn, type Settings, settingsOf, type Tuned, tune } from '../data/tuning.js'
import { BelowNote, HowToKeep } from '../parts/below-note.js'
import { CommandBar } from '../parts/command-bar.js'
import { printable } from '../parts/format.js'
import { SCurve } from '../parts/s-curve.js'

interface Slider {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly step: number
}

const SLIDERS = {
  threshold: { name: 'threshold', min: 0.1, max: 0.99, step: 0.01 },
  recall: { name: 'recall', min: 0.5, max: 1, step: 0.001 },
  bands: { name: 'bands', min: 1, max: 128, step: 1 },
  rows: { name: 'rows', min: 1, max: 32, step: 1 },
} as const satisfies Record<string, Slider>

/** The S-curve, and the consequences of a choice of bands and rows. */
export function TunerView({ model }: { model: ReportModel | undefined }) {
  // Scores of copies and of records are no similarities that bands could find.
  const data = model?.data.plan === undefined ? undefined : model.data
  const [settings, setSettings] = useState<Settings>(() => settingsOf(data))
  const tuned = tuneOrRefuse(data, settings)
  const { threshold, recall } = settings
  const range = (slider: Slider, value: number, change: (value: number) => Settings) => (
    <Range
      {...slider}
      max={Math.max(slider.max, value)}
      value={value}
      set={(chosen) => setSettings(change(chosen))}
    />
  )
  // A different threshold or recall leads to different bands and rows.
  const sliders = [
    range(SLIDERS.threshold, threshold, (value) => ({ ...settings, threshold: value, layout: undefined })),
    range(SLIDERS.recall, recall, (value) => ({ ...settings, recall: value, layout: undefined })),
  ]
  if (typeof tuned === 'string' || tuned.curve === undefined) {
    return (
      <>
        <h1>Tuner</h1>
        {typeof tuned === 'string' ? (
          <p role="status">A search would refuse these settings: {printable(tuned)}</p>
        ) : (
          <p>A search is exact here, because {tuned.exactBecause}: there is no curve to tune.</p>
        )}
        <div class="sliders">{sliders}</div>
        {typeof tuned !== 'string' && <Command data={data} settings={settings} />}
      </>
    )
  }
  const { curve } = tuned
  const { bands, rows } = curve
  return (
    <>
      <h1>Tuner</h1>
      <p>
        With {counted(bands, 'band')} of {counted(rows, 'row')}, a pair of documents becomes a candidate with
        the probability that the curve shows. Set the threshold and the recall, and Likewise chooses bands and
        rows; or move bands and rows yourself.
      </p>
      <Basis data={data} tuned={tuned} settings={settings} />
      <SCurve curve={curve} histogram={data?.histogram} estimated={data?.estimated} />
      <p class="legend">
        <span class="key wasted" /> wasted comparisons <span class="key missed" /> missed pairs
        {data && (
          <>
            {' '}
            <span class="key pairs" /> pairs of this report, by similarity
          </>
        )}
      </p>
      {data && <BelowNote data={data} />}
      <div class="sliders">
        {sliders}
        {range(SLIDERS.bands, bands, (value) => ({ ...settings, layout: { bands: value, rows } }))}
        {range(SLIDERS.rows, rows, (value) => ({ ...settings, layout: { bands, rows: value } }))}
      </div>
      <Facts data={data} tuned={tuned} curve={curve} />
      <Command data={data} settings={settings} />
      {data && data.estimated === undefined && <HowToKeep data={data} />}
    </>
  )
}

/** What a search would do, or why it would refuse to. */
function tuneOrRefuse(data: ReportData | undefined, settings: Settings): Tuned | string {
  try {
    return tune(data, settings)
  } catch (error) {
    if (error instanceof LikewiseError) return error.message
    throw error
  }
}

/** Whether a search would use these bands, and how the page knows. */
function Basis({
  data,
  tuned,
  settings,
}: {
  data: ReportData | undefined
  tuned: Tuned
  settings: Settings
}) {
  const { exactBecause, basis } = tuned
  return (
    <>
      {exactBecause !== undefined && (
        <p role="status">
          A search with these settings is exact: {exactBecause}. The curve is that of the bands it would use
          with <code>--method bands</code>.
        </p>
      )}
      {settings.layout === undefined && exactBecause === undefined && basis !== 'sample' && (
        <p>
          {basis === 'settings'
            ? 'The curve follows from the threshold and the recall alone. '
            : `The sample of this run was examined for the threshold ${keptFrom(data!.plan!)}. `}
          <code>likewise tune INPUT</code> examines a sample of the input for these settings, and may choose
          other bands or an exact search.
        </p>
      )}
    </>
  )
}

function Facts({ data, tuned, curve }: { data: ReportData | undefined; tuned: Tuned; curve: Curve }) {
  const { expected, exactBecause } = tuned
  const { threshold, bands } = curve
  const isExact = exactBecause !== undefined
  return (
    <dl class="settings tiles">
      <Fact name="found at the threshold" value={isExact ? '100 %' : percent(curve.recall)} />
      <Fact name="50 % at similarity" value={curve.midpoint.toFixed(3)} />
      <Fact name="slots per signature" value={count(curve.slots)} />
      <Fact name="band keys per document" value={`${count(8 * bands)} bytes`} />
      <Fact name="wasted area (false positives)" value={curve.falsePositiveArea.toFixed(3)} />
      <Fact name="missed area (false negatives)" value={curve.falseNegativeArea.toFixed(3)} />
      {data && (
        <>
          {expected ? (
            <>
              <Fact name="expected candidates" value={count(expected.candidates)} />
              <Fact name="memory for keys, sets and candidates" value={megabytes(expected.bytes)} />
            </>
          ) : (
            <Fact
              name="expected candidates among the listed pairs"
              value={expectedPairs(data, (similarity) => probabilityAt(curve, similarity))}
            />
          )}
          <Fact
            name="listed pairs this would miss"
            value={expectedPairs(data, (similarity) =>
              similarity < threshold || isExact ? 0 : 1 - probabilityAt(curve, similarity),
            )}
          />
        </>
      )}
    </dl>
  )
}

/** The command for a search with these settings. */
function Command({ data, settings }: { data: ReportData | undefined; settings: Settings }) {
  const { threshold, recall, layout } = settings
  const compared = comparedIn(data?.plan, threshold)
  // Rounded down, because a search refuses bands that do not reach its recall.
  const reached =
    layout === undefined ? 1 : Math.floor(candidateProbability(bandThreshold(compared), layout) * 1000) / 1000
  const isBelow = reached < recall
  if (isBelow && reached === 0)
    return (
      <p role="status">These bands find almost no pair at the threshold: use more bands or fewer rows.</p>
    )
  const command = commandLine(data ?? NO_DATA, [
    ['threshold', `${threshold}`],
    ['recall', `${isBelow ? reached : recall}`],
    ...(layout !== undefined || recall === 1 ? [['method'] as const] : []),
    ['bands', layout && `${layout.bands}`],
    ['rows', layout && `${layout.rows}`],
    ...(compared.keepPairsFrom === undefined ? [['keep-pairs-from'] as const] : []),
  ])
  return (
    <>
      <CommandBar command={command} />
      {layout && isBelow && (
        <p role="status">
          {counted(layout.bands, 'band')} of {counted(layout.rows, 'row')} do not reach the recall {recall}:
          the command requests {reached}, which they reach at {keptFrom(compared)}.
        </p>
      )}
    </>
  )
}

/** Without a report, the command has no inputs. */
const NO_DATA = { command: 'find', documents: { ids: [], files: [] } } as const

/** The expected number of pairs in the report for which something holds with a probability that depends on the similarity. */
function expectedPairs({ histogram }: ReportData, probability: (similarity: number) => number): string {
  const sum = histogram.reduce(
    (before, pairs, i) => before + pairs * probability((i + 0.5) / histogram.length),
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
