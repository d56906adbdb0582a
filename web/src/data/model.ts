import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { PairDetail, ReportData, ReportPairs } from '../../../src/report/report-data.js'
import { type Clustering, clusterAt } from './cluster-at.js'
import type { SearchAgain } from './current.js'
import { Decisions } from './decisions.js'
import { type FrequentRun, frequentRuns } from './frequent.js'
import { inSlices } from './in-slices.js'
import { similaritiesWithout } from './phrases.js'

/** The maximum number of texts, and of characters of each, that are searched for frequent phrases. */
const MAX_TEXTS = 2000
export const MAX_CHARACTERS = 20_000
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
  readonly #ignored = signal<ReadonlySet<string>>(new Set())
  readonly #adjusted = signal<Float32Array | undefined>(undefined)
  /** The phrases that the reader ignores, and the similarities without them; undefined: not known yet, or nothing is ignored. */
  readonly ignored: ReadonlySignal<ReadonlySet<string>> = this.#ignored
  readonly adjusted: ReadonlySignal<Float32Array | undefined> = this.#adjusted
  readonly decisions: Decisions
  /** The lowest threshold for which the report has all pairs. */
  readonly lowest: number
  /** The threshold chosen by the reader. */
  readonly threshold
  /** The clusters at that threshold. */
  readonly clustering
  #idLength: number | undefined
  #lowerIds: readonly string[] | undefined
  #frequent: Signal<readonly FrequentRun[] | undefined> | undefined
  readonly #texts: ReadonlyMap<number, string>
  readonly #cut: ReadonlyMap<number, number>
  readonly #values: ReadonlyMap<number, readonly (string | null)[]>
  readonly #details: ReadonlyMap<number, PairDetail>

  /** How to search the same documents again, if this kind of page supports it. */
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
    this.#texts = new Map(data.texts.map(({ document, text }) => [document, text]))
    this.#values = new Map(data.records?.values.map(({ document, values }) => [document, values]))
    this.#details = new Map(data.pairDetails?.map((detail) => [detail.pair, detail]))
    this.#cut = new Map(data.texts.map(({ document, cut = 0 }) => [document, cut]))
  }

  /** Ignores these phrases and no others. The pairs are compared again, whatever view the reader turns to meanwhile. */
  ignore(phrases: ReadonlySet<string>): void {
    this.#ignored.value = phrases
    this.#adjusted.value = undefined
    if (phrases.size === 0) return
    const isStale = () => this.#ignored.value !== phrases
    void similaritiesWithout(this, [...phrases], isStale).then((similarity) => {
      if (!isStale()) this.#adjusted.value = similarity
    })
  }

  idOf(document: number): string {
    return this.data.documents.ids[document]!
  }

  /** For each document, whether its id contains a text, ignoring case: 1 or 0. Undefined if there is nothing to search for. */
  matching(search: string): Uint8Array | undefined {
    const wanted = search.trim().toLowerCase()
    if (wanted === '') return undefined
    // Kept for the next letter.
    this.#lowerIds ??= this.data.documents.ids.map((id) => id.toLowerCase())
    return Uint8Array.from(this.#lowerIds, (id) => (id.includes(wanted) ? 1 : 0))
  }

  /** The length that nearly all ids have at most. */
  get idLength(): number {
    this.#idLength ??= nearlyLongest(this.data.documents.ids)
    return this.#idLength
  }

  /** The number of texts that are searched for frequent phrases. */
  get searchedTexts(): number {
    return Math.min(this.data.texts.length, MAX_TEXTS)
  }

  /** Phrases that occur in many texts. The search for them begins when they are first read; undefined until it has ended. */
  get frequent(): ReadonlySignal<readonly FrequentRun[] | undefined> {
    if (this.#frequent) return this.#frequent
    const found = signal<readonly FrequentRun[] | undefined>(undefined)
    this.#frequent = found
    const { documents, threshold } = this.data
    const texts = this.data.texts.slice(0, this.searchedTexts)
    const { clusterOf } = clusterAt(documents.ids.length, this.stored, threshold)
    const runs = frequentRuns(
      texts.map(({ text }) => text.slice(0, MAX_CHARACTERS)),
      (text) => clusterOf[texts[text]!.document]!,
      MAX_PHRASES,
    )
    inSlices(runs, (phrases) => {
      found.value = phrases
    })
    return found
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
    return (this.frequent.value ?? [])
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

  /** Whether the report contains both texts of a pair, and nothing of them is cut off. */
  hasWholeTexts(pair: number): boolean {
    const { a, b } = this.data.pairs
    return [a[pair]!, b[pair]!].every((document) => this.#texts.has(document) && this.cutOf(document) === 0)
  }

  /** Whether the report contains both documents of a pair, at least their beginnings. */
  canShow(pair: number): boolean {
    const { a, b } = this.data.pairs
    const isHeld = (document: number) => this.#texts.has(document) || this.#values.has(document)
    return isHeld(a[pair]!) && isHeld(b[pair]!)
  }

  /** The number of pairs of the run that are not in the report. */
  get omittedPairs(): number {
    const { leftOut, counts } = this.data
    return leftOut.pairs + (counts.pairsOmitted ?? 0)
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
