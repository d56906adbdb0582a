// Sets for verification: sorting, and the overlap of two rising sets.

const DIGITS: u32 = 256

/**
 * Sorts `count` words at `list` upwards and drops repeats; returns how many remain. `scratch` has room for as many words,
 * `counters` for 1024. Short lists are sorted by insertion.
 */
export function sortSet(list: usize, count: u32, scratch: usize, counters: usize): u32 {
  if (count < 32) insertionSort(list, count)
  else radixSort(list, count, scratch, counters)
  return dropRepeats(list, count)
}

function insertionSort(list: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const value = load<u32>(list + (i << 2))
    let at = list + (i << 2)
    while (at > list && load<u32>(at - 4) > value) {
      store<u32>(at, load<u32>(at - 4))
      at -= 4
    }
    store<u32>(at, value)
  }
}

/** Four passes by bytes, all counted in one. */
function radixSort(list: usize, count: u32, scratch: usize, counters: usize): void {
  memory.fill(counters, 0, DIGITS << 4)
  for (let i: u32 = 0; i < count; i++) {
    const value = load<u32>(list + (i << 2))
    increment(counters, value & 255)
    increment(counters + (DIGITS << 2), (value >> 8) & 255)
    increment(counters + (DIGITS << 3), (value >> 16) & 255)
    increment(counters + DIGITS * 12, value >> 24)
  }
  let from = list
  let to = scratch
  for (let pass: u32 = 0; pass < 4; pass++) {
    const starts = counters + pass * (DIGITS << 2)
    let sum: u32 = 0
    for (let digit: u32 = 0; digit < DIGITS; digit++) {
      const number = load<u32>(starts + (digit << 2))
      store<u32>(starts + (digit << 2), sum)
      sum += number
    }
    const shift = pass << 3
    for (let i: u32 = 0; i < count; i++) {
      const value = load<u32>(from + (i << 2))
      const place = starts + (((value >> shift) & 255) << 2)
      const at = load<u32>(place)
      store<u32>(place, at + 1)
      store<u32>(to + (at << 2), value)
    }
    const swap = from
    from = to
    to = swap
  }
}

// @ts-ignore: decorator
@inline
function increment(counters: usize, digit: u32): void {
  const at = counters + (digit << 2)
  store<u32>(at, load<u32>(at) + 1)
}

function dropRepeats(list: usize, count: u32): u32 {
  if (count == 0) return 0
  let end: u32 = 1
  let last = load<u32>(list)
  for (let i: u32 = 1; i < count; i++) {
    const value = load<u32>(list + (i << 2))
    store<u32>(list + (end << 2), value)
    end += u32(value != last)
    last = value
  }
  return end
}

/**
 * The overlap of two rising sets if it is at least `required`, otherwise −1, given up as soon as that is out of reach.
 * Four elements of one against four of the other: all sixteen comparisons at once.
 */
export function overlapAtLeast(x: usize, sizeX: u32, y: usize, sizeY: u32, required: i32): i32 {
  const endX = x + (sizeX << 2)
  const endY = y + (sizeY << 2)
  let overlap: i32 = 0
  // How many elements of either set may still be without a partner.
  const spareX = <i32>sizeX - required
  const spareY = <i32>sizeY - required
  if (spareX < 0 || spareY < 0) return -1
  const startX = x
  const startY = y
  while (x + 16 <= endX && y + 16 <= endY) {
    const fourX = v128.load(x)
    const fourY = v128.load(y)
    const equal = v128.or(
      v128.or(
        i32x4.eq(fourX, fourY),
        i32x4.eq(fourX, i8x16.shuffle(fourY, fourY, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3)),
      ),
      v128.or(
        i32x4.eq(fourX, i8x16.shuffle(fourY, fourY, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)),
        i32x4.eq(fourX, i8x16.shuffle(fourY, fourY, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
      ),
    )
    overlap += popcnt(i32x4.bitmask(equal))
    const lastX = load<u32>(x + 12)
    const lastY = load<u32>(y + 12)
    x += usize(lastX <= lastY) << 4
    y += usize(lastY <= lastX) << 4
    // Elements passed in X can at most all be in the overlap but for those that were not found.
    if (<i32>((x - startX) >> 2) - overlap > spareX || <i32>((y - startY) >> 2) - overlap > spareY) return -1
  }
  while (x < endX && y < endY) {
    const oneX = load<u32>(x)
    const oneY = load<u32>(y)
    overlap += i32(oneX == oneY)
    x += usize(oneX <= oneY) << 2
    y += usize(oneY <= oneX) << 2
  }
  return overlap >= required ? overlap : -1
}
