import { useState } from 'preact/hooks'
import { type ClusterDetail, whyTogether } from '../data/cluster-detail.js'
import type { ReportModel } from '../data/model.js'
import { oneLine, score } from './format.js'

const MAX_OFFERED = 500

/** Why two members are in one cluster: the chain of pairs between them. */
export function Chain({ model, detail }: { model: ReportModel; detail: ClusterDetail }) {
  const { members, inside } = detail
  const [from, setFrom] = useState(members[0]!)
  const [to, setTo] = useState(members.at(-1)!)
  const offered = Array.from(members.subarray(0, MAX_OFFERED))
  const chain = members.includes(from) && members.includes(to) ? whyTogether(detail, from, to) : undefined
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
      <p role="status">
        {chain === undefined ? (
          'No chain of listed pairs connects the two.'
        ) : (
          <>
            {oneLine(model.idOf(from), 60)}
            {chain.map(({ a, b, similarity }) => (
              <span key={b}>
                {' — '}
                <a href={`#/pair/${pairOf(a, b)}`}>{score(similarity)}</a>
                {` — ${oneLine(model.idOf(b), 60)}`}
              </span>
            ))}
          </>
        )}
      </p>
    </section>
  )
}
