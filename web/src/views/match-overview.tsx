import type { FieldAgreement } from '../../../src/apps/entities/agreement-table.js'
import { counted, percent } from '../../../src/model/quantities.js'
import type { ReportRecords } from '../../../src/report/report-data.js'
import { marksOf } from '../data/marks.js'
import type { ReportModel } from '../data/model.js'
import { oneLine, signed } from '../parts/format.js'
import { useIsNarrow } from '../parts/narrow.js'

/** The number of pairs worth marking that are listed here. */
const LISTED = 20

/** How fields agree, and which pairs are worth marking. */
export function MatchOverview({ model, records }: { model: ReportModel; records: ReportRecords }) {
  return (
    <>
      <Agreement agreement={records.agreement} />
      <WorthMarking model={model} toMark={records.toMark} />
    </>
  )
}

/** The expected quality of the pairs. */
export function ExpectedQuality({ expected }: { expected: ReportRecords['expected'] }) {
  if (!expected) return null
  const { precision, recall, precisionInterval, recallInterval } = expected
  const shown = (value: number | undefined) => (value === undefined ? 'not known' : percent(value))
  const span = (interval: readonly [number, number] | undefined) =>
    interval ? ` (95 % CI ${percent(interval[0])}–${percent(interval[1])})` : ''
  return (
    <p>
      Expected precision: <b>{shown(precision)}</b>
      {span(precisionInterval)}. Expected recall: <b>{shown(recall)}</b>
      {span(recallInterval)}.
    </p>
  )
}

function Agreement({ agreement }: { agreement: readonly FieldAgreement[] }) {
  const isNarrow = useIsNarrow()
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">How fields agree</h2>
      <p>
        m: the share of matches that agree in this way; u: the share of random pairs that do; bits: the
        evidence for a match (or against it, if negative) on average over the compared pairs.
      </p>
      {isNarrow ? <GradesByField agreement={agreement} /> : <FieldsByGrade agreement={agreement} />}
    </section>
  )
}

/** One row per field. */
function FieldsByGrade({ agreement }: { agreement: readonly FieldAgreement[] }) {
  const grades = agreement[0]?.grades.map(({ grade }) => grade) ?? []
  return (
    <div class="scrolling" role="region" aria-label="Agreement by field" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              field
            </th>
            {grades.map((grade) => (
              <th key={grade} scope="colgroup" colSpan={3} class="group">
                {grade}
              </th>
            ))}
          </tr>
          <tr>
            {grades.flatMap((grade) =>
              ['m', 'u', 'bits'].map((name) => (
                <th key={`${grade} ${name}`} scope="col" class="number">
                  {name}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {agreement.map(({ field, grades: gradesOfField }) => (
            <tr key={field}>
              <th scope="row">{oneLine(field)}</th>
              {gradesOfField.flatMap(({ grade, matches, random, bits }) =>
                [short(matches), short(random), signed(bits)].map((text, i) => (
                  <td key={`${grade} ${i}`} class="number">
                    {text}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One row per field and grade, for narrow screens. */
function GradesByField({ agreement }: { agreement: readonly FieldAgreement[] }) {
  return (
    <table class="grades">
      <thead>
        <tr>
          {['field', 'agreement', 'm', 'u', 'bits'].map((name, i) => (
            <th key={name} scope="col" class={i > 1 ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {agreement.map(({ field, grades }) => (
        <tbody key={field}>
          {grades.map(({ grade, matches, random, bits }, i) => (
            <tr key={grade}>
              {i === 0 && (
                <th scope="rowgroup" rowSpan={grades.length}>
                  {oneLine(field)}
                </th>
              )}
              <td>{grade}</td>
              <td class="number">{short(matches)}</td>
              <td class="number">{short(random)}</td>
              <td class="number">{signed(bits)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function WorthMarking({ model, toMark }: { model: ReportModel; toMark: readonly number[] }) {
  if (toMark.length === 0) return null
  const { a, b } = model.data.pairs
  const marks = marksOf(model)
  return (
    <section aria-labelledby="worth">
      <h2 id="worth">Pairs worth marking</h2>
      <p>
        {counted(toMark.length, 'pair')} whose labels would help <code>match</code> most, including pairs that
        are not reported. Open one and mark it, and the next one follows; the score stays hidden until then.
        Save the labels and run <code>likewise match … --labels labels.jsonl</code>.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">first record</th>
            <th scope="col">second record</th>
            <th scope="col">your label</th>
          </tr>
        </thead>
        <tbody>
          {toMark.slice(0, LISTED).map((pair) => (
            <tr key={pair}>
              <td>
                <a href={`#/pair/${pair}`} onClick={() => marks.set('marking', true)}>
                  {oneLine(model.idOf(a[pair]!))}
                </a>
              </td>
              <td>{oneLine(model.idOf(b[pair]!))}</td>
              <td>{labelOf(marks.of(pair))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function labelOf(mark: boolean | undefined): string {
  return mark === undefined ? '' : mark ? 'match' : 'not a match'
}

/** Two digits; a share that no table could have shown is 0. */
function short(share: number): string {
  return share < 1e-6
    ? '0'
    : Number(share.toPrecision(2)).toFixed(Math.max(0, 1 - Math.floor(Math.log10(share))))
}
