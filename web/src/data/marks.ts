import { computed } from '@preact/signals'
import { fitThreshold, type Mark } from './fit-threshold.js'
import { KeptList } from './kept-list.js'
import type { ReportModel } from './model.js'

/** The number of marks from which on a threshold is suggested. */
export const ENOUGH_MARKS = 20

interface MarkedPair {
  readonly pair: number
  readonly isDuplicate: boolean
}

/** Whether the reader marks pairs, and whether the similarity is shown meanwhile; it is hidden by default. */
const MODES = ['marking', 'similarity shown'] as const
type Mode = (typeof MODES)[number]

const made = new WeakMap<ReportModel, Marks>()

/** The reader's marks of a report. */
export function marksOf(model: ReportModel): Marks {
  const marks = made.get(model) ?? new Marks(model)
  made.set(model, marks)
  return marks
}

/** The reader's marks. */
export class Marks {
  readonly #model: ReportModel
  readonly #kept: KeptList<MarkedPair>
  readonly #modes: KeptList<Mode>
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
  /** Whether all marks are of one kind, which fits any threshold. */
  readonly isOneSided = computed(
    () => new Set(this.list.value.map(({ isDuplicate }) => isDuplicate)).size < 2,
  )
  readonly fitted = computed(() =>
    this.list.value.length < ENOUGH_MARKS || this.isOneSided.value
      ? undefined
      : fitThreshold(this.list.value),
  )

  constructor(model: ReportModel) {
    this.#model = model
    const { a } = model.data.pairs
    this.#kept = new KeptList('marks', model.data, (item): item is MarkedPair => {
      const { pair, isDuplicate } = Object(item) as Record<string, unknown>
      return Number.isInteger(pair) && Number(pair) in a && typeof isDuplicate === 'boolean'
    })
    this.#modes = new KeptList('marking', model.data, (item): item is Mode =>
      (MODES as readonly unknown[]).includes(item),
    )
  }

  is(mode: Mode): boolean {
    return this.#modes.items.includes(mode)
  }

  set(mode: Mode, isOn: boolean): void {
    const others = this.#modes.items.filter((one) => one !== mode)
    this.#modes.items = isOn ? [...others, mode] : others
  }

  /** Whether the similarity of a pair is hidden until the reader marks it. */
  hides(pair: number): boolean {
    return this.is('marking') && !this.is('similarity shown') && this.of(pair) === undefined
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
