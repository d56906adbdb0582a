import { computed, signal } from '@preact/signals'
import { fitThreshold, type Mark } from './fit-threshold.js'
import type { ReportModel } from './model.js'

/** Marks from which a threshold is suggested. */
export const ENOUGH_MARKS = 20

/** The reader's marks, kept by the browser where it allows that. */
export class Marks {
  readonly #key: string
  readonly #model: ReportModel
  readonly #byPair = signal<ReadonlyMap<number, boolean>>(new Map())
  readonly #history: number[] = []
  readonly list = computed<readonly Mark[]>(() =>
    Array.from(this.#byPair.value, ([pair, isDuplicate]) => ({
      similarity: this.#model.data.pairs.similarity[pair]!,
      isDuplicate,
    })),
  )
  readonly fitted = computed(() =>
    this.list.value.length < ENOUGH_MARKS ? undefined : fitThreshold(this.list.value),
  )

  constructor(model: ReportModel) {
    this.#model = model
    this.#key = `likewise-marks ${model.data.created} ${model.data.title}`
    try {
      const stored = localStorage.getItem(this.#key)
      if (stored) this.#byPair.value = new Map(JSON.parse(stored) as [number, boolean][])
    } catch {
      // A page from disk may not be allowed to store anything; marks last as long as the page is open.
    }
  }

  of(pair: number): boolean | undefined {
    return this.#byPair.value.get(pair)
  }

  get canUndo(): boolean {
    return this.#byPair.value.size > 0 && this.#history.length > 0
  }

  mark(pair: number, isDuplicate: boolean): void {
    this.#history.push(pair)
    this.#set(new Map(this.#byPair.value).set(pair, isDuplicate))
  }

  /** Takes the last mark back; returns its pair. */
  undo(): number | undefined {
    const pair = this.#history.pop()
    if (pair === undefined) return undefined
    const left = new Map(this.#byPair.value)
    left.delete(pair)
    this.#set(left)
    return pair
  }

  /** The marks as JSON Lines, by ids: what `likewise match --labels` and people read. */
  exported(): string {
    const { a, b, similarity } = this.#model.data.pairs
    const rows = Array.from(this.#byPair.value, ([pair, match]) => ({
      a: this.#model.idOf(a[pair]!),
      b: this.#model.idOf(b[pair]!),
      match,
      similarity: similarity[pair]!,
    }))
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }

  #set(marks: ReadonlyMap<number, boolean>): void {
    this.#byPair.value = marks
    try {
      localStorage.setItem(this.#key, JSON.stringify([...marks]))
    } catch {
      // As above.
    }
  }
}
