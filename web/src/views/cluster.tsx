import { useMemo, useState } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import { type ClusterDetail, clusterDetail, type ListedPair, whyTogether } from '../data/cluster-detail.js'
import { Decisions } from '../data/decisions.js'
import { download } from '../data/download.js'
import type { ReportModel } from '../data/model.js'
import { oneLine, score } from '../parts/format.js'
import { PairGraph } from '../parts/pair-graph.js'
import { ThresholdSlider } from '../parts/threshold-slider.js'

/** Members beyond which a drawing is a ball of wool. */
const MAX_DRAWN = 40
const MAX_LISTED = 500

const decisionsOf = new WeakMap<ReportModel, Decisions>()

/** One cluster: its members, their pairs, and what the reader decides about them. */
export function ClusterView({ model, document }: { model: ReportModel; document: number }) {
  const threshold = model.threshold.value
  const detail = useMemo(() => clusterDetail(model, document), [model, document, threshold])
  const decisions = decisionsOf.get(model) ?? new Decisions(model)
  decisionsOf.set(model, decisions)
  if (!detail) {
    return (
      <>
        <h1>{oneLine(model.idOf(document))}</h1>
        <ThresholdSlider model={model} />
        <p>At this threshold this {model.noun} is in no cluster.</p>
      </>
    )
  }
  const { members, inside, minSimilarity, maxSimilarity, meanSimilarity } = detail
  const { survivorOf } = model.data
  const isKept = (member: number) => survivorOf?.[member] === member || decisions.isKept(member)
  return (
    <>
      <p>
        <a href="#/clusters">All clusters</a>
      </p>
      <h1>Cluster of {counted(members.length, model.noun)}</h1>
      <ThresholdSlider model={model} />
      <p role="status">
        {counted(inside.length, 'pair')}, {model.data.measure} {score(minSimilarity)} to{' '}
        {score(maxSimilarity)}, mean {score(meanSimilarity)}
      </p>
      <div class="two">
        {members.length <= MAX_DRAWN && (
          <PairGraph members={members} pairs={inside} nameOf={(one) => model.idOf(one)} isKept={isKept} />
        )}
        <Members model={model} members={members} decisions={decisions} />
      </div>
      <Why key={members[0]} model={model} detail={detail} />
      <PairList
        title="Pairs"
        model={model}
        pairs={inside}
        decisions={model.takesDecisions ? decisions : undefined}
      />
      {detail.outside.length > 0 && (
        <PairList title="Close, but below the threshold" model={model} pairs={detail.outside} />
      )}
    </>
  )
}

function Members({
  model,
  members,
  decisions,
}: {
  model: ReportModel
  members: Uint32Array
  decisions: Decisions
}) {
  const { survivorOf } = model.data
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col">{model.noun}</th>
            <th scope="col">file</th>
            {model.takesDecisions && <th scope="col">{survivorOf ? 'kept' : 'decision'}</th>}
          </tr>
        </thead>
        <tbody>
          {Array.from(members.subarray(0, MAX_LISTED), (member, i) => (
            <tr key={member}>
              <td class="number">{i + 1}</td>
              <th scope="row">{oneLine(model.idOf(member))}</th>
              <td>{oneLine(model.fileOf(member), 40)}</td>
              <td>
                {survivorOf?.[member] === member ? (
                  'kept'
                ) : decisions.isKept(member) ? (
                  'keep as well'
                ) : (
                  <>
                    {survivorOf && `removed for ${oneLine(model.idOf(survivorOf[member]!), 40)} `}
                    <button type="button" onClick={() => decisions.keep(member)}>
                      Keep
                    </button>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {members.length > MAX_LISTED && <p>And {counted(members.length - MAX_LISTED, 'more document')}.</p>}
      <DecisionBar decisions={decisions} />
    </section>
  )
}

function DecisionBar({ decisions }: { decisions: Decisions }) {
  const made = decisions.list.value.length
  if (made === 0) return null
  return (
    <p class="bar">
      {counted(made, 'decision')}
      <button type="button" onClick={() => decisions.undo()}>
        Undo
      </button>
      <button type="button" onClick={() => download('decisions.jsonl', decisions.exported())}>
        Save decisions
      </button>
      <span>
        Run <code>likewise dedup … --decisions decisions.jsonl</code> to apply them.
      </span>
    </p>
  )
}

/** Why two members are in one cluster. */
function Why({ model, detail }: { model: ReportModel; detail: ClusterDetail }) {
  const { members } = detail
  const [from, setFrom] = useState(members[0]!)
  const [to, setTo] = useState(members.at(-1)!)
  const listed = Array.from(members.subarray(0, MAX_LISTED))
  const chain = members.includes(from) && members.includes(to) ? whyTogether(detail, from, to) : undefined
  const select = (label: string, value: number, set: (value: number) => void) => (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => set(Number(event.currentTarget.value))}>
        {listed.map((member) => (
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
        {chain === undefined
          ? 'No chain of listed pairs connects the two.'
          : [
              oneLine(model.idOf(from), 60),
              ...chain.map(({ b, similarity }) => `— ${score(similarity)} — ${oneLine(model.idOf(b), 60)}`),
            ].join(' ')}
      </p>
    </section>
  )
}

function PairList({
  title,
  model,
  pairs,
  decisions,
}: {
  title: string
  model: ReportModel
  pairs: readonly ListedPair[]
  decisions?: Decisions | undefined
}) {
  const id = title.replace(/\W/g, '')
  const shown = [...pairs].sort((x, y) => x.similarity - y.similarity).slice(0, MAX_LISTED)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              {model.data.measure}
            </th>
            <th scope="col">first {model.noun}</th>
            <th scope="col">second {model.noun}</th>
            {decisions && <th scope="col">decision</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ pair, a, b, similarity }) => (
            <tr key={pair}>
              <td class="number">
                <a href={`#/pair/${pair}`}>{score(similarity)}</a>
              </td>
              <td>{oneLine(model.idOf(a))}</td>
              <td>{oneLine(model.idOf(b))}</td>
              {decisions && (
                <td>
                  {decisions.isDifferent(a, b) ? (
                    'not duplicates'
                  ) : (
                    <button type="button" onClick={() => decisions.tellApart(a, b)}>
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
