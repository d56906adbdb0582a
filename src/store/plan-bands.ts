import { listLayouts } from '../band/choose-bands.js'
import { type BandLayout, candidateProbability } from '../band/s-curve.js'
import { KERNEL_WORK } from '../kernel/kernel-work.js'
import { checkNames, checkWhole } from '../model/check.js'
import { collectSortedSets } from '../model/set-collection.js'
import type { Sample } from '../plan/sample.js'
import { sampleStatistics } from '../plan/sample-statistics.js'
import { ContentReader } from './content-reader.js'
import { type IndexOptions, makeParameters } from './parameters.js'

/** Options of `planBands`: those of the index that determine how documents are compared. */
export interface PlanBandsOptions extends Pick<IndexOptions, 'threshold' | 'recall' | 'shingle' | 'seed'> {
  /** The number of documents that the index will have. Default: that of the sample. */
  readonly documents?: number
}

/** Microseconds of adding a document and looking one up, on one core of the machine of the benchmark records. */
const COSTS = {
  /** Everything that does not depend on the bands, … */
  fixed: 60,
  /** … writing a posting and looking up a band, … */
  band: 3,
  slot: 0.02,
  /** … reading the set of a candidate and comparing it. */
  candidate: 5,
} as const

/** Layouts within this factor of the cheapest count as equal. */
const EQUAL_COST = 1.2
/** An index grows: layouts are compared for this many times the documents that it begins with. */
const GROWTH = 4
/** Fewer documents say nothing about those that will be added. */
const MIN_SAMPLE = 1000
/** With one row, a single phrase that documents share would make them candidates. */
const MIN_ROWS = 2

/**
 * Chooses the bands of an index for documents like those of a sample, with the same guarantee as the default, which assumes nothing about
 * the documents. Where few documents resemble each other without being similar, as with articles, fewer bands of fewer rows are enough:
 * the index is smaller and faster. With fewer than 1,000 texts, the default is returned.
 *
 * @example
 * const store = await openLmdbStore('index', { threshold: 0.8, ...planBands(texts, { threshold: 0.8 }) })
 */
export function planBands(texts: readonly string[], options: PlanBandsOptions = {}): BandLayout {
  checkNames(options, ['documents', 'threshold', 'recall', 'shingle', 'seed'])
  const { documents = texts.length, ...rest } = options
  checkWhole('documents', documents, texts.length, 2 ** 40)
  const parameters = makeParameters(rest)
  const sets = new ContentReader(parameters).read(texts).map(({ set }) => set)
  const bytes = texts.reduce((sum, text) => sum + text.length, 0)
  return planBandsFor({ sets: collectSortedSets(sets), bytes, totalBlocks: documents }, rest)
}

/** The same for a sample of the documents. */
export function planBandsFor(
  sample: Sample,
  options: Pick<IndexOptions, 'threshold' | 'recall'>,
): BandLayout {
  const { threshold, recall, bands, rows } = makeParameters(options)
  if (sample.sets.count < MIN_SAMPLE) return { bands, rows }
  const request = { threshold, recall: recall.requested }
  const { histogram, documents } = sampleStatistics(
    { ...sample, totalBlocks: GROWTH * sample.totalBlocks },
    { request, work: KERNEL_WORK },
  )
  const assessed = listLayouts(request)
    .filter(({ rows: own }) => own >= Math.min(MIN_ROWS, rows))
    .map((layout) => {
      let candidates = 0
      for (const { mean, pairs } of histogram) candidates += pairs * candidateProbability(mean, layout)
      const slots = layout.bands * layout.rows
      const cost = COSTS.fixed + COSTS.band * layout.bands + COSTS.slot * slots
      // Each pair is a candidate of both documents.
      return { layout, cost: cost + (COSTS.candidate * 2 * candidates) / Math.max(1, documents) }
    })
  const cheapest = Math.min(...assessed.map(({ cost }) => cost))
  const equal = assessed.filter(({ cost }) => cost <= EQUAL_COST * cheapest)
  // The curve of more rows is steeper: documents that the sample does not show waste fewer comparisons.
  return equal.at(-1)!.layout
}
