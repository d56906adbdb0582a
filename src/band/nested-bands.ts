// Layouts of searches that differ only in the requested recall. A search with a higher recall must never find fewer pairs, not even by
// chance. So all of these searches use the same rows and the same signatures, and a higher recall only adds bands: the search finds
// everything that a search with a lower recall finds (docs/decisions/planning.md).

import {
  type BandChoice,
  type BandRequest,
  chooseAmong,
  listLayouts,
  MAX_SLOTS,
  minBands,
} from './choose-bands.js'
import type { BandLayout } from './s-curve.js'

/** The layout for one requested recall, which is nested in those for higher ones. */
export interface NestedLayout extends BandLayout {
  /** The slots of a signature: enough for the bands of any recall up to 0.99. */
  readonly slots: number
  /**
   * The layout with the same rows for a recall of 0.95. Layouts are compared by this one, so that the choice does not depend on the
   * requested recall.
   */
  readonly compared: BandLayout & { readonly slots: number }
}

/** The recall for which layouts are compared with each other, whatever recall is requested. */
const COMPARED_RECALL = 0.95
/**
 * Signatures have enough slots for this recall. Signatures of different lengths cannot be compared: even their common slots have different
 * values.
 */
const NESTED_RECALL = 0.99

type NestedRequest = Omit<BandRequest, 'costs'>

/**
 * The layouts to choose from, as `listLayouts` returns them. Layouts with the same rows are nested up to a recall of 0.99: the one for a
 * higher recall has the same bands and additional ones.
 */
export function listNestedLayouts(request: NestedRequest, defaultSlots?: number): NestedLayout[] {
  const { threshold, slots } = request
  const own = listLayouts(request, defaultSlots)
  if (slots === undefined) {
    return listLayouts({ threshold, recall: COMPARED_RECALL }, defaultSlots)
      .map(({ rows }) => nest(rows, request))
      .filter((layout) => layout.slots <= MAX_SLOTS)
  }
  const fitting = own.map(({ rows }) => nest(rows, request)).filter((layout) => layout.slots <= slots)
  return fitting.length > 0 ? fitting : own.map(withOwnSlots)
}

function nest(rows: number, { threshold, recall }: NestedRequest): NestedLayout {
  const bandsFor = (share: number) => minBands(threshold, share, rows)
  const [bands, nested] = [bandsFor(recall), bandsFor(NESTED_RECALL)]
  return {
    bands,
    rows,
    slots: rows * Math.max(bands, nested),
    compared: { bands: bandsFor(COMPARED_RECALL), rows, slots: rows * nested },
  }
}

/** A layout without additional slots, because it was requested, or because the requested number of slots leaves no room for them. */
export function withOwnSlots({ bands, rows }: BandLayout): NestedLayout {
  const layout = { bands, rows, slots: bands * rows }
  return { ...layout, compared: layout }
}

/**
 * Chooses bands and rows without looking at documents, as `chooseBands` does for a recall of 0.95; for another recall, the number of bands
 * differs, but not the rows.
 */
export function chooseNestedBands(request: NestedRequest): BandChoice {
  const { threshold } = request
  const layouts = listNestedLayouts(request)
  const { rows } = chooseAmong(
    layouts.map(({ compared }) => compared),
    threshold,
  )
  const { bands, slots } = layouts.find((layout) => layout.rows === rows)!
  return { ...chooseAmong([{ bands, rows }], threshold), slots }
}
