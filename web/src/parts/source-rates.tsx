import { nearlyWipedOut, type SourceRate } from '../../../src/dedup/source-rates.js'
import { count, counted, percent } from '../../../src/model/quantities.js'
import type { Decisions } from '../data/decisions.js'
import { oneLine } from './format.js'

const MAX_LISTED = 100

/** What was removed from each source, and which sources the reader protects. */
export function SourceRates({
  sources,
  leftOut = 0,
  decisions,
}: {
  sources: readonly SourceRate[]
  /** The number of further sources that the report does not contain. */
  leftOut: number | undefined
  decisions: Decisions
}) {
  const nearly = nearlyWipedOut(sources)
  const wipedOut = new Set(nearly.map(({ source }) => source))
  // The warning is about the first ones, so that they are always listed.
  const listed = [...new Set([...nearly, ...sources])].slice(0, MAX_LISTED)
  const more = sources.length + leftOut - listed.length
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">Removed by source</h2>
      {nearly.length > 0 && (
        <p class="warning">
          <strong>
            {counted(nearly.length, 'source')} lost nearly all {nearly.length === 1 ? 'its' : 'their'}{' '}
            documents.
          </strong>{' '}
          To keep the documents of a source, choose <i>never remove</i>, save the decisions and run{' '}
          <code>dedup</code> again.
        </p>
      )}
      <table class="sources">
        <thead>
          <tr>
            <th scope="col">source</th>
            <th scope="col" class="number">
              documents
            </th>
            <th scope="col" class="number">
              removed
            </th>
            <th scope="col" class="number">
              share
            </th>
            <td class="wide" />
            <th scope="col">never remove</th>
          </tr>
        </thead>
        <tbody>
          {listed.map(({ source, documents, removed }) => (
            <tr key={source}>
              <th scope="row">{oneLine(source)}</th>
              <td class="number">{count(documents)}</td>
              <td class="number">{count(removed)}</td>
              <td class="number">
                {wipedOut.has(source) ? (
                  <strong class="warning">{percent(removed / documents)}</strong>
                ) : (
                  percent(removed / documents)
                )}
              </td>
              <td class="wide">
                <Share of={removed / documents} isNearlyAll={wipedOut.has(source)} />
              </td>
              <td>
                <input
                  type="checkbox"
                  aria-label={`Never remove from ${oneLine(source)}`}
                  checked={decisions.isSourceKept(source)}
                  onChange={(event) => decisions.keepSource(source, event.currentTarget.checked)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p>And {counted(more, 'more source')}.</p>}
    </section>
  )
}

/** A bar as long as a share. */
function Share({ of, isNearlyAll }: { of: number; isNearlyAll: boolean }) {
  return (
    <span class="share" aria-hidden="true">
      <span class={isNearlyAll ? 'nearly-all' : undefined} style={{ width: `${100 * of}%` }} />
    </span>
  )
}
