// Picks the keys to compare out of the columns of units: the keys of a band, or the hashes of contents or ids. They become entries, which
// group-keys.ts groups.
//
// An entry is a key of 64 bits, whose low half comes first, the position of its record, and for a key of 128 bits the rest of it: 12 or 20
// bytes.

/** The offsets of the parts of an entry. */
export const HIGH = 4
export const POSITION = 8
export const REST = 12

// @ts-ignore: decorator
@inline
export function entryBytesOf(isLong: bool): usize {
  return isLong ? 20 : 12
}

/**
 * Writes the entries of the wanted records whose keys are in a share, and returns where they end. There must be room for all records and
 * one more, and three records more must be readable.
 *
 * @param keys of 8 bytes, or of 16 if `isLong`
 * @param position that of the first record
 * @param wanted one bit for each position, from a multiple of 32 that is at most `position` on
 * @param first the low halves of the share are those from `first` to `first + span`
 */
export function pickKeys(
  keys: usize,
  count: u32,
  isLong: bool,
  position: u32,
  wanted: usize,
  first: u32,
  span: u32,
  entries: usize,
): usize {
  const firsts = i32x4.splat(first)
  const spans = i32x4.splat(span)
  const keyBytes: usize = isLong ? 16 : 8
  const offset = position & 31
  for (let i: u32 = 0; i < count; i += 4, keys += 4 * keyBytes) {
    const lows = isLong ? lowsOfLong(keys) : lowsOfShort(keys)
    const inShare = i32x4.bitmask(i32x4.le_u(i32x4.sub(lows, firsts), spans))
    const bit = offset + i
    const picked = <u32>inShare & (load<u32>(wanted + (bit >> 3)) >> (bit & 7)) & (count - i < 4 ? (1 << (count - i)) - 1 : 15)
    if (picked == 0) continue
    // Which of the four are picked is hard to predict, so each is written, but the end advances only past those that are.
    const record = position + i
    entries = pickOne(keys, record, isLong, picked & 1, entries)
    entries = pickOne(keys + keyBytes, record + 1, isLong, (picked >> 1) & 1, entries)
    entries = pickOne(keys + 2 * keyBytes, record + 2, isLong, (picked >> 2) & 1, entries)
    entries = pickOne(keys + 3 * keyBytes, record + 3, isLong, picked >> 3, entries)
  }
  return entries
}

/** Writes an entry, and returns where the entries end: after it if it is picked, which is 1 or 0. */
// @ts-ignore: decorator
@inline
function pickOne(key: usize, position: u32, isLong: bool, picked: u32, entries: usize): usize {
  store<u64>(entries, load<u64>(key))
  store<u32>(entries, position, POSITION)
  if (isLong) store<u64>(entries, load<u64>(key, 8), REST)
  return entries + (entryBytesOf(isLong) & -usize(picked))
}

// @ts-ignore: decorator
@inline
function lowsOfShort(keys: usize): v128 {
  return v128.shuffle<i32>(v128.load(keys), v128.load(keys, 16), 0, 2, 4, 6)
}

// @ts-ignore: decorator
@inline
function lowsOfLong(keys: usize): v128 {
  const one = v128.shuffle<i32>(v128.load(keys), v128.load(keys, 16), 0, 4, 0, 4)
  const two = v128.shuffle<i32>(v128.load(keys, 32), v128.load(keys, 48), 0, 4, 0, 4)
  return v128.shuffle<i64>(one, two, 0, 2)
}

// @ts-ignore: decorator
@inline
export function moveEntry(entry: usize, to: usize, isLong: bool): void {
  store<u64>(to, load<u64>(entry))
  store<u32>(to, load<u32>(entry, POSITION), POSITION)
  if (isLong) store<u64>(to, load<u64>(entry, REST), REST)
}
