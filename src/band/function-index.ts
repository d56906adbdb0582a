import { checkWhole } from '../model/check.js'
import { InvalidValue } from '../model/errors.js'

/** A hash family of functions that accept or reject an item, in groups: function f belongs to group ⌊f / functions⌋. */
export interface FunctionLayout {
  /** The number of functions in a group, at least one of which must agree. */
  readonly functions: number
  /** The number of groups, all of which must agree. */
  readonly groups: number
}

/**
 * A store for a hash family. Each member is added as the list of functions that accept it, and a query finds the members that agree with
 * it: those for which, in every group, at least one function accepts both (an AND of ORs). Members are numbered 0, 1, 2, … in the order in
 * which they were added.
 */
export interface FunctionStore {
  /** The number of members. */
  readonly count: number

  /** Adds a member by its functions, in any order and each once, and returns its number. */
  add(yes: readonly number[]): number

  /** Returns the members that agree, in ascending order, each once. */
  candidates(yes: readonly number[]): Uint32Array
}

/**
 * Keeps members in memory, in a bucket for each function.
 *
 * @example
 * const index = new FunctionIndex({ functions: 100, groups: 2 })
 * index.add([3, 57, 104]) // 0
 * index.candidates([57, 104, 150]) // [0]: 57 is of the first group, 104 of the second
 */
export class FunctionIndex implements FunctionStore {
  readonly layout: FunctionLayout
  readonly #buckets: readonly number[][]
  #count = 0
  /** The number of groups, from the first on, in which each member has agreed with the query; all zero between queries. */
  #agreed = new Uint8Array(1024)

  constructor({ functions, groups }: FunctionLayout) {
    checkWhole('functions', functions, 1, 2 ** 20)
    checkWhole('groups', groups, 1, 255)
    this.layout = { functions, groups }
    this.#buckets = Array.from({ length: functions * groups }, () => [])
  }

  get count(): number {
    return this.#count
  }

  add(yes: readonly number[]): number {
    const buckets = yes.map((f) => this.#bucketOf(f))
    for (const bucket of buckets) bucket.push(this.#count)
    return this.#count++
  }

  candidates(yes: readonly number[]): Uint32Array {
    const { functions, groups } = this.layout
    if (this.#agreed.length < this.#count) this.#agreed = new Uint8Array(2 * this.#count)
    const agreed = this.#agreed
    const met: number[] = []
    const found: number[] = []
    const rising = [...yes].sort((one, other) => one - other)
    // All are looked up before any is processed, so that an invalid one has no side effects.
    const buckets = rising.map((f) => this.#bucketOf(f))
    for (const [i, f] of rising.entries()) {
      const group = Math.floor(f / functions)
      for (const member of buckets[i]!) {
        // A member is carried from group to group, and dropped if a group has no function for it.
        if (agreed[member] !== group) continue
        agreed[member] = group + 1
        if (group === 0) met.push(member)
        if (group + 1 === groups) found.push(member)
      }
    }
    for (const member of met) agreed[member] = 0
    return Uint32Array.from(found).sort()
  }

  #bucketOf(f: number): number[] {
    const bucket = this.#buckets[f]
    if (bucket !== undefined) return bucket
    throw new InvalidValue('a function', f, undefined, `a whole number below ${this.#buckets.length}`)
  }
}
