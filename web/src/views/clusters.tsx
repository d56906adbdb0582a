import { useMemo, useState } from 'preact/hooks'
import { count, counted } from '../../../src/model/quantities.js'
import type { Clustering } from '../data/cluster-at.js'
import { type ClusterSort, lowestSimilarities, orderedClusters } from '../data/cluster-order.js'
import type { ReportModel } from '../data/model.js'
import { go } from '../data/route.js'
import { oneLine, score } from '../parts/format.js'
import { useIsNarrow } from '../parts/narrow.js'
import { TableControls } from '../parts/table-controls.js'
import { VirtualTable } from '../parts/virtual-table.js'

type Direction = 'ascending' | 'descending'

/** All clusters at the chosen threshold. */
export function ClustersView({ model }: { model: ReportModel }) {
  const isNarrow = useIsNarrow()
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<ClusterSort>('size')
  const [direction, setDirection] = useState<Direction>('descending')
  const clustering = model.clustering.value
  const { clusters } = clustering
  const lowest = useMemo(() => lowestSimilarities(model), [model, clustering])
  const ordered = useMemo(
    () => orderedClusters(model, lowest, sort, direction),
    [model, clustering, lowest, sort, direction],
  )
  const found = useMemo(
    () => searched(model, clustering, search, ordered),
    [model, clustering, search, ordered],
  )
  const sortBy = (key: ClusterSort) => ({
    direction: key === sort ? direction : undefined,
    toggle: () => {
      const usual = key === 'first' ? 'ascending' : 'descending'
      const other = usual === 'ascending' ? 'descending' : 'ascending'
      setDirection(key === sort && direction === usual ? other : usual)
      setSort(key)
    },
  })
  const title = model.groupNoun === 'group' ? 'Groups' : 'Clusters'
  return (
    <>
      <h1>{title}</h1>
      <TableControls model={model} search={search} setSearch={setSearch} />
      <p role="status">
        {counted(found.length, model.groupNoun)} of {model.noun}s that are connected by pairs at this
        threshold
        {model.omittedPairs > 0 && `; the lowest ${model.data.measure} is that of the pairs in this report`}
      </p>
      <VirtualTable
        label={title}
        columns={[
          { title: `${model.noun}s`, width: '6.5rem', sort: sortBy('size'), area: '1 / 1' },
          {
            title: `lowest ${model.data.measure}`,
            width: '6.5rem',
            sort: sortBy('lowest'),
            area: '1 / 2',
          },
          {
            title: 'members',
            width: 'minmax(0, 1fr)',
            sort: sortBy('first'),
            area: '2 / 1 / auto / 3',
            isWrapped: true,
          },
        ]}
        narrow={{
          template: '6.5rem minmax(0, 1fr)',
          taken: 0,
          length: 3 * model.idLength,
          maxLines: 4,
          otherLines: 1,
        }}
        rows={found.length}
        row={(index) => {
          const cluster = found[index]!
          const members = clusters.at(cluster)
          // On one line, several names are more use than a long one in full.
          const nameOf = (member: number) => oneLine(model.idOf(member), isNarrow ? 120 : 60)
          const names = Array.from(members.subarray(0, 8), nameOf).join(', ')
          return {
            key: members[0]!,
            cells: [
              count(members.length),
              score(lowest[cluster]!),
              members.length > 8 ? `${names}, …` : names,
            ],
          }
        }}
        open={(index) => go('cluster', clusters.at(found[index]!)[0]!)}
      />
    </>
  )
}

/** The numbers of the clusters with a member whose id contains this text, in order. */
function searched(
  model: ReportModel,
  { clusters, clusterOf }: Clustering,
  search: string,
  ordered: Uint32Array,
): Uint32Array {
  const matches = model.matching(search)
  if (matches === undefined) return ordered
  const isFound = new Uint8Array(clusters.length)
  clusterOf.forEach((cluster, document) => {
    if (cluster >= 0 && matches[document] === 1) isFound[cluster] = 1
  })
  return ordered.filter((cluster) => isFound[cluster] === 1)
}
