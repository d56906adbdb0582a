import { POSTING_WORDS } from './contents-block.js'

/** Sorts postings, without repeats. */
export function sortPostings(all: Uint32Array): Uint32Array {
  const order = sortByWord(
    all.length / POSTING_WORDS,
    (i) => all[POSTING_WORDS * i]!,
    (one, other) => compareWords(all, POSTING_WORDS * one, all, POSTING_WORDS * other, 1, POSTING_WORDS),
  )
  const sorted = new Uint32Array(all.length)
  let end = 0
  for (let i = 0; i < order.length; i++) {
    const at = POSTING_WORDS * order[i]!
    if (end > 0 && compareWords(sorted, end - POSTING_WORDS, all, at, 0, POSTING_WORDS) === 0) continue
    for (let word = 0; word < POSTING_WORDS; word++) sorted[end++] = all[at + word]!
  }
  return sorted.subarray(0, end)
}

/** Keeps some postings, in the same array. */
export function filterPostings(postings: Uint32Array, isKept: (at: number) => boolean): Uint32Array {
  let end = 0
  for (let at = 0; at < postings.length; at += POSTING_WORDS) {
    if (!isKept(at)) continue
    postings.copyWithin(end, at, at + POSTING_WORDS)
    end += POSTING_WORDS
  }
  return postings.subarray(0, end)
}

/** The order of entries by one word, and by `compare` if that is the same. */
export function sortByWord(
  count: number,
  wordOf: (entry: number) => number,
  compare: (one: number, other: number) => number,
): Uint32Array {
  const words = new Uint32Array(2 * count)
  for (let i = 0; i < count; i++) {
    words[2 * i] = i
    words[2 * i + 1] = wordOf(i)
  }
  new BigUint64Array(words.buffer).sort()
  const order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = words[2 * i]!
  for (let i = 0; i < count; ) {
    let next = i + 1
    while (next < count && words[2 * next + 1] === words[2 * i + 1]) next++
    if (next > i + 1) order.subarray(i, next).sort(compare)
    i = next
  }
  return order
}

/** Compares the words from `first` to `end` of two entries. */
export function compareWords(
  one: Uint32Array,
  at: number,
  other: Uint32Array,
  from: number,
  first: number,
  end: number,
): number {
  for (let i = first; i < end; i++) {
    if (one[at + i] !== other[from + i]) return one[at + i]! - other[from + i]!
  }
  return 0
}
