import { count, counted } from '../../../src/model/quantities.js'
import { commandLine } from '../data/command-line.js'
import { download } from '../data/download.js'
import { MAX_CHARACTERS, type ReportModel } from '../data/model.js'
import { withoutPhrases } from '../data/phrases.js'
import { CommandBar } from '../parts/command-bar.js'
import { oneLine, score } from '../parts/format.js'

/** The maximum number of characters shown of a phrase. */
const MAX_SHOWN = 600

/** The phrases that occur in many texts, and what remains of the pairs without them. */
export function Boilerplate({ model }: { model: ReportModel }) {
  const { texts, plan } = model.data
  const runs = model.frequent.value
  const ignored = model.ignored.value
  // Bags count how often a shingle occurs, which is unknown without the phrases.
  const canIgnore = plan !== undefined && !plan.shingle.bag
  if (runs === undefined) {
    return (
      <section aria-labelledby="frequent">
        <h2 id="frequent">Phrases in many documents</h2>
        <p role="status">Searching {counted(model.searchedTexts, 'text')} …</p>
      </section>
    )
  }
  if (runs.length === 0) return null
  const toggle = (text: string, isIgnored: boolean) => {
    const next = new Set(ignored)
    if (isIgnored) next.add(text)
    else next.delete(text)
    model.ignore(next)
  }
  return (
    <section aria-labelledby="frequent">
      <h2 id="frequent">Phrases in many documents</h2>
      <p>
        The most widespread phrases in{' '}
        {model.searchedTexts < texts.length
          ? `the first ${count(model.searchedTexts)} of the ${counted(texts.length, 'text')}`
          : `the ${counted(texts.length, 'text')}`}{' '}
        of this report, of which the first {count(MAX_CHARACTERS)} characters each were searched. A phrase in
        several {model.groupNoun}s often comes from a template, and makes different documents look similar.
        {canIgnore && ' Ignore it to see which pairs are left without it.'}
      </p>
      <table>
        <thead>
          <tr>
            {canIgnore && <th scope="col">ignore</th>}
            <th scope="col" class="number">
              documents
            </th>
            <th scope="col" class="number">
              {model.groupNoun}s
            </th>
            <th scope="col">phrase</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ text, documents, clusters }) => (
            <tr key={text}>
              {canIgnore && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Ignore ${oneLine(text, MAX_SHOWN)}`}
                    checked={ignored.has(text)}
                    onChange={(event) => toggle(text, event.currentTarget.checked)}
                  />
                </td>
              )}
              <td class="number">{count(documents)}</td>
              <td class="number">{count(clusters)}</td>
              <td>{oneLine(text, MAX_SHOWN)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ignored.size > 0 && <WithoutPhrases model={model} />}
    </section>
  )
}

/** Searches all documents without the phrases: on this page if possible, otherwise with a command. */
function RunAgain({ model }: { model: ReportModel }) {
  const { plan } = model.data
  const phrases = [...(plan!.shingle.ignorePhrases ?? []), ...model.ignored.value]
  const again = model.searchAgain
  const obstacle = again?.obstacle?.value
  return (
    <>
      {obstacle !== undefined && (
        <p role="status">{obstacle} Save the phrases, and run the command below where the file is.</p>
      )}
      <p class="bar">
        {again && obstacle === undefined && (
          <button
            type="button"
            onClick={() => void again.search(withoutPhrases(plan!.shingle, [...model.ignored.value]))}
          >
            Search again without them
          </button>
        )}
        <button type="button" onClick={() => download('phrases.txt', `${phrases.join('\n')}\n`)}>
          Save phrases
        </button>
      </p>
      <CommandBar command={commandLine(model.data, [['ignore-phrases', 'phrases.txt']])} />
    </>
  )
}

function WithoutPhrases({ model }: { model: ReportModel }) {
  const adjusted = model.adjusted.value
  if (adjusted === undefined) return <p role="status">Comparing the texts again …</p>
  const { similarity } = model.stored
  const limit = Math.fround(model.threshold.value)
  const lost: number[] = []
  let compared = 0
  for (let pair = 0; pair < adjusted.length; pair++) {
    if (!model.hasWholeTexts(pair)) continue
    compared++
    if (similarity[pair]! >= limit && adjusted[pair]! < limit) lost.push(pair)
  }
  return (
    <>
      <p role="status">
        Without {counted(model.ignored.value.size, 'phrase')}, {counted(lost.length, 'pair')} of the{' '}
        {count(compared)} whose complete texts are in this report fall below {score(limit)}. Tables,{' '}
        {model.groupNoun}s and the histogram’s threshold use the new similarities until you clear the boxes;
        all other pairs keep theirs.
      </p>
      {model.takesDecisions && (
        <>
          <RunAgain model={model} />
          {lost.length > 0 && (
            <p class="bar">
              <button type="button" onClick={() => model.decisions.markDifferent(lost)}>
                Decide that these pairs are not duplicates
              </button>
            </p>
          )}
        </>
      )}
    </>
  )
}
