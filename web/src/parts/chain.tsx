import { useState } from 'preact/hooks'
import { type ClusterDetail, whyTogether } from '../data/cluster-detail.js'
import type { ReportModel } from '../data/model.js'
import { oneLine, score } from './format.js'

const MAX_OFFERED = 500

/** Why two members are in one cluster: the chain of pairs between them. */
export function Chain({ model, detail }: { model: ReportModel; detail: ClusterDetail }) {
  const { members, inside } = detail
  const offered = Array.from(members.subarray(0, MAX_OFFERED))
  const [chosenFrom, setFrom] = useState(offered[0]!)
  const [chosenTo, setTo] = useState(offered.at(-1)!)
  // A chosen member can have left the cluster.
  const from = offered.includes(chosenFrom) ? chosenFrom : offered[0]!
  const to = offered.includes(chosenTo) ? chosenTo : offered.at(-1)!
  const chain = whyTogether(detail, from, to)
  const pairOf = (one: number, other: number) =>
    inside.find(({ a, b }) => (a === one && b === other) || (a === other && b === one))?.pair
  const select = (label: string, value: number, set: (value: number) => void) => (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => set(Number(event.currentTarget.value))}>
        {offered.map((member) => (
          <option key={member} value={member}>
            {oneLine(model.idOf(member), 60)}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <section aria-labelledby="why">
      <h2 id="why">Why are these together?</h2>
      <div class="controls">
        {select('From', from, setFrom)}
        {select('To', to, setTo)}
      </div>
      {members.length > MAX_OFFERED && <p>The first {MAX_OFFERED} members can be chosen.</p>}
      <p role="status">
        {chain === undefined ? (
          'The pairs in this report do not connect the two.'
        ) : (
          <>
            <bdi>{oneLine(model.idOf(from), 60)}</bdi>
            {chain.map(({ a, b, similarity }) => (
              <span key={b}>
                {' — '}
                <a href={`#/pair/${pairOf(a, b)}`}>{score(similarity)}</a>
                {' — '}
                <bdi>{oneLine(model.idOf(b), 60)}</bdi>
              </span>
            ))}
          </>
        )}
      </p>
    </section>
  )
}
