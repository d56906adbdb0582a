import { computed, signal } from '@preact/signals'
import type { PairDetail, ReportData, ReportPairs } from '../../../src/report/report-data.js'
import { type Clustering, clusterAt } from './cluster-at.js'
import type { SearchAgain } from './current.js'
import { Decisions } from './decisions.js'
import { type FrequentRun, frequentRuns } from './frequent.js'

/** The maximum number of texts, and of characters of each, that are searched for frequent phrases. */
const [MAX_TEXTS, MAX_CHARACTERS] = [2000, 20_000]
const MAX_PHRASES = 12
/** A phrase in this many clusters counts as boilerplate. */
const MIN_CLUSTERS = 3

/** A phrase that says little about two documents: the reader ignores it, or several clusters have it. */
export interface CommonPhrase extends FrequentRun {
  readonly isIgnored: boolean
}

/** The state of the page. Views read it; the slider, decisions and ignored phrases change it. */
export class ReportModel {
  readonly data: ReportData
  /** The pairs that the run reported; `data.pairs` can have others after them, which are worth marking. */
  readonly stored: ReportPairs
  /** Those pairs with the similarities that currently apply. */
  readonly listed
  /** The phrases that the reader ignores, and the similarities without them. */
  readonly ignored = signal<ReadonlySet<string>>(new Set())
  readonly adjusted = signal<Float32Array | undefined>(undefined)
  /** Phrases that occur in many texts. */
  readonly frequent
  readonly decisions: Decisions
  /** The lowest threshold for which the report has all pairs. */
  readonly lowest: number
  /** The threshold chosen by the reader. */
  readonly threshold
  /** The clusters at that threshold. */
  readonly clustering
  #idLength: number | undefined
  readonly #texts: ReadonlyMap<number, string>
  readonly #cut: ReadonlyMap<number, number>
  readonly #values: ReadonlyMap<number, readonly (string | null)[]>
  readonly #details: ReadonlyMap<number, PairDetail>

  /** Searches the same documents again, if the page supports it. */
  readonly searchAgain: SearchAgain | undefined

  constructor(data: ReportData, searchAgain?: SearchAgain) {
    this.data = data
    this.searchAgain = searchAgain
    this.decisions = new Decisions(data)
    this.stored = headOf(data.pairs, data.pairs.a.length - (data.suggested ?? 0))
    this.listed = computed<ReportPairs>(() => ({
      ...this.stored,
      similarity: this.adjusted.value ?? this.stored.similarity,
    }))
    this.lowest = this.stored.similarity.reduce(
      (low, value) => Math.min(low, value),
      data.plan?.keepPairsFrom ?? data.threshold,
    )
    this.threshold = signal(data.threshold)
    this.clustering = computed<Clustering>(() =>
      clusterAt(
        data.documents.ids.length,
        this.listed.value,
        this.threshold.value,
        this.decisions.apart.value,
      ),
    )
    this.frequent = computed<readonly FrequentRun[]>(() => {
      const texts = data.texts.slice(0, MAX_TEXTS)
      const { clusterOf } = clusterAt(data.documents.ids.length, this.stored, data.threshold)
      return frequentRuns(
        texts.map(({ text }) => text.slice(0, MAX_CHARACTERS)),
        (text) => clusterOf[texts[text]!.document]!,
        MAX_PHRASES,
      )
    })
    this.#texts = new Map(data.texts.map(({ document, text }) => [document, text]))
    this.#values = new Map(data.records?.values.map(({ document, values }) => [document, values]))
    this.#details = new Map(data.pairDetails?.map((detail) => [detail.pair, detail]))
    this.#cut = new Map(data.texts.map(({ document, cut = 0 }) => [document, cut]))
  }

  idOf(document: number): string {
    return this.data.documents.ids[document]!
  }

  /** The length that nearly all ids have at most. */
  get idLength(): number {
    this.#idLength ??= nearlyLongest(this.data.documents.ids)
    return this.#idLength
  }

  fileOf(document: number): string {
    return this.data.documents.files[this.data.fileOf[document]!] ?? ''
  }

  /** Undefined: it is not in the report. */
  textOf(document: number): string | undefined {
    return this.#texts.get(document)
  }

  /** The values of a record, one per compared field. Undefined: they are not in the report. */
  valuesOf(document: number): readonly (string | null)[] | undefined {
    return this.#values.get(document)
  }

  /** Phrases that say little about two documents: those that the reader ignores, and those in several clusters. */
  boilerplate(): readonly CommonPhrase[] {
    const ignored = this.ignored.value
    return this.frequent.value
      .map((run) => ({ ...run, isIgnored: ignored.has(run.text) }))
      .filter(({ isIgnored, clusters }) => isIgnored || clusters >= MIN_CLUSTERS)
  }

  /** The number of characters that the report cut off at the end of a text. */
  cutOf(document: number): number {
    return this.#cut.get(document) ?? 0
  }

  /** What the report has about a pair in addition to its similarity. */
  detailOf(pair: number): PairDetail | undefined {
    return this.#details.get(pair)
  }

  /** Whether the report contains both documents of a pair in full. */
  canShow(pair: number): boolean {
    const { a, b } = this.data.pairs
    const isHeld = (document: number) => this.#texts.has(document) || this.#values.has(document)
    return isHeld(a[pair]!) && isHeld(b[pair]!)
  }

  /** The word for a document in this report. */
  get noun(): 'document' | 'record' {
    return this.data.command === 'match' ? 'record' : 'document'
  }

  /** The word for documents that pairs connect. */
  get groupNoun(): 'cluster' | 'group' {
    return this.data.command === 'plagiarism' ? 'group' : 'cluster'
  }

  /** Whether `likewise dedup` can apply decisions about its documents. */
  get takesDecisions(): boolean {
    return this.data.command === 'find' || this.data.command === 'dedup'
  }
}

function headOf({ a, b, similarity }: ReportPairs, count: number): ReportPairs {
  return { a: a.subarray(0, count), b: b.subarray(0, count), similarity: similarity.subarray(0, count) }
}

/** The length that at least 98 % of the texts do not exceed. */
function nearlyLongest(texts: readonly string[]): number {
  const lengths = Uint32Array.from(texts, ({ length }) => length).sort()
  return lengths[Math.floor(0.98 * (lengths.length - 1))] ?? 0
}
