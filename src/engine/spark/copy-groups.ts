import { addUp } from '../../model/add-up.js'
import { countBelow } from '../../model/count-below.js'
import { concatenateWords } from '../stages/threads/shared-words.js'
import { PositionTable } from './positions.js'

/** Groups of equal documents by their positions, ascending in each group; documents without copies are in none. */
export class CopyGroups implements Iterable<Uint32Array> {
  /** The first of each group, ascending. */
  readonly firsts: Uint32Array
  readonly #members: Uint32Array
  /** Where the members of each group begin, and where the last ones end. */
  readonly #offsets: Uint32Array
  #firstOf: PositionTable | undefined

  /**
   * @param sizes the number of members of each group, at least two
   * @param members one group after another, in the order of their first
   */
  constructor(sizes: readonly Uint32Array[], members: readonly Uint32Array[]) {
    this.#members = concatenateWords(members)
    this.#offsets = concatenateWords([[0], ...sizes])
    addUp(this.#offsets)
    this.firsts = this.#offsets.subarray(0, -1).map((start) => this.#members[start]!)
  }

  *[Symbol.iterator](): Generator<Uint32Array, void> {
    for (let group = 0; group < this.firsts.length; group++) yield this.#at(group)
  }

  /** The documents equal to a distinct one, itself included; undefined if it has no copy. */
  of(first: number): Uint32Array | undefined {
    const group = countBelow(this.firsts, first)
    return this.firsts[group] === first ? this.#at(group) : undefined
  }

  /** The documents of the groups whose first one is wanted. */
  members(isWanted: (first: number) => boolean): Uint32Array {
    const wanted = this.#members.slice()
    let end = 0
    for (let group = 0; group < this.firsts.length; group++) {
      if (!isWanted(this.firsts[group]!)) continue
      wanted.set(this.#at(group), end)
      end += this.#offsets[group + 1]! - this.#offsets[group]!
    }
    return wanted.subarray(0, end)
  }

  /** How many documents a distinct one represents. */
  count(first: number): number {
    return this.of(first)?.length ?? 1
  }

  /** The first of the documents that are equal to one: itself if it has no copy. */
  firstOf(position: number): number {
    this.#firstOf ??= new PositionTable(this.#members, this.#firstOfEach())
    return this.#firstOf.get(position) ?? position
  }

  #at(group: number): Uint32Array {
    return this.#members.subarray(this.#offsets[group]!, this.#offsets[group + 1]!)
  }

  #firstOfEach(): Uint32Array {
    const firsts = new Uint32Array(this.#members.length)
    for (let group = 0; group < this.firsts.length; group++)
      firsts.fill(this.firsts[group]!, this.#offsets[group]!, this.#offsets[group + 1]!)
    return firsts
  }
}
