import { computed } from '@preact/signals'
import type { ReportData } from '../../../src/report/report-data.js'
import { KeptList } from './kept-list.js'

/** What the reader has decided. */
type Decision =
  | { readonly kind: 'keep'; readonly document: number }
  /** Pairs that are not duplicates: a single one, or all pairs of a member that was removed from its cluster. */
  | { readonly kind: 'different'; readonly pairs: readonly number[] }
  | { readonly kind: 'keep-source'; readonly source: string }

/** The decisions of the reader, which `likewise dedup --decisions` applies. */
export class Decisions {
  readonly #data: ReportData
  readonly #kept: KeptList<Decision>
  /** The pairs that are not duplicates, and thus connect no cluster. */
  readonly apart = computed<ReadonlySet<number>>(
    () => new Set(this.list.flatMap((one) => (one.kind === 'different' ? one.pairs : []))),
  )

  constructor(data: ReportData) {
    this.#data = data
    this.#kept = new KeptList('decisions', data, (item): item is Decision => isDecision(item, data))
  }

  /** All decisions, in the order in which they were made. */
  get list(): readonly Decision[] {
    return this.#kept.items
  }

  isKept(document: number): boolean {
    return this.list.some((one) => one.kind === 'keep' && one.document === document)
  }

  isSourceKept(source: string): boolean {
    return this.list.some((one) => one.kind === 'keep-source' && one.source === source)
  }

  keep(document: number): void {
    if (!this.isKept(document)) this.#add({ kind: 'keep', document })
  }

  /** Protects a source, so that nothing is removed from it, or undoes that. */
  keepSource(source: string, isKept: boolean): void {
    const others = this.list.filter((one) => one.kind !== 'keep-source' || one.source !== source)
    this.#kept.items = isKept ? [...others, { kind: 'keep-source', source }] : others
  }

  markDifferent(pairs: readonly number[]): void {
    const fresh = pairs.filter((pair) => !this.apart.value.has(pair))
    if (fresh.length > 0) this.#add({ kind: 'different', pairs: fresh })
  }

  undo(): void {
    this.#kept.items = this.list.slice(0, -1)
  }

  /** The decisions as JSON Lines, by id. */
  exported(): string {
    const { documents, pairs } = this.#data
    const idOf = (document: number) => documents.ids[document]!
    const rows = this.list.flatMap((one): object[] => {
      if (one.kind === 'keep') return [{ keep: idOf(one.document) }]
      if (one.kind === 'keep-source') return [{ keepSource: one.source }]
      return one.pairs.map((pair) => ({ different: [idOf(pairs.a[pair]!), idOf(pairs.b[pair]!)] }))
    })
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }

  #add(decision: Decision): void {
    this.#kept.items = [...this.list, decision]
  }
}

/** Whether an object is a decision about the documents and pairs of a report. */
function isDecision(item: unknown, { documents, pairs }: ReportData): item is Decision {
  const { kind, document, source, pairs: apart } = Object(item) as Record<string, unknown>
  const isNumber = (value: unknown, count: number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < count
  if (kind === 'keep') return isNumber(document, documents.ids.length)
  if (kind === 'keep-source') return typeof source === 'string'
  return kind === 'different' && Array.isArray(apart) && apart.every((pair) => isNumber(pair, pairs.a.length))
}
