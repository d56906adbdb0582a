// Processes one batch per call: bytes in, records with band keys and sets out. The host divides the memory and passes the addresses
// (src/kernel/layout.ts); nothing is allocated here.

import { idEnd, idStart, LINE_BLANK, LINE_OK, readLine, textLength, textStart } from './json'
import { hashBytes } from './mix'
import { sortSet } from './sets'
import { rollShingles } from './shingle'
import { bandKeys, fastSimilarity, minhash, mixAll } from './sketch'
import { characters, words } from './text'
import { NEEDS_HOST, NEEDS_NORMAL, NEEDS_TABLE } from './unicode'

/** Addresses and options, four bytes each, in the order in which the host writes them. */
// @ts-ignore: decorator
@unmanaged
class Settings {
  /** 0: words; 1: characters; 2: anything else, for which the host makes the shingles. */
  kind: u32
  k: u32
  /** 0: fast similarity; 1: MinHash; 2: none. */
  sketch: u32
  slots: u32
  bands: u32
  rows: u32
  /** 1: write the sorted sets. */
  keepSets: u32
  textName: usize
  textNameLength: u32
  idName: usize
  idNameLength: u32
  unicodeTable: usize
  compositionPairs: usize
  asciiHashes: usize
  sketchSeeds: usize
  bandSeeds: usize
  /**
   * Scratch memory: a text without its escapes, its lower-cased form, token hashes, shingles, a signature, and the scratch memory of a
   * sketch.
   */
  text: usize
  lower: usize
  tokens: usize
  shingles: usize
  signature: usize
  best: usize
  counters: usize
  /** Output: the columns of the records, their keys, their sets. */
  columns: usize
  maxRecords: u32
  keys: usize
  sets: usize
  /** In words. */
  setsCapacity: u32
  /** The number of entries of the Unicode table that are filled. */
  unicodeKnown: u32
  /** Output: the signatures, `slots` words per record; 0 if they are not requested. */
  signatures: usize
  /**
   * A hash table of shingles that do not count, in which 0 is a free slot; 0 if there is no such table. The mask is the number of its slots
   * minus one.
   */
  ignored: usize
  ignoredMask: u32
  /** Output: the ids as JSON, one after the other; 0 if they are not requested. */
  ids: usize
}

// The columns of the records, one after the other. Each has one or more words per record, and room for `maxRecords` of them. These are their
// numbers: each number counts the words per record of the columns before it.

/** The offset of the line in the input, or of the text, and where it ends. */
const START: u32 = 0
const END: u32 = 1
/** A 64-bit hash of the id as JSON; 0 if it is not requested. */
const ID: u32 = 2
/** 0: done; 1: the host must read the line; 2: the host must make the shingles; 3: the host must normalize the text. */
const STATUS: u32 = 4
/** The number of shingles with repeats, or, if sets are kept, the size of the set. */
const SIZE: u32 = 5
/** The offset of its set in `sets`, in words. */
const SET_START: u32 = 6
/** Where its id ends in `ids`. The kernel copies only ids that it finds in their line itself. */
const ID_END: u32 = 7
/** A 128-bit hash of the shingles in order: the same for documents with the same tokens. */
const CONTENT: u32 = 8
/** A 64-bit hash of the bytes of the text: the same for identical texts. */
const TEXT: u32 = 12

/** The location of a record in a column of so many words per record. */
// @ts-ignore: decorator
@inline
function fieldOf(settings: Settings, column: u32, record: u32, words: u32): usize {
  return settings.columns + <usize>((column * settings.maxRecords + record * words) << 2)
}

/** The seed for the high half of the hash of an id. */
const ID_SEED: u32 = 0x9e3779b9
/** Longer ids are not copied. */
const MAX_ID_BYTES: u32 = 4095
const STATUS_DONE: u32 = 0
const STATUS_HOST_LINE: u32 = 1
const STATUS_HOST_TEXT: u32 = 2
const STATUS_HOST_NORMAL: u32 = 3

/** The number of bytes that the last batch processed, and whether its result is void because the Unicode table was too short. */
export let consumed: u32 = 0
export let needsTable: bool = false
/** How many of its records the host must finish. */
export let unfinished: u32 = 0
/** Words written to `sets`. */
let setsUsed: u32 = 0

/**
 * Reads the lines between `start` and `end` and returns the number of records. It stops early if there is no room for another record or
 * set; `consumed` says how far it got. A last line without a line feed is read only if `final` is 1. 64 bytes after `end` must be readable.
 */
export function readJsonLines(settings: Settings, start: usize, end: usize, final: u32): u32 {
  let count: u32 = 0
  let line = start
  let idsEnd = settings.ids
  setsUsed = 0
  needsTable = false
  unfinished = 0
  while (line < end && count < settings.maxRecords && !needsTable) {
    let lineEnd = newlineFrom(line, end)
    if (lineEnd == end && !final) break
    const found = readLine(
      line,
      lineEnd,
      plainLine,
      settings.textName,
      settings.textNameLength,
      settings.idName,
      settings.idNameLength,
      settings.text,
    )
    if (found != LINE_BLANK) {
      const isRead = found == LINE_OK
      beginRecord(settings, count, <u32>(line - start), <u32>(lineEnd - start), isRead ? STATUS_DONE : STATUS_HOST_LINE)
      if (idEnd != 0) {
        const length = <u32>(idEnd - idStart)
        const id = fieldOf(settings, ID, count, 2)
        store<u32>(id, hashBytes(idStart, length, 0))
        store<u32>(id, hashBytes(idStart, length, ID_SEED), 4)
        if (idsEnd != 0 && isRead && length <= MAX_ID_BYTES) {
          memory.copy(idsEnd, idStart, length)
          idsEnd += length
        }
      }
      store<u32>(fieldOf(settings, ID_END, count, 1), <u32>(idsEnd - settings.ids))
      if (isRead) {
        store<u64>(fieldOf(settings, TEXT, count, 2), hashText(textStart, textLength))
        if (!addText(settings, count, textStart, textLength)) break
      } else unfinished++
      count++
    }
    line = min(lineEnd + 1, end)
  }
  consumed = <u32>(line - start)
  return count
}

/** Writes what is known of a record before its text is processed; the kernel or the host writes the other columns. */
// @ts-ignore: decorator
@inline
function beginRecord(settings: Settings, record: u32, start: u32, end: u32, status: u32): void {
  store<u32>(fieldOf(settings, START, record, 1), start)
  store<u32>(fieldOf(settings, END, record, 1), end)
  store<u64>(fieldOf(settings, ID, record, 2), 0)
  store<u32>(fieldOf(settings, STATUS, record, 1), status)
}

/**
 * Reads texts of valid UTF-8 that are stored one after the other at `texts`: text i is from `offsets[i]` to before `offsets[i + 1]`.
 * Returns the number of records, which is lower than `count` if there is no room for more records or sets. 64 bytes after the last text
 * must be readable.
 */
export function readTexts(settings: Settings, texts: usize, offsets: usize, count: u32): u32 {
  let index: u32 = 0
  setsUsed = 0
  needsTable = false
  unfinished = 0
  count = min(count, settings.maxRecords)
  while (index < count && !needsTable) {
    const start = load<u32>(offsets + (index << 2))
    const end = load<u32>(offsets + (index << 2), 4)
    beginRecord(settings, index, start, end, STATUS_DONE)
    store<u64>(fieldOf(settings, TEXT, index, 2), hashText(texts + start, end - start))
    if (!addText(settings, index, texts + start, end - start)) break
    index++
  }
  return index
}

/** Processes shingles that the host made, at `settings.shingles`, as record `index`. Returns false if there is no room for the set. */
export function readShingles(settings: Settings, index: u32, count: u32): bool {
  store<u32>(fieldOf(settings, STATUS, index, 1), STATUS_DONE)
  return addShingles(settings, index, count)
}

/** Hashes a text that the host read, at `settings.text`, for record `index`. */
export function readTextHash(settings: Settings, index: u32, length: u32): void {
  store<u64>(fieldOf(settings, TEXT, index, 2), hashText(settings.text, length))
}

/** Processes a text that the host normalized, at `settings.text`, as record `index`. Returns false if there is no room for the set. */
export function readText(settings: Settings, index: u32, length: u32): bool {
  store<u32>(fieldOf(settings, STATUS, index, 1), STATUS_DONE)
  needsTable = false
  return addText(settings, index, settings.text, length)
}

function addText(settings: Settings, record: u32, text: usize, length: u32): bool {
  const table = settings.unicodeTable
  const known = settings.unicodeKnown
  const pairs = settings.compositionPairs
  const tokens =
    settings.kind == 2
      ? NEEDS_HOST
      : settings.kind == 0
      ? words(text, length, settings.lower, table, known, pairs, settings.tokens, settings.shingles)
      : characters(text, length, settings.lower, table, known, pairs, settings.asciiHashes, settings.tokens)
  if (tokens < 0) {
    needsTable = tokens == NEEDS_TABLE
    store<u32>(fieldOf(settings, STATUS, record, 1), tokens == NEEDS_NORMAL ? STATUS_HOST_NORMAL : STATUS_HOST_TEXT)
    unfinished++
    return true
  }
  let count = rollShingles(settings.tokens, tokens, settings.k, settings.shingles)
  if (settings.ignored != 0) count = dropIgnored(settings.shingles, count, settings.ignored, settings.ignoredMask)
  return addShingles(settings, record, count)
}

/** Moves the shingles that are not ignored to the front, in order, and returns their number. */
function dropIgnored(shingles: usize, count: u32, table: usize, mask: u32): u32 {
  let kept: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const shingle = load<u32>(shingles + (i << 2))
    let slot = shingle & mask
    let entry = load<u32>(table + (slot << 2))
    while (entry != 0 && entry != shingle) {
      slot = (slot + 1) & mask
      entry = load<u32>(table + (slot << 2))
    }
    if (entry != 0) continue
    store<u32>(shingles + (kept << 2), shingle)
    kept++
  }
  return kept
}

function addShingles(settings: Settings, record: u32, count: u32): bool {
  if (settings.keepSets && setsUsed + count > settings.setsCapacity) return false
  let size = count
  hashContent(settings.shingles, count, fieldOf(settings, CONTENT, record, 4))
  if (settings.sketch != 2) {
    if (settings.sketch == 0) {
      fastSimilarity(settings.shingles, count, settings.signature, settings.slots, settings.sketchSeeds, settings.best, settings.tokens)
    } else {
      const terms = settings.sketchSeeds + ((settings.slots + 3) & ~3) * 4
      mixAll(settings.shingles, count, settings.tokens)
      minhash(settings.tokens, count, settings.signature, settings.slots, settings.sketchSeeds, terms)
    }
    if (settings.signatures) {
      const bytes = settings.slots << 2
      memory.copy(settings.signatures + record * bytes, settings.signature, bytes)
    }
    const keys = settings.keys + record * (settings.bands << 3)
    bandKeys(settings.signature, settings.bands, settings.rows, settings.bandSeeds, keys)
  }
  if (settings.keepSets) {
    const set = settings.sets + (setsUsed << 2)
    store<u32>(fieldOf(settings, SET_START, record, 1), setsUsed)
    size = sortSet(settings.shingles, count, set, settings.tokens, settings.counters)
    setsUsed += size
  }
  store<u32>(fieldOf(settings, SIZE, record, 1), size)
  return true
}

/**
 * Two 64-bit hashes made of multiplications and rotations. Each has two lanes, which process pairs of shingles in turn, so that four
 * multiplications are in progress at once. src/kernel/content-hash.ts computes the same hashes. Run directories store them, so increase the
 * version of run directories if you change this. Writes 16 bytes of zeros after the shingles.
 */
function hashContent(shingles: usize, count: u32, out: usize): void {
  let one0: u64 = 0x9e3779b97f4a7c15 ^ count
  let one1: u64 = 0x165667b19e3779f9
  let other0: u64 = 0xc2b2ae3d27d4eb4f
  let other1: u64 = 0x27d4eb2f165667c5
  const end = shingles + (count << 2)
  v128.store(end, i32x4.splat(0))
  for (let at = shingles; at < end; at += 16) {
    const pair0 = load<u64>(at)
    const pair1 = load<u64>(at, 8)
    one0 = rotl<u64>((one0 ^ pair0) * 0xff51afd7ed558ccd, 31)
    one1 = rotl<u64>((one1 ^ pair1) * 0xff51afd7ed558ccd, 31)
    other0 = (rotl<u64>(other0, 23) + pair0) * 0xd6e8feb86659fd93
    other1 = (rotl<u64>(other1, 23) + pair1) * 0xd6e8feb86659fd93
  }
  store<u64>(out, mergeLanes(one0, one1))
  store<u64>(out, mergeLanes(other0, other1), 8)
}

/** The first hash of `hashContent`, but of bytes, with the last sixteen padded with zeros. Reads up to 15 bytes after the end. */
function hashText(text: usize, length: u32): u64 {
  let first: u64 = 0x9e3779b97f4a7c15 ^ length
  let second: u64 = 0x165667b19e3779f9
  const whole = text + (length & ~15)
  for (let at = text; at < whole; at += 16) {
    first = rotl<u64>((first ^ load<u64>(at)) * 0xff51afd7ed558ccd, 31)
    second = rotl<u64>((second ^ load<u64>(at, 8)) * 0xff51afd7ed558ccd, 31)
  }
  const rest = length & 15
  if (rest != 0) {
    const low: u64 = rest < 8 ? load<u64>(whole) & ((<u64>1 << (rest << 3)) - 1) : load<u64>(whole)
    const high: u64 = rest <= 8 ? 0 : load<u64>(whole, 8) & ((<u64>1 << ((rest - 8) << 3)) - 1)
    first = rotl<u64>((first ^ low) * 0xff51afd7ed558ccd, 31)
    second = rotl<u64>((second ^ high) * 0xff51afd7ed558ccd, 31)
  }
  return mergeLanes(first, second)
}

// @ts-ignore: decorator
@inline
function mergeLanes(first: u64, second: u64): u64 {
  const both = ((first ^ (first >> 29)) * 0x9fb21c651e98df25) ^ second
  return (both ^ (both >> 32)) * 0xbf58476d1ce4e5b9
}

/** Whether the line that was found last is known to be ASCII. */
let plainLine: bool = false

/** The address of the next newline, or `end`. */
function newlineFrom(from: usize, end: usize): usize {
  const newline = i8x16.splat(0x0a)
  let all = i8x16.splat(0)
  for (; from < end; from += 64) {
    const one = v128.load(from)
    const two = v128.load(from, 16)
    const three = v128.load(from, 32)
    const four = v128.load(from, 48)
    const found = v128.or(
      v128.or(i8x16.eq(one, newline), i8x16.eq(two, newline)),
      v128.or(i8x16.eq(three, newline), i8x16.eq(four, newline)),
    )
    if (v128.any_true(found)) break
    all = v128.or(all, v128.or(v128.or(one, two), v128.or(three, four)))
  }
  while (from < end) {
    const bytes = v128.load(from)
    const mask = i8x16.bitmask(i8x16.eq(bytes, newline))
    if (mask != 0) {
      const before = (mask & -mask) - 1
      plainLine = i8x16.bitmask(all) == 0 && (i8x16.bitmask(bytes) & before) == 0
      return min(from + <usize>ctz(mask), end)
    }
    all = v128.or(all, bytes)
    from += 16
  }
  plainLine = i8x16.bitmask(all) == 0
  return end
}
