import { computed, signal } from '@preact/signals'
import { fitThreshold, type Mark } from './fit-threshold.js'
import { KeptList } from './kept-list.js'
import type { ReportModel } from './model.js'

/** The number of marks from which on a threshold is suggested. */
export const ENOUGH_MARKS = 20

interface MarkedPair {
  readonly pair: number
  readonly isDuplicate: boolean
}

/** The reader's marks. */
export class Marks {
  readonly #model: ReportModel
  readonly #kept: KeptList<MarkedPair>
  /** Whether the similarity of pairs without a mark is hidden. */
  readonly isBlind = signal(false)
  /** The last mark of each pair counts. */
  readonly #byPair = computed<ReadonlyMap<number, boolean>>(
    () => new Map(this.#kept.items.map(({ pair, isDuplicate }) => [pair, isDuplicate])),
  )
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
    const { a } = model.data.pairs
    this.#kept = new KeptList('marks', model.data, (item): item is MarkedPair => {
      const { pair, isDuplicate } = Object(item) as Record<string, unknown>
      return Number.isInteger(pair) && Number(pair) in a && typeof isDuplicate === 'boolean'
    })
  }

  of(pair: number): boolean | undefined {
    return this.#byPair.value.get(pair)
  }

  get canUndo(): boolean {
    return this.#kept.items.length > 0
  }

  mark(pair: number, isDuplicate: boolean): void {
    this.#kept.items = [...this.#kept.items, { pair, isDuplicate }]
  }

  /** Undoes the last mark; returns its pair. */
  undo(): number | undefined {
    const last = this.#kept.items.at(-1)
    this.#kept.items = this.#kept.items.slice(0, -1)
    return last?.pair
  }

  /** The marks as JSON Lines, by id, for `likewise match --labels` and for people. */
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
}
