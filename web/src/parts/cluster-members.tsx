import { counted } from '../../../src/model/quantities.js'
import { type ClusterDetail, pairsOf } from '../data/cluster-detail.js'
import type { ReportModel } from '../data/model.js'
import { DecisionBar } from './decision-bar.js'
import { oneLine } from './format.js'

const MAX_LISTED = 500

/** The members of a cluster, which of them is kept and why, and what the reader decides about them. */
export function ClusterMembers({ model, detail }: { model: ReportModel; detail: ClusterDetail }) {
  const { members } = detail
  const { survivorOf, survivorReason, documents } = model.data
  const hasFiles = documents.files.length > 1
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      {survivorReason !== undefined && <p>{oneLine(survivorReason, 300)}.</p>}
      <table class="stacked members">
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col">{model.noun}</th>
            {hasFiles && <th scope="col">file</th>}
            {model.takesDecisions && <th scope="col">{survivorOf ? 'kept' : 'decision'}</th>}
          </tr>
        </thead>
        <tbody>
          {Array.from(members.subarray(0, MAX_LISTED), (member, i) => (
            <tr key={member}>
              <td class="number">{i + 1}</td>
              <th scope="row">{oneLine(model.idOf(member))}</th>
              {hasFiles && <td>{oneLine(model.fileOf(member), 40)}</td>}
              {model.takesDecisions && (
                <td>
                  <MemberDecision model={model} detail={detail} member={member} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {members.length > MAX_LISTED && (
        <p>And {counted(members.length - MAX_LISTED, `more ${model.noun}`)}.</p>
      )}
      {model.takesDecisions && model.omittedPairs > 0 && (
        <p>
          The report does not list {counted(model.omittedPairs, 'pair')} of the run. A member that you take
          out can still be removed because of one of these; to prevent that, also keep it.
        </p>
      )}
      <DecisionBar model={model} />
    </section>
  )
}

function MemberDecision({
  model,
  detail,
  member,
}: {
  model: ReportModel
  detail: ClusterDetail
  member: number
}) {
  const { decisions } = model
  const { survivorOf } = model.data
  const survivor = survivorOf?.[member]
  const removeFromCluster = () => decisions.markDifferent(pairsOf(model, detail, member))
  return (
    <>
      {survivor === member && (decisions.isKept(member) ? 'kept by decision ' : 'kept ')}
      {survivor !== undefined && survivor !== member && !decisions.isKept(member) && (
        <>
          removed for <bdi>{oneLine(model.idOf(survivor), 40)}</bdi>{' '}
        </>
      )}
      {survivor !== member && decisions.isKept(member) && 'keep as well '}
      <span class="together">
        {survivor !== member && !decisions.isKept(member) && (
          <button type="button" onClick={() => decisions.keep(member)}>
            Keep
          </button>
        )}
        <button
          type="button"
          title="Not a duplicate of any document that the run found similar to it: it leaves the cluster"
          onClick={removeFromCluster}
        >
          Take out
        </button>
      </span>
    </>
  )
}
