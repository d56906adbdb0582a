import { useMemo, useState } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import type { ReportModel } from '../data/model.js'
import { go } from '../data/route.js'
import { oneLine } from '../parts/format.js'
import { TableControls } from '../parts/table-controls.js'
import { VirtualTable } from '../parts/virtual-table.js'

/** All clusters at the chosen threshold, the largest first. */
export function ClustersView({ model }: { model: ReportModel }) {
  const [search, setSearch] = useState('')
  const { clusters } = model.clustering.value
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    if (wanted === '') return clusters
    return clusters.filter((members) => members.some((one) => model.idOf(one).toLowerCase().includes(wanted)))
  }, [clusters, search, model])
  return (
    <>
      <h1>Clusters</h1>
      <TableControls model={model} search={search} setSearch={setSearch} />
      <p role="status">
        {counted(shown.length, 'cluster')}: {model.noun}s that pairs connect at this threshold
      </p>
      <VirtualTable
        label="Clusters"
        columns={[
          { title: `${model.noun}s`, width: '7rem' },
          { title: 'members', width: 'minmax(0, 1fr)' },
        ]}
        rows={shown.length}
        row={(index) => {
          const members = shown[index]!
          const names = Array.from(members.subarray(0, 8), (member) => oneLine(model.idOf(member), 60)).join(
            ', ',
          )
          return {
            key: members[0]!,
            cells: [String(members.length), members.length > 8 ? `${names}, …` : names],
          }
        }}
        open={(index) => go('cluster', shown[index]![0]!)}
      />
    </>
  )
}
