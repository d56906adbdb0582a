import { useMemo, useState } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import type { Clustering } from '../data/cluster-at.js'
import type { ReportModel } from '../data/model.js'
import { go } from '../data/route.js'
import { oneLine } from '../parts/format.js'
import { TableControls } from '../parts/table-controls.js'
import { VirtualTable } from '../parts/virtual-table.js'

/** All clusters at the chosen threshold, largest first. */
export function ClustersView({ model }: { model: ReportModel }) {
  const [search, setSearch] = useState('')
  const clustering = model.clustering.value
  const { clusters } = clustering
  const found = useMemo(() => searched(model, clustering, search), [clustering, search, model])
  const rows = found?.length ?? clusters.length
  const clusterIn = (row: number) => clusters.at(found?.[row] ?? row)
  return (
    <>
      <h1>Clusters</h1>
      <TableControls model={model} search={search} setSearch={setSearch} />
      <p role="status">
        {counted(rows, 'cluster')} of {model.noun}s that are connected by pairs at this threshold
      </p>
      <VirtualTable
        label="Clusters"
        columns={[
          { title: `${model.noun}s`, width: '7rem' },
          { title: 'members', width: 'minmax(0, 1fr)' },
        ]}
        rows={rows}
        row={(index) => {
          const members = clusterIn(index)
          const names = Array.from(members.subarray(0, 8), (member) => oneLine(model.idOf(member), 60)).join(
            ', ',
          )
          return {
            key: members[0]!,
            cells: [String(members.length), members.length > 8 ? `${names}, …` : names],
          }
        }}
        open={(index) => go('cluster', clusterIn(index)[0]!)}
      />
    </>
  )
}

/** The numbers of the clusters with a member whose id contains this text, ascending; undefined if there is no search. */
function searched(
  model: ReportModel,
  { clusters, clusterOf }: Clustering,
  search: string,
): Uint32Array | undefined {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return undefined
  const isFound = new Uint8Array(clusters.length)
  clusterOf.forEach((cluster, document) => {
    if (cluster >= 0 && isFound[cluster] === 0 && model.idOf(document).toLowerCase().includes(wanted))
      isFound[cluster] = 1
  })
  return Uint32Array.from(isFound.keys()).filter((cluster) => isFound[cluster] === 1)
}
