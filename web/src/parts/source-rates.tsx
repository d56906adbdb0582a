import { nearlyWipedOut, type SourceRate } from '../../../src/dedup/source-rates.js'
import { count, counted, percent } from '../../../src/model/quantities.js'
import type { Decisions } from '../data/decisions.js'
import { oneLine } from './format.js'

const MAX_LISTED = 100

/** What was removed from each source, and which sources the reader protects. */
export function SourceRates({
  sources,
  decisions,
}: {
  sources: readonly SourceRate[]
  decisions: Decisions
}) {
  const wipedOut = new Set(nearlyWipedOut(sources).map(({ source }) => source))
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">Removed by source</h2>
      <table>
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
            <th scope="col">never remove</th>
          </tr>
        </thead>
        <tbody>
          {sources.slice(0, MAX_LISTED).map(({ source, documents, removed }) => (
            <tr key={source}>
              <th scope="row">{oneLine(source)}</th>
              <td class="number">{count(documents)}</td>
              <td class="number">{count(removed)}</td>
              <td class="number">
                {wipedOut.has(source) ? (
                  <strong class="warning">{percent(removed / documents)}: nearly all removed</strong>
                ) : (
                  percent(removed / documents)
                )}
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
      {sources.length > MAX_LISTED && <p>And {counted(sources.length - MAX_LISTED, 'more source')}.</p>}
    </section>
  )
}
