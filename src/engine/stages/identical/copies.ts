import { countBelow, countBelowFrom } from '../../../model/count-below.js'
import { DocumentNumbers } from '../groups/document-numbers.js'
import { countOnes, lowestOne, setBit, sharedWords } from '../threads/shared-words.js'

/** Records that equal an earlier one. */
export interface EqualRecords {
  /** Two words for each, in order: the position of the first equal one, and its own. */
  readonly found: Uint32Array
  /** The same for those whose texts are equal, too; omitted if these are all, or ids were compared. */
  readonly texts?: Uint32Array
}

/** The documents that have copies, and all copies of each. In shared memory. */
export interface Copies {
  /** Positions of first copies, ascending. */
  readonly firsts: Uint32Array
  /** Where the copies of each begin in `members`; has one more entry than `firsts`. */
  readonly offsets: Uint32Array
  /** The copies of each first, ascending, beginning with itself. */
  readonly members: Uint32Array
}

/**
 * @param found two words per copy: the position of the first one, and its own. The copies of each first are ascending, and in one list.
 *   Lists in order take half the time
 * @param count the number of all positions
 */
export function collectCopies(found: readonly Uint32Array[], count: number): Copies {
  const firsts = firstsIn(found, count)
  const numbers = new DocumentNumbers(firsts)
  const groups = found.map((pairs) => numbers.ofAll(everySecond(pairs)))
  const offsets = sharedWords(firsts.length + 1)
  for (const list of groups) for (let i = 0; i < list.length; i++) offsets[list[i]! + 1]!++
  // Each first is a member as well.
  for (let group = 0; group < firsts.length; group++) offsets[group + 1]! += offsets[group]! + 1
  const members = sharedWords(offsets.at(-1)!)
  const ends = offsets.slice(0, -1)
  for (let group = 0; group < firsts.length; group++) members[ends[group]!++] = firsts[group]!
  groups.forEach((list, part) => {
    const pairs = found[part]!
    for (let i = 0; i < list.length; i++) members[ends[list[i]!]!++] = pairs[2 * i + 1]!
  })
  return { firsts, offsets, members }
}

/** The first words of pairs, each once, ascending. Shared. */
function firstsIn(found: readonly Uint32Array[], count: number): Uint32Array {
  const bits = new Uint32Array((count + 31) >>> 5)
  for (const pairs of found) for (let i = 0; i < pairs.length; i += 2) setBit(bits, pairs[i]!)
  const firsts = sharedWords(bits.reduce((sum, word) => sum + countOnes(word), 0))
  let end = 0
  for (let word = 0; word < bits.length; word++)
    for (let rest = bits[word]!; rest !== 0; rest &= rest - 1) firsts[end++] = 32 * word + lowestOne(rest)
  return firsts
}

function everySecond(words: Uint32Array): Uint32Array {
  const some = new Uint32Array(words.length / 2)
  for (let i = 0; i < some.length; i++) some[i] = words[2 * i]!
  return some
}

/** How many documents are copies of an earlier one. */
export function repeatsOf({ members, firsts }: Copies): number {
  return members.length - firsts.length
}

/** How many identical documents the distinct document at a position represents. */
export function countCopies({ firsts, offsets }: Copies, position: number): number {
  const at = countBelow(firsts, position)
  return firsts[at] === position ? offsets[at + 1]! - offsets[at]! : 1
}

/** The position of the first copy of each document; its own if it has no copies. */
export function firstCopies({ firsts, offsets, members }: Copies, count: number): Uint32Array {
  const firstOf = Uint32Array.from({ length: count }, (_, position) => position)
  for (let group = 0; group < firsts.length; group++) {
    for (let i = offsets[group]!; i < offsets[group + 1]!; i++) firstOf[members[i]!] = firsts[group]!
  }
  return firstOf
}

/** Some distinct documents with their copies, by the numbers 0, 1, 2, … of the documents. */
export class CopiesOfDocuments {
  /** Positions, ascending. */
  readonly documents: Uint32Array
  /** How many identical documents each represents: 1 if it has no copy. */
  readonly counts: Uint32Array
  /** Whether any of them has a copy. */
  readonly haveCopies: boolean
  readonly #copies: Copies
  /** Index of each document in `firsts`, if it has copies. */
  readonly #indexes: Uint32Array

  constructor(documents: Uint32Array, copies: Copies) {
    this.documents = documents
    this.counts = new Uint32Array(documents.length).fill(1)
    this.#copies = copies
    this.#indexes = new Uint32Array(documents.length)
    const { firsts, offsets } = copies
    let haveCopies = false
    for (let number = 0, index = 0; number < documents.length && index < firsts.length; number++) {
      const document = documents[number]!
      if (firsts[index]! < document) index = countBelowFrom(firsts, index, document)
      if (firsts[index] !== document) continue
      this.#indexes[number] = index
      this.counts[number] = offsets[index + 1]! - offsets[index]!
      haveCopies = true
    }
    this.haveCopies = haveCopies
  }

  /** The position of a document. */
  first(number: number): number {
    return this.documents[number]!
  }

  /** All identical documents that a document represents, itself first. */
  of(number: number): Uint32Array {
    if (this.counts[number] === 1) return this.documents.subarray(number, number + 1)
    const { offsets, members } = this.#copies
    const index = this.#indexes[number]!
    return members.subarray(offsets[index]!, offsets[index + 1]!)
  }
}
