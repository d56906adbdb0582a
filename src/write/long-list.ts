/** The number of items that are converted to text at a time. */
const AT_ONCE = 1024

/** A list for a JSON column that is written in parts, so that its text is never in memory as a whole. */
export class LongList {
  readonly #length: number
  readonly #at: (index: number) => unknown

  /** @param at returns the item at an index; called while the list is written, possibly more than once */
  constructor(length: number, at: (index: number) => unknown) {
    this.#length = length
    this.#at = at
  }

  /** The list as JSON, in parts. */
  *parts(): Generator<string, void> {
    for (let from = 0; from < this.#length; from += AT_ONCE) {
      const to = Math.min(this.#length, from + AT_ONCE)
      let text = ''
      for (let i = from; i < to; i++) text += (i === 0 ? '[' : ',') + JSON.stringify(this.#at(i))
      yield text
    }
    yield this.#length === 0 ? '[]' : ']'
  }

  /** The whole list, for formats that cannot be written in parts. */
  toJSON(): unknown[] {
    return Array.from({ length: this.#length }, (_, i) => this.#at(i))
  }
}
