import { useState } from 'preact/hooks'
import { count, counted } from '../../../src/model/quantities.js'
import type { ReportTable } from '../../../src/report/report-data.js'
import type { ReportModel } from '../data/model.js'
import { BelowNote } from '../parts/below-note.js'
import { DecisionList } from '../parts/decision-list.js'
import { oneLine, printable, score } from '../parts/format.js'
import { Histogram } from '../parts/histogram.js'
import { LeftOut } from '../parts/left-out.js'
import { Recall } from '../parts/recall.js'
import { SourceRates } from '../parts/source-rates.js'
import { ThresholdSlider } from '../parts/threshold-slider.js'
import { Boilerplate } from './boilerplate.js'
import { ExpectedQuality, MatchOverview } from './match-overview.js'

/** What was found, in numbers and as a histogram. */
export function OverviewView({ model }: { model: ReportModel }) {
  const { data } = model
  const { counts } = data
  return (
    <>
      <h1>{oneLine(data.title)}</h1>
      <dl class="tiles">
        <Tile name={`${model.noun}s`} value={counts.documents} />
        <Tile name="pairs" value={counts.pairs} />
        <Tile name={`${model.groupNoun}s`} value={counts.clusters} />
        {counts.identical !== undefined && <Tile name="identical" value={counts.identical} />}
        {counts.equal !== undefined && <Tile name="equal after normalization" value={counts.equal} />}
        {counts.removed !== undefined && <Tile name="removed" value={counts.removed} />}
        {counts.kept !== undefined && <Tile name="kept" value={counts.kept} />}
      </dl>
      {data.recall && <Recall recall={data.recall} data={data} />}
      {data.records && <ExpectedQuality expected={data.records.expected} />}
      {data.notes?.map((note) => (
        <p key={note}>{printable(note)}</p>
      ))}
      <section aria-labelledby="by-similarity">
        <h2 id="by-similarity">Pairs by {data.measure}</h2>
        <Histogram
          counts={data.histogram}
          estimated={data.estimated}
          threshold={model.threshold.value}
          label={`Histogram of ${counted(counts.pairs, 'pair')} by ${data.measure}`}
        />
        <BelowNote data={data} />
        <ThresholdSlider model={model} />
        <AtThreshold model={model} />
      </section>
      {data.backgrounds?.map(({ title, counts: bars, threshold = 1 }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <Histogram counts={bars} threshold={threshold} label={title} />
        </section>
      ))}
      {data.records && <MatchOverview model={model} records={data.records} />}
      <LeftOut model={model} />
      {data.sources && data.sources.length > 0 && (
        <SourceRates sources={data.sources} leftOut={data.leftOut.sources} decisions={model.decisions} />
      )}
      {data.tables?.map((table) => (
        <DataTable key={table.title} {...table} />
      ))}
      <Boilerplate model={model} />
      <DecisionList model={model} />
    </>
  )
}

function Tile({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  )
}

/** The result at the chosen threshold, computed from the stored pairs. */
function AtThreshold({ model }: { model: ReportModel }) {
  const { pairs, clusters, documents } = model.clustering.value
  return (
    <p class="at-threshold" role="status">
      At {score(model.threshold.value)}: <b>{counted(pairs, 'pair')}</b>,{' '}
      <b>{counted(clusters.length, model.groupNoun)}</b> of {counted(documents, model.noun)}
      {model.takesDecisions && (
        <>
          ; keeping one document per cluster would remove <b>{count(documents - clusters.length)}</b>
        </>
      )}
      .
    </p>
  )
}

/** The number of table rows shown initially. */
const MAX_ROWS = 50

function DataTable({ title, columns, rows }: ReportTable) {
  const [isOpen, setOpen] = useState(false)
  if (rows.length === 0) return null
  const id = title.replace(/\W/g, '-')
  const isNumber = columns.map((_, column) => rows.every((row) => !Number.isNaN(Number(row[column]))))
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table>
        <thead>
          <tr>
            {columns.map((name, column) => (
              <th key={name} scope="col" class={isNumber[column] ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isOpen ? rows.length : MAX_ROWS).map((row) => (
            <tr key={row[0]}>
              {row.map((value, column) => (
                <td key={columns[column]} class={isNumber[column] ? 'number' : undefined}>
                  {oneLine(String(value))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && !isOpen && (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Show all {count(rows.length)}
          </button>
          <p class="printed">
            The first {MAX_ROWS} of {count(rows.length)} rows are printed.
          </p>
        </>
      )}
    </section>
  )
}
