import { useMemo } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import type { PairDetail, PairEvidence } from '../../../src/report/report-data.js'
import { marksOf } from '../data/marks.js'
import type { ReportModel } from '../data/model.js'
import { withoutPhrases } from '../data/phrases.js'
import { EvidenceTable } from '../parts/evidence-table.js'
import { oneLine, score } from '../parts/format.js'
import { Marking } from '../parts/marking.js'
import { SideBySide } from '../parts/side-by-side.js'

/** The maximum number of characters of an id in the heading: tables cut longer ids off, so this is where to read them. */
const MAX_ID = 500

/** Two documents side by side: what they share and what differs. */
export function PairView({ model, pair }: { model: ReportModel; pair: number }) {
  const { a, b, similarity } = model.data.pairs
  const [one, other] = [a[pair]!, b[pair]!]
  const marks = marksOf(model)
  const detail = model.detailOf(pair)
  const isHidden = marks.hides(pair)
  return (
    <>
      <p>
        <a href="#/pairs">All pairs</a> ·{' '}
        <a href={`#/cluster/${one}`}>{model.groupNoun === 'group' ? 'Group' : 'Cluster'}</a>
      </p>
      <h1>
        <bdi>{oneLine(model.idOf(one), MAX_ID)}</bdi> <span class="and">and</span>{' '}
        <bdi>{oneLine(model.idOf(other), MAX_ID)}</bdi>
      </h1>
      <p class="bar">
        <span>
          {model.data.measure}{' '}
          {isHidden ? (
            <b>hidden until you mark the pair</b>
          ) : (
            <Similarity model={model} pair={pair} ofRun={similarity[pair]!} />
          )}
        </span>
        <Marking model={model} marks={marks} pair={pair} />
      </p>
      {detail && !isHidden && (
        <dl class="facts">
          {detail.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {model.data.records ? (
        <Records
          model={model}
          documents={[one, other]}
          fields={model.data.records.fields}
          evidence={detail?.evidence}
          isHidden={isHidden}
        />
      ) : (
        <Texts model={model} one={one} other={other} detail={detail} isHidden={isHidden} />
      )}
    </>
  )
}

/** The similarity that tables show. If the reader ignores phrases, it says what it was in the run, or that it is the same. */
function Similarity({ model, pair, ofRun }: { model: ReportModel; pair: number; ofRun: number }) {
  const ignored = model.ignored.value.size
  if (ignored === 0) return <b>{score(ofRun)}</b>
  const adjusted = model.adjusted.value?.[pair]
  if (adjusted === undefined || !model.hasWholeTexts(pair)) {
    return (
      <>
        <b>{score(ofRun)}</b> in the run
        {!model.hasWholeTexts(pair) &&
          ', with the phrases that you ignore: this report does not contain both texts in full'}
      </>
    )
  }
  return (
    <>
      <b>{score(adjusted)}</b> without the {counted(ignored, 'phrase')} that you ignore, {score(ofRun)} in the
      run
    </>
  )
}

function Records({
  model,
  documents: [one, other],
  fields,
  evidence,
  isHidden,
}: {
  model: ReportModel
  documents: readonly [number, number]
  fields: readonly string[]
  evidence: PairEvidence | undefined
  isHidden: boolean
}) {
  const [first, second] = [model.valuesOf(one), model.valuesOf(other)]
  if (!first || !second) return <p>This report does not contain the values of these two records.</p>
  const names = [nameOf(model, one), nameOf(model, other)] as const
  return (
    <EvidenceTable
      fields={fields}
      values={[first, second]}
      names={names}
      evidence={evidence}
      isHidden={isHidden}
    />
  )
}

/** Ids in two tables can be equal; then the name includes the table. */
function nameOf(model: ReportModel, document: number): string {
  const id = oneLine(model.idOf(document), 60)
  return model.data.documents.files.length > 1
    ? `${id} (${oneLine(model.fileOf(document).replace(/^.*[/\\]/s, ''), 40)})`
    : id
}

function Texts({
  model,
  one,
  other,
  detail,
  isHidden,
}: {
  model: ReportModel
  one: number
  other: number
  detail: PairDetail | undefined
  isHidden: boolean
}) {
  const [textA, textB] = [model.textOf(one), model.textOf(other)]
  const ignored = model.ignored.value
  const plan = model.data.plan?.shingle
  const shingle = useMemo(
    () => (plan && ignored.size > 0 ? withoutPhrases(plan, [...ignored]) : plan),
    [plan, ignored],
  )
  if (textA === undefined || textB === undefined) {
    return (
      <p>
        This report does not contain the text of{' '}
        <bdi>{oneLine(model.idOf(textA === undefined ? one : other))}</bdi>. Run <code>likewise compare</code>{' '}
        on the two documents to see them side by side.
      </p>
    )
  }
  const shown = (document: number, text: string) => ({
    name: model.idOf(document),
    file: model.fileOf(document),
    text,
    cut: model.cutOf(document),
  })
  return (
    <SideBySide
      documents={[shown(one, textA), shown(other, textB)]}
      known={detail?.passages}
      unit={detail?.passageUnit}
      common={model.boilerplate()}
      groupNoun={model.groupNoun}
      shingle={shingle}
      isWithoutPhrases={ignored.size > 0}
      isHidden={isHidden}
    />
  )
}
