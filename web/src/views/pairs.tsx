import { useMemo, useState } from 'preact/hooks'
import { counted } from '../../../src/model/quantities.js'
import { marksOf } from '../data/marks.js'
import type { ReportModel } from '../data/model.js'
import { orderedPairs, type SortKey } from '../data/order.js'
import { go } from '../data/route.js'
import { oneLine, score } from '../parts/format.js'
import { TableControls } from '../parts/table-controls.js'
import { VirtualTable } from '../parts/virtual-table.js'

/** All pairs in a table. */
export function PairsView({ model }: { model: ReportModel }) {
  const [sort, setSort] = useState<SortKey>('similarity')
  const [direction, setDirection] = useState<'ascending' | 'descending'>('descending')
  const [search, setSearch] = useState('')
  const threshold = model.threshold.value
  const listed = model.listed.value
  const apart = model.decisions.apart.value
  const marks = marksOf(model)
  const order = useMemo(
    () => orderedPairs(model, sort, direction, search),
    [model, sort, direction, search, threshold, listed, apart],
  )
  const { a, b, similarity } = listed
  const sortBy = (key: SortKey) => ({
    direction: key === sort ? direction : undefined,
    toggle: () => {
      setDirection(key === sort && direction === 'descending' ? 'ascending' : 'descending')
      setSort(key)
    },
  })
  return (
    <>
      <h1>Pairs</h1>
      <TableControls model={model} search={search} setSearch={setSearch} />
      <p role="status">{counted(order.length, 'pair')}</p>
      <VirtualTable
        label="Pairs"
        columns={[
          { title: model.data.measure, width: '5.5rem', sort: sortBy('similarity'), area: '1 / 1 / 3' },
          {
            title: `first ${model.noun}`,
            width: 'minmax(0, 1fr)',
            sort: sortBy('a'),
            area: '1 / 2',
            isWrapped: true,
          },
          {
            title: `second ${model.noun}`,
            width: 'minmax(0, 1fr)',
            sort: sortBy('b'),
            area: '2 / 2',
            isWrapped: true,
          },
          {
            title: model.noun === 'record' ? 'shown' : 'text',
            width: 'var(--minor-column)',
            area: '1 / 3 / 3',
          },
        ]}
        narrow={{
          template: '5.5rem minmax(0, 1fr) 0',
          taken: 104,
          length: model.idLength,
          maxLines: 5,
          otherLines: 0,
        }}
        rows={order.length}
        row={(index) => {
          const pair = order[index]!
          return {
            key: pair,
            cells: [
              marks.hides(pair) ? 'hidden' : score(similarity[pair]!),
              oneLine(model.idOf(a[pair]!)),
              oneLine(model.idOf(b[pair]!)),
              model.canShow(pair) ? 'yes' : '',
            ],
          }
        }}
        open={(index) => go('pair', order[index]!)}
      />
    </>
  )
}
