import { signal } from '@preact/signals'
import type { ReportModel } from './model.js'

/** What the reader has decided. */
type Decision =
  | { readonly kind: 'keep'; readonly document: number }
  | { readonly kind: 'different'; readonly a: number; readonly b: number }

/** Decisions of the reader, which `likewise dedup --decisions` obeys. */
export class Decisions {
  readonly #model: ReportModel
  readonly list = signal<readonly Decision[]>([])

  constructor(model: ReportModel) {
    this.#model = model
  }

  isKept(document: number): boolean {
    return this.list.value.some((one) => one.kind === 'keep' && one.document === document)
  }

  isDifferent(a: number, b: number): boolean {
    return this.list.value.some((one) => one.kind === 'different' && one.a === a && one.b === b)
  }

  keep(document: number): void {
    if (!this.isKept(document)) this.list.value = [...this.list.value, { kind: 'keep', document }]
  }

  tellApart(a: number, b: number): void {
    if (!this.isDifferent(a, b)) this.list.value = [...this.list.value, { kind: 'different', a, b }]
  }

  undo(): void {
    this.list.value = this.list.value.slice(0, -1)
  }

  /** As JSON Lines, by ids. */
  exported(): string {
    const rows = this.list.value.map((one) =>
      one.kind === 'keep'
        ? { keep: this.#model.idOf(one.document) }
        : { different: [this.#model.idOf(one.a), this.#model.idOf(one.b)] },
    )
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}
