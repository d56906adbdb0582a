// How code points take part in Unicode's canonical composition (NFC), as far as a reader needs it to recognize text that is already
// composed: UAX #15, section 9. JavaScript does not expose combining classes, but it sorts by them.

/** One mark of each combining class, in ascending order of class (Unicode 15; new classes are very rare). */
const CLASSES = [
  ...[0x334, 0x16ff0, 0x93c, 0x3099, 0x94d, 0x5b0, 0x5b1, 0x5b2, 0x5b3, 0x5b4, 0x5b5, 0x5b6, 0x5b7, 0x5b8],
  ...[0x5b9, 0x5bb, 0x5bc, 0x5bd, 0x5bf, 0x5c1, 0x5c2, 0xfb1e, 0x64b, 0x64c, 0x64d, 0x618, 0x619, 0x61a],
  ...[0x651, 0x652, 0x670, 0x711, 0xc55, 0xc56, 0xe38, 0xe48, 0xeb8, 0xec8, 0xf71, 0xf72, 0xf74, 0x321],
  ...[0x1dce, 0x31b, 0x1dfa, 0x316, 0x59a, 0x302e, 0x1d16d, 0x5ae, 0x300, 0x315, 0x35c, 0x35d, 0x345],
].map((code) => String.fromCodePoint(code))

/** The rank of code points that never occur in normalized text, or must be normalized by JavaScript. */
export const NOT_NORMAL = 63

/** How a code point takes part in composition. */
export interface Composition {
  /** Whether it can be reordered relative to, or compose with, what precedes it. */
  readonly isCombining: boolean
  /**
   * For a mark, its combining class as a rank among all classes, from 1; for a composed character, that of its last mark; 63 for code
   * points that NFC replaces.
   */
  readonly rank: number
  /** The two code points it is composed of. */
  readonly pair?: readonly [first: number, second: number]
}

/** How a code point takes part in composition; undefined if it is never changed, whatever surrounds it. */
export function composition(code: number): Composition | undefined {
  // Hangul syllables and their letters follow a rule, not a table. Letters that could be composed are left to JavaScript.
  if (code >= 0xac00 && code <= 0xd7a3) return undefined
  const isJamo = (code >= 0x1161 && code <= 0x1175) || (code >= 0x11a8 && code <= 0x11c2)
  if (isJamo) return { isCombining: true, rank: NOT_NORMAL }
  const character = String.fromCodePoint(code)
  const decomposed = character.normalize('NFD')
  if (decomposed === character) {
    const rank = combiningRank(code)
    return rank === 0 ? undefined : { isCombining: true, rank }
  }
  if (character.normalize('NFC') !== character) return { isCombining: true, rank: NOT_NORMAL }
  const parts = Array.from(decomposed, (part) => part.codePointAt(0)!)
  const second = parts.pop()!
  const first = String.fromCodePoint(...parts)
    .normalize('NFC')
    .codePointAt(0)!
  return { isCombining: false, rank: combiningRank(second), pair: [first, second] }
}

/** The ranks of code points, because most composed characters end with one of a few marks. */
const ranks = new Map<number, number>()

/** The rank of a code point's combining class among all classes, from 1; 0 if it has none. */
export function combiningRank(code: number): number {
  const rank = ranks.get(code) ?? findRank(code)
  ranks.set(code, rank)
  return rank
}

function findRank(code: number): number {
  const mark = String.fromCodePoint(code)
  const last = CLASSES.at(-1)!
  if (mark === last) return CLASSES.length
  // Normalization moves marks of a higher class after those of a lower one; code points without a class stay in place.
  if (!isBefore(mark, last)) return 0
  let [low, high] = [0, CLASSES.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(CLASSES[middle]!, mark)) low = middle + 1
    else high = middle
  }
  return low + 1
}

/** Whether the class of one mark is lower than that of another. */
function isBefore(one: string, other: string): boolean {
  return (other + one).normalize('NFD').startsWith(one) && one !== other
}

/** The number of slots in the table of pairs; about a thousand characters are composed of two others. */
export const PAIR_SLOTS = 4096

/** Pairs of code points that compose, as the kernel looks them up: a hash table of fingerprints, 0 if a slot is free. */
export class CompositionPairs {
  readonly slots = new Uint32Array(PAIR_SLOTS)
  /** The code points that are second in a pair. */
  readonly seconds = new Set<number>()

  add(first: number, second: number): void {
    this.seconds.add(second)
    const fingerprint = (Math.imul(first, 0x9e3779b1) + second) >>> 0
    let slot = Math.imul(fingerprint, 0x85ebca6b) >>> 20
    while (this.slots[slot] !== 0 && this.slots[slot] !== fingerprint) slot = (slot + 1) % PAIR_SLOTS
    this.slots[slot] = fingerprint
  }
}
