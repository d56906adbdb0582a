import { count, counted } from '../../../src/model/quantities.js'
import type { ReportModel } from '../data/model.js'

/** What the run found but the report does not contain; nothing if the report is complete. */
export function LeftOut({ model }: { model: ReportModel }) {
  const lines = [...leftOutLines(model)]
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out">What this report omits</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function* leftOutLines({ data, noun, groupNoun }: ReportModel): Iterable<string> {
  const { leftOut, counts, records, texts, tables = [], pairDetails = [] } = data
  const { pairsBelow = 0, pairsOmitted = 0 } = counts
  if (leftOut.pairs > 0) {
    const effect = leftOut.clustersAreComplete
      ? `the ${groupNoun}s are based on all pairs`
      : `some ${groupNoun}s may be smaller here than in the run`
    yield `${count(leftOut.pairs)} of ${counted(counts.pairs + pairsBelow, 'pair')} are not in this report; ${effect}.`
  }
  if (pairsOmitted > 0)
    yield `The run did not list ${counted(pairsOmitted, 'more pair')} in very large groups; their documents are connected through listed pairs.`
  if (leftOut.texts > 0) {
    yield records
      ? `The report contains the values of ${counted(records.values.length, 'record')}; the other ${count(leftOut.texts)} are listed by id only.`
      : `The report contains the texts of ${counted(texts.length, 'document')}; the other ${count(leftOut.texts)} are listed without text.`
  }
  if ((leftOut.ids ?? 0) > 0)
    yield `${counted(leftOut.ids!, 'long id')} ${leftOut.ids === 1 ? 'is' : 'are'} shortened: to the first characters, the length and a hash. Decisions and marks about these documents still work, but a search for ids does not find what is cut off.`
  if ((leftOut.names ?? 0) > 0)
    yield `${counted(leftOut.names!, 'long name')} of files, sources or fields ${leftOut.names === 1 ? 'is' : 'are'} shortened in the same way.`
  if ((leftOut.files ?? 0) > 0)
    yield `${counted(leftOut.files!, 'file')} without a listed ${noun} ${leftOut.files === 1 ? 'is' : 'are'} not named.`
  const cut = texts.filter((text) => (text.cut ?? 0) > 0)
  if (cut.length > 0) {
    const characters = cut.reduce((sum, text) => sum + text.cut!, 0)
    yield `${counted(characters, 'character')} at the end of ${counted(cut.length, 'long text')} are cut off.`
  }
  const { details = 0, sources = 0 } = leftOut
  if (details > 0) {
    yield records
      ? `The report contains the evidence for ${counted(pairDetails.length, 'pair')}; the other ${count(details)} have only a ${data.measure}.`
      : `The report contains the figures and passages of ${counted(pairDetails.length, 'pair')}; the other ${count(details)} have only a ${data.measure}.`
  }
  const withoutPassages = records ? 0 : pairDetails.filter(({ passages }) => passages === undefined).length
  if (withoutPassages > 0)
    yield `The passages of ${counted(withoutPassages, 'pair')} with figures are left out; the page looks for shared runs of words instead.`
  if (sources > 0)
    yield `The report contains the removal rates of ${counted(data.sources?.length ?? 0, 'source')}; ${count(sources)} others are left out.`
  for (const { title, rows, leftOut: missing = 0 } of tables) {
    if (missing > 0)
      yield `The table “${title}” contains the first ${count(rows.length)} of ${count(rows.length + missing)} rows.`
  }
}
