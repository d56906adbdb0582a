import { computed, signal } from '@preact/signals'
import type { PairDetail, ReportData } from '../../../src/report/report-data.js'
import { type Clustering, clusterAt } from './cluster-at.js'

/** What the page shows. Views read it; only the slider changes it. */
export class ReportModel {
  readonly data: ReportData
  /** The lowest similarity of a stored pair. */
  readonly lowest: number
  /** The threshold that the reader has chosen. */
  readonly threshold
  /** The clusters at that threshold. */
  readonly clustering
  readonly #texts: ReadonlyMap<number, string>
  readonly #cut: ReadonlyMap<number, number>
  readonly #details: ReadonlyMap<number, PairDetail>

  constructor(data: ReportData) {
    this.data = data
    this.lowest = data.pairs.similarity.reduce((low, value) => Math.min(low, value), data.threshold)
    this.threshold = signal(data.threshold)
    this.clustering = computed<Clustering>(() =>
      clusterAt(data.documents.ids.length, data.pairs, this.threshold.value),
    )
    this.#texts = new Map(data.texts.map(({ document, text }) => [document, text]))
    this.#details = new Map(data.pairDetails?.map((detail) => [detail.pair, detail]))
    this.#cut = new Map(data.texts.map(({ document, cut = 0 }) => [document, cut]))
  }

  idOf(document: number): string {
    return this.data.documents.ids[document]!
  }

  fileOf(document: number): string {
    return this.data.documents.files[this.data.fileOf[document]!] ?? ''
  }

  /** Undefined: the report does not hold it. */
  textOf(document: number): string | undefined {
    return this.#texts.get(document)
  }

  /** Characters that the report cut off at the end of a text. */
  cutOf(document: number): number {
    return this.#cut.get(document) ?? 0
  }

  /** What the report knows of a pair besides its similarity. */
  detailOf(pair: number): PairDetail | undefined {
    return this.#details.get(pair)
  }

  hasTexts(pair: number): boolean {
    const { a, b } = this.data.pairs
    return this.#texts.has(a[pair]!) && this.#texts.has(b[pair]!)
  }
}
