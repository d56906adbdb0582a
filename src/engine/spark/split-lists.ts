/**
 * Puts lists of numbers together that are sent in messages of limited size. A message has the sizes of the lists that begin in it. A list may
 * continue in later messages, which then begin with the rest of it.
 */
export class SplitLists {
  /** Complete lists, in order. */
  readonly complete: Uint32Array[] = []
  /** A list of which some members have not arrived. */
  #open: Uint32Array | undefined
  #filled = 0

  add(sizes: Uint32Array, members: Uint32Array): void {
    let start = this.#open === undefined ? 0 : this.#fill(members)
    for (const size of sizes) {
      if (start + size <= members.length) this.complete.push(members.subarray(start, start + size))
      else {
        this.#open = new Uint32Array(size)
        this.#filled = 0
        this.#fill(members.subarray(start))
      }
      start += size
    }
  }

  /** Adds members to the open list, and returns how many it took. */
  #fill(members: Uint32Array): number {
    const open = this.#open!
    const taken = members.subarray(0, open.length - this.#filled)
    open.set(taken, this.#filled)
    this.#filled += taken.length
    if (this.#filled === open.length) {
      this.complete.push(open)
      this.#open = undefined
    }
    return taken.length
  }
}
