import { after, WasmArena } from './wasm-arena.js'

/** The exports of kernel/index.ts that compare documents of a list. */
interface MeetExports {
  meetMembers(...args: number[]): number
}

/** Words of a document, in the order of kernel/meet.ts. */
export const MEMBER = { previous: 0, size: 1, rest: 2, isMarked: 3, bits: 4, words: 12 } as const

/** The documents of a list in memory of the kernel, which finds those that may be similar. */
export class WasmMembers {
  readonly #arena = new WasmArena<MeetExports>()
  #capacity = 0
  /** `MEMBER.words` for each document. */
  words = new Uint32Array(0)
  /** Results of `meet`. */
  found = new Uint32Array(0)

  /** Makes room for this many documents, which loses those that are there. */
  reserve(count: number): void {
    if (count <= this.#capacity) return
    this.#capacity = 2 ** Math.ceil(Math.log2(Math.max(64, count)))
    const { start } = this.#arena
    const found = after(start, 4 * MEMBER.words * this.#capacity)
    const memory = this.#arena.reach(after(found, 4 * this.#capacity))
    this.words = new Uint32Array(memory, start, MEMBER.words * this.#capacity)
    this.found = new Uint32Array(memory, found, this.#capacity)
  }

  /**
   * Finds the documents from `from` to before `to` that may reach the threshold together with document `one`: their numbers are at the
   * beginning of `found`. Returns how many they are.
   *
   * @param element that all documents of the list share
   * @param share of the total size of two documents that their overlap must have
   * @param maxTelling difference bits are not compared if similar documents may differ in more elements
   */
  meet(
    element: number,
    one: number,
    from: number,
    to: number,
    skipsMarked: boolean,
    share: number,
    maxTelling: number,
  ): number {
    return this.#arena.exports.meetMembers(
      this.words.byteOffset,
      element,
      one,
      from,
      to,
      skipsMarked ? 1 : 0,
      share,
      maxTelling,
      this.found.byteOffset,
    )
  }
}
