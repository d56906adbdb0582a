import type { ReportModel } from '../data/model.js'
import { ThresholdSlider } from './threshold-slider.js'

export interface TableControlsProps {
  readonly model: ReportModel
  readonly search: string
  readonly setSearch: (search: string) => void
}

/** The filters of a table of documents: a search for ids, and the threshold. */
export function TableControls({ model, search, setSearch }: TableControlsProps) {
  return (
    <div class="controls">
      <label>
        <span>Search ids</span>
        <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
      </label>
      <ThresholdSlider model={model} />
    </div>
  )
}
