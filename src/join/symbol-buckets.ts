import { mix32 } from '../hash/mix.js'

/**
 * For each symbol, the bucket of sets that are indexed under it, with the position of the symbol in each. It is one hash table of typed
 * arrays: an entry is a (set, position) linked to the previous entry in the same bucket. Rejected alternative: a `Map`, which is limited
 * to 2^24 symbols, fewer than one large set can have.
 */
export class SymbolBuckets {
  /** Open addressing: 1 + the newest entry of the bucket, 0 if free. Its length is a power of two. */
  #table = new Uint32Array(1024)
  #symbolCount = 0

  #entryCount = 0
  #symbols = new Uint32Array(1024)
  #slots = new Uint32Array(1024)
  #positions = new Uint32Array(1024)
  /** 1 + the previous entry in this bucket, 0 at the end. */
  #earlier = new Uint32Array(1024)

  /** Adds the set `slot`, which has the symbol at this position (from 1). */
  add(symbol: number, slot: number, position: number): void {
    if (this.#entryCount === this.#symbols.length) this.#growEntries()
    if (this.#symbolCount * 2 === this.#table.length) this.#growTable()
    const entry = this.#entryCount++
    const at = this.#find(symbol)
    if (this.#table[at] === 0) this.#symbolCount++
    this.#symbols[entry] = symbol
    this.#slots[entry] = slot
    this.#positions[entry] = position
    this.#earlier[entry] = this.#table[at]!
    this.#table[at] = entry + 1
  }

  /** Calls `visit` for each set in the bucket of the symbol, newest first. */
  visit(symbol: number, visit: (slot: number, position: number) => void): void {
    let link = this.#table[this.#find(symbol)]!
    while (link !== 0) {
      visit(this.#slots[link - 1]!, this.#positions[link - 1]!)
      link = this.#earlier[link - 1]!
    }
  }

  /** The slot of the symbol in the table, or the free one where it would go. */
  #find(symbol: number): number {
    const mask = this.#table.length - 1
    let at = mix32(symbol) & mask
    while (this.#table[at] !== 0 && this.#symbols[this.#table[at]! - 1] !== symbol) at = (at + 1) & mask
    return at
  }

  #growTable(): void {
    const old = this.#table
    this.#table = new Uint32Array(old.length * 2)
    for (const link of old) {
      if (link !== 0) this.#table[this.#find(this.#symbols[link - 1]!)] = link
    }
  }

  #growEntries(): void {
    this.#symbols = doubled(this.#symbols)
    this.#slots = doubled(this.#slots)
    this.#positions = doubled(this.#positions)
    this.#earlier = doubled(this.#earlier)
  }
}

function doubled(values: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2)
  larger.set(values)
  return larger
}
