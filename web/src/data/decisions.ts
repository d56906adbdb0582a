import { computed } from '@preact/signals'
import type { ReportData } from '../../../src/report/report-data.js'
import { appliedDecisions, type Decision } from './applied-decisions.js'
import { KeptList } from './kept-list.js'

/** The decisions of the reader, which `likewise dedup --decisions` applies, beginning with those that the run applied. */
export class Decisions {
  readonly #data: ReportData
  readonly #kept: KeptList<Decision>
  /** The decisions that the run applied. */
  readonly applied: readonly Decision[]
  /** The pairs that are not duplicates, and thus connect no cluster. */
  readonly apart = computed<ReadonlySet<number>>(
    () => new Set(this.list.flatMap((one) => (one.kind === 'different' ? one.pairs : []))),
  )

  constructor(data: ReportData) {
    this.#data = data
    this.applied = appliedDecisions(data)
    const isItem = (item: unknown): item is Decision => isDecision(item, data)
    this.#kept = new KeptList('decisions', data, isItem, this.applied)
  }

  /** All decisions, in the order in which they were made. */
  get list(): readonly Decision[] {
    return this.#kept.items
  }

  /** The decisions that the run did not apply. */
  get fresh(): readonly Decision[] {
    const applied = new Set(this.applied.map(textOf))
    return this.list.filter((one) => !applied.has(textOf(one)))
  }

  /** The decisions that the run applied and the reader has withdrawn. */
  get withdrawn(): readonly Decision[] {
    const left = new Set(this.list.map(textOf))
    return this.applied.filter((one) => !left.has(textOf(one)))
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

  /** Removes the last decision that the run did not apply. */
  undo(): void {
    const last = this.fresh.at(-1)
    if (last !== undefined) this.remove(last)
  }

  remove(decision: Decision): void {
    const text = textOf(decision)
    this.#kept.items = this.list.filter((one) => textOf(one) !== text)
  }

  /** Takes back that a decision of the run was removed. */
  restore(decision: Decision): void {
    this.#add(decision)
  }

  /** The decisions as JSON Lines, by id. */
  exported(): string {
    const { documents, pairs } = this.#data
    const idOf = (document: number) => documents.ids[document]!
    const rows = this.list.flatMap((one): object[] => {
      if (one.kind === 'keep') return [{ keep: idOf(one.document) }]
      if (one.kind === 'keep-source') return [{ keepSource: one.source }]
      if (one.kind === 'elsewhere')
        return [one.ids.length === 1 ? { keep: one.ids[0] } : { different: one.ids }]
      return one.pairs.map((pair) => ({ different: [idOf(pairs.a[pair]!), idOf(pairs.b[pair]!)] }))
    })
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }

  #add(decision: Decision): void {
    this.#kept.items = [...this.list, decision]
  }
}

/** The same for equal decisions, also after they were stored. */
function textOf(decision: Decision): string {
  return JSON.stringify(decision)
}

/** Whether an object is a decision about the documents and pairs of a report. */
function isDecision(item: unknown, { documents, pairs }: ReportData): item is Decision {
  const { kind, document, source, ids, pairs: apart } = Object(item) as Record<string, unknown>
  const isNumber = (value: unknown, count: number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < count
  if (kind === 'keep') return isNumber(document, documents.ids.length)
  if (kind === 'keep-source') return typeof source === 'string'
  if (kind === 'elsewhere') {
    return Array.isArray(ids) && /^[12]$/.test(`${ids.length}`) && ids.every((id) => typeof id === 'string')
  }
  return kind === 'different' && Array.isArray(apart) && apart.every((pair) => isNumber(pair, pairs.a.length))
}
