import { type ReadonlySignal, signal } from '@preact/signals'
import { hashText } from '../../../src/hash/murmur3.js'
import type { ReportData } from '../../../src/report/report-data.js'

/** Whether the browser refused to store something, so that it lasts only as long as the page is open. */
const isRefused = signal(false)
export const isStorageRefused: ReadonlySignal<boolean> = isRefused

/**
 * What a reader does with a report, in order, stored by the browser: the last action can be undone even after the page is reloaded. A
 * page opened from disk, or in a private window, might not be allowed to store anything.
 */
export class KeptList<Item> {
  readonly #key: string
  readonly #items
  /** What the list is before the reader does anything. */
  readonly #initial: readonly Item[]

  /**
   * @param name what is stored
   * @param isItem whether a value can be an item stored by this page, and not something left by another program
   * @param initial the items before the reader does anything
   */
  constructor(
    name: string,
    data: ReportData,
    isItem: (item: unknown) => item is Item,
    initial: readonly Item[] = [],
  ) {
    this.#initial = initial
    this.#items = signal(initial)
    this.#key = `likewise ${name} ${identityOf(data)}`
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? 'null')
      if (Array.isArray(stored)) this.#items.value = stored.filter(isItem)
    } catch {
      // Nothing was stored.
    }
  }

  get items(): readonly Item[] {
    return this.#items.value
  }

  set items(items: readonly Item[]) {
    this.#items.value = items
    try {
      if (items.length === 0 && this.#initial.length === 0) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, JSON.stringify(items))
      isRefused.value = false
    } catch {
      isRefused.value = true
    }
  }
}

const identities = new WeakMap<ReportData, string>()

/** The same for all reports of the same result, whenever they were made, because their documents and pairs have the same numbers. */
function identityOf(data: ReportData): string {
  const known = identities.get(data)
  if (known !== undefined) return known
  const { command, title, threshold, plan, counts, documents, decisions, pairs } = data
  const header = JSON.stringify([command, title, threshold, plan, counts, documents.ids, decisions])
  const words = [pairs.a, pairs.b].map(hashWords)
  const made = [hashText(header), hashText(header, 1), ...words].map((word) => word.toString(36)).join('-')
  identities.set(data, made)
  return made
}

function hashWords(words: Uint32Array): number {
  let hash = words.length
  for (const word of words) hash = Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15)
  return hash >>> 0
}
