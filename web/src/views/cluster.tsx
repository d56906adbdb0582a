import { useMemo } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import type { ReportData } from '../../../src/report/report-data.js'
import { clusterDetail } from '../data/cluster-detail.js'
import type { ReportModel } from '../data/model.js'
import { HowToKeep } from '../parts/below-note.js'
import { Chain } from '../parts/chain.js'
import { ClusterMembers } from '../parts/cluster-members.js'
import { DecisionBar } from '../parts/decision-bar.js'
import { oneLine, score } from '../parts/format.js'
import { PairGraph } from '../parts/pair-graph.js'
import { PairList } from '../parts/pair-list.js'
import { ThresholdSlider } from '../parts/threshold-slider.js'

/** The number of members and of pairs above which a drawing becomes unreadable. */
const [MAX_MEMBERS, MAX_PAIRS] = [200, 3000]

/** One cluster: its members, their pairs, and what the reader decides about them. */
export function ClusterView({ model, document }: { model: ReportModel; document: number }) {
  const { decisions } = model
  const clustering = model.clustering.value
  const detail = useMemo(() => clusterDetail(model, document), [model, document, clustering])
  if (!detail) {
    return (
      <>
        <p>
          <a href="#/clusters">All {model.groupNoun}s</a>
        </p>
        <h1>{oneLine(model.idOf(document))}</h1>
        <ThresholdSlider model={model} />
        <p role="status">
          This {model.noun} is in no {model.groupNoun} now.
        </p>
        <DecisionBar model={model} />
      </>
    )
  }
  const { members, inside, outside, minSimilarity, maxSimilarity, meanSimilarity } = detail
  const { survivorOf } = model.data
  const isKept = (member: number) => survivorOf?.[member] === member || decisions.isKept(member)
  const isDrawn = members.length <= MAX_MEMBERS && inside.length <= MAX_PAIRS
  const decided = model.takesDecisions ? decisions : undefined
  return (
    <>
      <p>
        <a href="#/clusters">All {model.groupNoun}s</a>
      </p>
      <h1>
        {model.groupNoun === 'group' ? 'Group' : 'Cluster'} of {counted(members.length, model.noun)}
      </h1>
      <ThresholdSlider model={model} />
      <p role="status">
        {counted(inside.length, 'pair')}, {model.data.measure} {score(minSimilarity)} to{' '}
        {score(maxSimilarity)}, mean {score(meanSimilarity)}
      </p>
      {model.omittedPairs > 0 && inside.length < (members.length * (members.length - 1)) / 2 && (
        <p>
          These figures are of the listed pairs only: the report does not list{' '}
          {counted(model.omittedPairs, 'pair')} of the run, which may be in this {model.groupNoun}.
        </p>
      )}
      {!isDrawn && (
        <p>The {model.groupNoun} is too large for a drawing of its pairs; they are listed below.</p>
      )}
      <div class="two">
        {isDrawn && (
          <PairGraph
            noun={model.groupNoun}
            members={members}
            pairs={inside}
            nameOf={(one) => model.idOf(one)}
            isKept={isKept}
          />
        )}
        <ClusterMembers model={model} detail={detail} />
      </div>
      <Chain key={members[0]} model={model} detail={detail} />
      <PairList title="Pairs" model={model} pairs={inside} decisions={decided} />
      {outside.length > 0 ? (
        <PairList title="Close, but outside" model={model} pairs={outside} decisions={decided} />
      ) : (
        <Outside data={model.data} />
      )}
    </>
  )
}

/** What to say if nothing in the report is close to the cluster. */
function Outside({ data }: { data: ReportData }) {
  const { given = data.equivalent, plan } = data
  if (plan?.keepPairsFrom !== undefined)
    return <p>The run found no pair of a member and another document at {plan.keepPairsFrom} or above.</p>
  if (given === undefined) return null
  return (
    <section aria-labelledby="outside">
      <h2 id="outside">Close, but outside</h2>
      <HowToKeep data={data} />
    </section>
  )
}
