// Reads integers in lines of text, many at a time. src/read/sets/set-lines.ts reads them one by one.

/** Only numbers below this limit are read. src/read/sets/token-numbers.ts has the same limit. */
const SMALL: u32 = 1 << 24

/** Where reading ended, and how much was written. */
@unmanaged
class Outcome {
  /** The first byte of the token that was not read, or the end. */
  at: usize
  numbers: u32
  lines: u32
}

/**
 * Reads the tokens from `at` to before `end` whose separators are in this range, and stops at the first that is not an integer below SMALL
 * in its usual form. Writes the numbers, and for each line feed how many numbers precede it. Eight bytes before `at` and sixteen after
 * `end` must be readable. There must be room for one number and one line end per byte, and one more.
 */
export function readNumbers(at: usize, end: usize, numbers: usize, ends: usize, outcome: Outcome): void {
  let start = at
  let number = numbers
  let lineEnd = ends
  for (let block = at; block < end; block += 16) {
    const bytes = v128.load(block)
    const feed = i8x16.eq(bytes, i8x16.splat(0x0a))
    const blank = v128.or(i8x16.eq(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x09)))
    const apart = v128.or(v128.or(feed, blank), i8x16.eq(bytes, i8x16.splat(0x0d)))
    const digit = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(10))
    const inside: u32 = end - block < 16 ? (1 << <u32>(end - block)) - 1 : 0xffff
    const feeds = <u32>i8x16.bitmask(feed)
    const strange = ~<u32>i8x16.bitmask(v128.or(apart, digit)) & inside
    // Only what precedes the first other byte; everything, if there is none.
    let stops = <u32>i8x16.bitmask(apart) & inside & ((strange & (0 - strange)) - 1)
    for (; stops != 0; stops &= stops - 1) {
      const bit = ctz(stops)
      const stop = block + bit
      const length = <u32>(stop - start)
      const value = eightDigits(load<u64>(stop - 8) & (~(<u64>0) << <u64>(64 - 8 * length)))
      const isUnusual =
        u32(length > 8) |
        (u32(length > 1) & u32(load<u8>(start) == 0x30)) |
        (u32(length > 0) & u32(value >= SMALL))
      if (isUnusual != 0) {
        finish(outcome, start, number - numbers, lineEnd - ends)
        return
      }
      store<u32>(number, value)
      number += select<usize>(4, 0, length > 0)
      store<u32>(lineEnd, <u32>((number - numbers) >> 2))
      lineEnd += ((feeds >> bit) & 1) << 2
      start = stop + 1
    }
    if (strange != 0) break
  }
  finish(outcome, start, number - numbers, lineEnd - ends)
}

function finish(outcome: Outcome, at: usize, numberBytes: usize, lineBytes: usize): void {
  outcome.at = at
  outcome.numbers = <u32>(numberBytes >> 2)
  outcome.lines = <u32>(lineBytes >> 2)
}

/** The number that eight digits represent, with the first digit in the lowest byte. A byte of 0 also counts as the digit 0. */
// @ts-ignore: decorator
@inline
function eightDigits(text: u64): u32 {
  const two = ((text & 0x0f0f0f0f0f0f0f0f) * 2561) >> 8
  const four = ((two & 0x00ff00ff00ff00ff) * 6553601) >> 16
  return <u32>(((four & 0x0000ffff0000ffff) * 42949672960001) >> 32)
}
