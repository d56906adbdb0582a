// Validates UTF-8 sixteen bytes at a time, after Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte" (2021): three
// tables, each indexed by four bits, say which errors two neighboring bytes might have. There is an error if all three agree.

// The errors of two neighboring bytes, one bit each. Two consecutive continuation bytes are not an error after a lead byte of three or more
// bytes.
const TOO_SHORT: u8 = 0x01
const TOO_LONG: u8 = 0x02
const OVERLONG_3: u8 = 0x04
const TOO_LARGE: u8 = 0x08
const SURROGATE: u8 = 0x10
const OVERLONG_2: u8 = 0x20
/** An overlong form of four bytes, or above 0x13ffff. */
const BAD_4: u8 = 0x40
const TWO_CONTINUATIONS: u8 = 0x80

/** Errors that do not depend on the low half of the first byte. */
const ANY_LOW: u8 = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS
const LARGE_LOW: u8 = ANY_LOW | TOO_LARGE | BAD_4
const CONTINUATION: u8 = TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS

// @ts-ignore: decorator
@inline
function firstHigh(): v128 {
  return i8x16(
    TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
    TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS, TWO_CONTINUATIONS,
    TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE | BAD_4,
  )
}

// @ts-ignore: decorator
@inline
function firstLow(): v128 {
  return i8x16(
    ANY_LOW | OVERLONG_2 | OVERLONG_3 | BAD_4, ANY_LOW | OVERLONG_2, ANY_LOW, ANY_LOW,
    ANY_LOW | TOO_LARGE, LARGE_LOW, LARGE_LOW, LARGE_LOW,
    LARGE_LOW, LARGE_LOW, LARGE_LOW, LARGE_LOW,
    LARGE_LOW, LARGE_LOW | SURROGATE, LARGE_LOW, LARGE_LOW,
  )
}

// @ts-ignore: decorator
@inline
function secondHigh(): v128 {
  return i8x16(
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
    CONTINUATION | OVERLONG_3 | BAD_4, CONTINUATION | OVERLONG_3 | TOO_LARGE,
    CONTINUATION | SURROGATE | TOO_LARGE, CONTINUATION | SURROGATE | TOO_LARGE,
    TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
  )
}

/**
 * Whether the bytes are valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF, nothing truncated. Reads up to 16 bytes
 * after the end.
 */
export function validUtf8(from: usize, end: usize): bool {
  let errors = i8x16.splat(0)
  let before = i8x16.splat(0)
  // The input is padded with at least one zero, which reveals a truncated character.
  for (; from <= end; from += 16) {
    const left = i8x16.splat(<i8>min<usize>(16, end - from))
    const kept = i8x16.gt_s(left, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    const bytes = v128.and(v128.load(from), kept)
    const first = i8x16.shuffle(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
    const mistakes = v128.and(
      v128.and(v128.swizzle(firstHigh(), highHalf(first)), v128.swizzle(firstLow(), v128.and(first, i8x16.splat(0x0f)))),
      v128.swizzle(secondHigh(), highHalf(bytes)),
    )
    // The top bit is set if a lead byte two bytes before requires three bytes, or one three bytes before requires four.
    const two = i8x16.shuffle(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
    const three = i8x16.shuffle(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28)
    const wanted = v128.or(i8x16.sub_sat_u(two, i8x16.splat(0x60)), i8x16.sub_sat_u(three, i8x16.splat(0x70)))
    errors = v128.or(errors, v128.xor(v128.and(wanted, i8x16.splat(-128)), mistakes))
    before = bytes
  }
  return !v128.any_true(errors)
}

// @ts-ignore: decorator
@inline
function highHalf(bytes: v128): v128 {
  return v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(0x0f))
}
