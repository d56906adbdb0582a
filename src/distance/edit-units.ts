// Edit distances of texts without surrogate pairs, where each UTF-16 code unit is a character. It does what lcs-row.ts does, but reads the
// texts directly: for short texts, splitting them into lists of characters takes ten times as long as comparing them.

/** The number of characters processed at once: see lcs-row.ts. */
const STRIP = 30
const FULL = 2 ** STRIP - 1

/** Longer texts take long to compare anyway. */
const MAX_LENGTH = 4096

/** One entry per code unit, all 0 between calls. */
let masks = new Int32Array(0)
const carries = new Uint8Array(MAX_LENGTH)

/**
 * The edit distance of two texts, or undefined if one of them is long, or has a surrogate, between their common prefix and suffix.
 */
export function unitEditDistance(a: string, b: string): number | undefined {
  let [endA, endB] = [a.length, b.length]
  let start = 0
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  if (Math.max(endA, endB) - start > MAX_LENGTH) return undefined
  // The characters next to the ends could be halves of a pair, too.
  if (hasSurrogate(a, Math.max(0, start - 1), endA + 1) || hasSurrogate(b, start, endB)) return undefined
  if (masks.length === 0) masks = new Int32Array(2 ** 16)
  // A single strip has nothing to carry over.
  const isCarried = endB - start > STRIP
  if (isCarried) carries.fill(0, 0, endA - start)
  let common = 0
  for (let first = start; first < endB; first += STRIP) {
    const end = Math.min(endB, first + STRIP)
    common += commonInStrip(a, start, endA, b, first, end, isCarried)
    for (let j = first; j < end; j++) masks[b.charCodeAt(j)] = 0
  }
  return endA - start + (endB - start) - 2 * common
}

/** By how much these characters of `b` lengthen the longest common subsequence; `carries` pass from one strip to the next. */
function commonInStrip(
  a: string,
  start: number,
  endA: number,
  b: string,
  first: number,
  end: number,
  isCarried: boolean,
): number {
  for (let j = first; j < end; j++) masks[b.charCodeAt(j)]! |= 1 << (j - first)
  let strip = FULL
  for (let i = start; i < endA; i++) {
    const mask = masks[a.charCodeAt(i)]!
    const sum = strip + (strip & mask) + (isCarried ? carries[i - start]! : 0)
    if (isCarried) carries[i - start] = sum >>> STRIP
    strip = (sum | (strip & ~mask)) & FULL
  }
  let common = 0
  for (let left = ~strip & (2 ** (end - first) - 1); left !== 0; left &= left - 1) common++
  return common
}

function hasSurrogate(text: string, from: number, to: number): boolean {
  const end = Math.min(to, text.length)
  for (let i = from; i < end; i++) if ((text.charCodeAt(i) & 0xf800) === 0xd800) return true
  return false
}
