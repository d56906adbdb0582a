import { counted } from '../../../src/model/quantities.js'
import type { Decision } from '../data/applied-decisions.js'
import type { ReportModel } from '../data/model.js'
import { DecisionBar } from './decision-bar.js'
import { oneLine } from './format.js'

const MAX_LISTED = 200

/** All decisions: those that the run applied, whether or not they were withdrawn, and new ones. */
export function DecisionList({ model }: { model: ReportModel }) {
  const { applied, fresh, withdrawn, list } = model.decisions
  if (list.length === 0 && applied.length === 0) return null
  const isWithdrawn = new Set(withdrawn)
  const rows = [
    ...applied.map((decision) => ({
      decision,
      state: isWithdrawn.has(decision) ? ('withdrawn' as const) : ('applied' as const),
    })),
    ...fresh.map((decision) => ({ decision, state: 'new' as const })),
  ]
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">Decisions</h2>
      <table class="stacked decisions">
        <thead>
          <tr>
            <th scope="col">decision</th>
            <th scope="col">state</th>
            <td class="choice" />
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_LISTED).map(({ decision, state }) => (
            <tr key={JSON.stringify(decision)} class={state}>
              <td>
                <InWords model={model} decision={decision} />
              </td>
              <td>{state}</td>
              <td class="choice">
                <Change model={model} decision={decision} isWithdrawn={state === 'withdrawn'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_LISTED && <p>And {counted(rows.length - MAX_LISTED, 'more decision')}.</p>}
      <DecisionBar model={model} />
    </section>
  )
}

function Change({
  model: { decisions },
  decision,
  isWithdrawn,
}: {
  model: ReportModel
  decision: Decision
  isWithdrawn: boolean
}) {
  return isWithdrawn ? (
    <button type="button" onClick={() => decisions.restore(decision)}>
      Restore
    </button>
  ) : (
    <button type="button" onClick={() => decisions.remove(decision)}>
      Remove
    </button>
  )
}

function InWords({ model, decision }: { model: ReportModel; decision: Decision }) {
  const name = (id: string) => <bdi>{oneLine(id)}</bdi>
  switch (decision.kind) {
    case 'keep':
      return (
        <>
          Keep <a href={`#/cluster/${decision.document}`}>{name(model.idOf(decision.document))}</a>
        </>
      )
    case 'keep-source':
      return <>Never remove from {name(decision.source)}</>
    case 'different': {
      const [pair = 0] = decision.pairs
      const { a, b } = model.data.pairs
      return (
        <>
          <a href={`#/pair/${pair}`}>
            {name(model.idOf(a[pair]!))} and {name(model.idOf(b[pair]!))}
          </a>{' '}
          are not duplicates
          {decision.pairs.length > 1 && `, and ${counted(decision.pairs.length - 1, 'more pair')}`}
        </>
      )
    }
    case 'elsewhere': {
      const [one, other] = decision.ids
      return (
        <>
          {other === undefined ? (
            <>Keep {name(one)}</>
          ) : (
            <>
              {name(one)} and {name(other)} are not duplicates
            </>
          )}{' '}
          (not in this report)
        </>
      )
    }
  }
}
