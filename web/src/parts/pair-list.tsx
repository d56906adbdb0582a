import { counted } from '../../../src/model/quantities.js'
import type { ListedPair } from '../data/cluster-detail.js'
import type { Decisions } from '../data/decisions.js'
import { marksOf } from '../data/marks.js'
import type { ReportModel } from '../data/model.js'
import { oneLine, score } from './format.js'

const MAX_LISTED = 500

export interface PairListProps {
  readonly title: string
  readonly model: ReportModel
  readonly pairs: readonly ListedPair[]
  /** Present if the reader can declare pairs different. */
  readonly decisions?: Decisions | undefined
}

/** The pairs of a cluster, least similar first, because these are the most doubtful. */
export function PairList({ title, model, pairs, decisions }: PairListProps) {
  const marks = marksOf(model)
  const id = title.replace(/\W/g, '')
  const shown = [...pairs].sort((x, y) => x.similarity - y.similarity).slice(0, MAX_LISTED)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table class="stacked pair-list">
        <thead>
          <tr>
            <th scope="col" class="number">
              {model.data.measure}
            </th>
            <th scope="col">first {model.noun}</th>
            <th scope="col">second {model.noun}</th>
            {decisions && (
              <th scope="col" class="choice">
                decision
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ pair, a, b, similarity }) => (
            <tr key={pair}>
              <td class="number">
                <a href={`#/pair/${pair}`}>{marks.hides(pair) ? 'hidden' : score(similarity)}</a>
              </td>
              <td class="id">{oneLine(model.idOf(a))}</td>
              <td class="id">{oneLine(model.idOf(b))}</td>
              {decisions && (
                <td class="choice">
                  {decisions.apart.value.has(pair) ? (
                    'not duplicates'
                  ) : (
                    <button type="button" onClick={() => decisions.markDifferent([pair])}>
                      Not duplicates
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {pairs.length > shown.length && (
        <p>
          The {counted(shown.length, 'pair')} with the lowest {model.data.measure} are shown.
        </p>
      )}
    </section>
  )
}
