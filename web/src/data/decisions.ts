import { computed, signal } from '@preact/signals'
import type { ReportData } from '../../../src/report/report-data.js'

/** What the reader has decided. */
type Decision =
  | { readonly kind: 'keep'; readonly document: number }
  /** Pairs that are no duplicates: one, or all of a member that was taken out of its cluster. */
  | { readonly kind: 'different'; readonly pairs: readonly number[] }
  | { readonly kind: 'keep-source'; readonly source: string }

/** Decisions of the reader, which `likewise dedup --decisions` obeys. */
export class Decisions {
  readonly #data: ReportData
  readonly list = signal<readonly Decision[]>([])
  /** The pairs that are no duplicates, which connect no cluster. */
  readonly apart = computed<ReadonlySet<number>>(
    () => new Set(this.list.value.flatMap((one) => (one.kind === 'different' ? one.pairs : []))),
  )

  constructor(data: ReportData) {
    this.#data = data
  }

  isKept(document: number): boolean {
    return this.list.value.some((one) => one.kind === 'keep' && one.document === document)
  }

  isSourceKept(source: string): boolean {
    return this.list.value.some((one) => one.kind === 'keep-source' && one.source === source)
  }

  keep(document: number): void {
    if (!this.isKept(document)) this.#add({ kind: 'keep', document })
  }

  /** Never removes anything from a source; or takes that back. */
  keepSource(source: string, isKept: boolean): void {
    const others = this.list.value.filter((one) => one.kind !== 'keep-source' || one.source !== source)
    this.list.value = isKept ? [...others, { kind: 'keep-source', source }] : others
  }

  tellApart(pairs: readonly number[]): void {
    const fresh = pairs.filter((pair) => !this.apart.value.has(pair))
    if (fresh.length > 0) this.#add({ kind: 'different', pairs: fresh })
  }

  undo(): void {
    this.list.value = this.list.value.slice(0, -1)
  }

  /** As JSON Lines, by ids. */
  exported(): string {
    const { documents, pairs } = this.#data
    const idOf = (document: number) => documents.ids[document]!
    const rows = this.list.value.flatMap((one): object[] => {
      if (one.kind === 'keep') return [{ keep: idOf(one.document) }]
      if (one.kind === 'keep-source') return [{ keepSource: one.source }]
      return one.pairs.map((pair) => ({ different: [idOf(pairs.a[pair]!), idOf(pairs.b[pair]!)] }))
    })
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }

  #add(decision: Decision): void {
    this.list.value = [...this.list.value, decision]
  }
}
