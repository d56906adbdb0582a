// Signatures of sets, identical to those of src/sketch/fast-similarity.ts and src/sketch/minhash.ts. Repeats in a set do not change the
// result. Sets are read up to 16 bytes after their end, so every buffer is padded.

import { mix32, mix32x4 } from './mix'

/** A value that no slot of a non-empty set has: the loader rejects seeds with which an element could reach it. */
const FREE: u64 = 0xffffffffffffffff
const EMPTY_SLOT: u32 = 0xffffffff

/** Addresses and numbers, four bytes each, in the order in which src/kernel/wasm-sketches.ts writes them. */
// @ts-ignore: decorator
@unmanaged
class SketchTask {
  isMinhash: u32
  slots: u32
  /** The seeds of `fastSimilarity`, or the factors and terms of `minhash`. */
  seeds: usize
  terms: usize
  /** Scratch memory: `best` of `fastSimilarity`, and twice as many words as the largest set has. */
  best: usize
  set: usize
  scratch: usize
  /** The sizes of the sets, their elements one after the other, and the output: `slots` words for each. */
  sizes: usize
  elements: usize
  out: usize
}

/** Writes the signatures of `count` sets. */
export function sketchSets(task: SketchTask, count: u32): void {
  const slots = task.slots
  const set = task.set
  let elements = task.elements
  let out = task.out
  for (let i: u32 = 0; i < count; i++) {
    const size = load<u32>(task.sizes + (i << 2))
    if (task.isMinhash) {
      mixAll(elements, size, task.scratch)
      minhash(task.scratch, size, out, slots, task.seeds, task.terms)
    } else {
      // Copied, because the words after the set are overwritten.
      memory.copy(set, elements, size << 2)
      fastSimilarity(set, size, out, slots, task.seeds, task.best, task.scratch)
    }
    elements += size << 2
    out += slots << 2
  }
}

/**
 * Writes the Fast Similarity sketch of `count` elements to `out`, as `slots` words. `seeds` has 2 · slots words: the seeds of the rounds,
 * then those of the slots. `best` is scratch memory of 13 bytes per slot: first (value, winner) of each slot as one 64-bit number, so that
 * the minimum includes its winner; then one byte per slot, 1 if the slot is still free; then a list of the free slots. Overwrites up to 16
 * bytes after the end of the set. `scratch` has room for as many words as the set.
 */
export function fastSimilarity(set: usize, count: u32, out: usize, slots: u32, seeds: usize, best: usize, scratch: usize): void {
  if (count == 0) {
    memory.fill(out, 0xff, slots << 2)
    return
  }
  // Padded to a multiple of four with repeats.
  const end = set + (count << 2)
  v128.store(end, i32x4.splat(load<u32>(end - 4)))
  const open = best + (slots << 3)
  memory.fill(best, 0xff, slots << 3)
  throwFirst(set, count, slots, load<u32>(seeds), best)
  const list = open + slots
  let free = listAll(slots, list)
  for (let round: u32 = 1; round < slots; round++) {
    free = keepOpen(list, free, best, open)
    if (free == 0) break
    throwAll(set, count, slots, load<u32>(seeds + (round << 2)), best, open, scratch)
  }
  const own = seeds + (slots << 2)
  for (let slot: u32 = 0; slot < slots; slot++) {
    const winner = load<u64>(best + (slot << 3))
    const seed = load<u32>(own + (slot << 2))
    store<u32>(out + (slot << 2), winner == FREE ? minHash(set, count, seed) : mix32(<u32>winner ^ seed))
  }
}

/** Lists all slots and returns their number. */
function listAll(slots: u32, list: usize): u32 {
  for (let slot: u32 = 0; slot < slots; slot++) store<u32>(list + (slot << 2), slot)
  return slots
}

/** Marks which of the `count` slots of a list are still free, keeps these in the list, and returns their number. */
function keepOpen(list: usize, count: u32, best: usize, open: usize): u32 {
  let kept: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const slot = load<u32>(list + (i << 2))
    const free = u32(load<u64>(best + (slot << 3)) == FREE)
    store<u8>(open + slot, free)
    store<u32>(list + (kept << 2), slot)
    kept += free
  }
  return kept
}

/** Scratch memory for four throws: (value, element) as one 64-bit number each, then the indexes of their slots. */
const THROWS = memory.data(48, 16)

/** Throws the four elements at `at` into slots. Writes the results and the slots to THROWS. */
// @ts-ignore: decorator
@inline
function throwFour(at: usize, seeds: v128, slots: v128): void {
  const elements = v128.load(at)
  const values = mix32x4(v128.xor(elements, seeds))
  v128.store(THROWS, i8x16.shuffle(elements, values, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23))
  v128.store(THROWS, i8x16.shuffle(elements, values, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31), 16)
  v128.store(THROWS, slotsOf(values, slots), 32)
}

// @ts-ignore: decorator
@inline
function slotsOf(values: v128, slots: v128): v128 {
  return i32x4.shr_u(i32x4.mul(v128.and(values, i32x4.splat(0xffff)), slots), 16)
}

/** The first round. Every slot is free, and storing the minimum each time is faster than a branch that tests whether it changed. */
function throwFirst(set: usize, count: u32, slots: u32, seed: u32, best: usize): void {
  const seeds = i32x4.splat(seed)
  const slotsx4 = i32x4.splat(slots)
  for (let i: u32 = 0; i < count; i += 4) {
    throwFour(set + (i << 2), seeds, slotsx4)
    keepMin(load<u64>(THROWS), best + (<usize>load<u32>(THROWS, 32) << 3))
    keepMin(load<u64>(THROWS, 8), best + (<usize>load<u32>(THROWS, 36) << 3))
    keepMin(load<u64>(THROWS, 16), best + (<usize>load<u32>(THROWS, 40) << 3))
    keepMin(load<u64>(THROWS, 24), best + (<usize>load<u32>(THROWS, 44) << 3))
  }
}

// @ts-ignore: decorator
@inline
function keepMin(thrown: u64, at: usize): void {
  const before = load<u64>(at)
  store<u64>(at, select<u64>(thrown, before, thrown < before))
}

/**
 * A later round. Few slots are free, so the elements that fall into them are first collected in `scratch`. Every element is written, but
 * the end moves on only if its slot is free, so there is no branch to predict.
 */
function throwAll(set: usize, count: u32, slots: u32, seed: u32, best: usize, open: usize, scratch: usize): void {
  const seeds = i32x4.splat(seed)
  const slotsx4 = i32x4.splat(slots)
  let end = scratch
  for (let i: u32 = 0; i < count; i += 4) {
    const at = set + (i << 2)
    v128.store(THROWS, slotsOf(mix32x4(v128.xor(v128.load(at), seeds)), slotsx4))
    end = collect(load<u32>(at), load<u32>(THROWS), open, end)
    end = collect(load<u32>(at, 4), load<u32>(THROWS, 4), open, end)
    end = collect(load<u32>(at, 8), load<u32>(THROWS, 8), open, end)
    end = collect(load<u32>(at, 12), load<u32>(THROWS, 12), open, end)
  }
  for (let at = scratch; at < end; at += 4) {
    const element = load<u32>(at)
    const value = mix32(element ^ seed)
    keepMin((<u64>value << 32) | <u64>element, best + ((((value & 0xffff) * slots) >> 16) << 3))
  }
}

// @ts-ignore: decorator
@inline
function collect(element: u32, slot: u32, open: usize, end: usize): usize {
  store<u32>(end, element)
  return end + (<usize>load<u8>(open + slot) << 2)
}

function minHash(set: usize, count: u32, seed: u32): u32 {
  let lowest: u32 = EMPTY_SLOT
  for (let i: u32 = 0; i < count; i++) lowest = min(lowest, mix32(load<u32>(set + (i << 2)) ^ seed))
  return lowest
}

/** Writes the MinHash signature of `count` elements to `out`, as `slots` words, padded to a multiple of four. */
export function minhash(set: usize, count: u32, out: usize, slots: u32, factors: usize, terms: usize): void {
  memory.fill(out, 0xff, slots << 2)
  for (let slot: u32 = 0; slot < slots; slot += 4) {
    const factor = v128.load(factors + (slot << 2))
    const term = v128.load(terms + (slot << 2))
    let lowest = i32x4.splat(-1)
    for (let i: u32 = 0; i < count; i++) {
      const element = i32x4.splat(load<u32>(set + (i << 2)))
      lowest = i32x4.min_u(lowest, i32x4.add(i32x4.mul(factor, element), term))
    }
    const left = slots - slot
    if (left >= 4) v128.store(out + (slot << 2), lowest)
    else storeSome(out + (slot << 2), lowest, left)
  }
}

function storeSome(out: usize, values: v128, count: u32): void {
  store<u32>(out, i32x4.extract_lane(values, 0))
  if (count > 1) store<u32>(out + 4, i32x4.extract_lane(values, 1))
  if (count > 2) store<u32>(out + 8, i32x4.extract_lane(values, 2))
}

/** Writes `mix32` of each element to `out`, as input for `minhash`. */
export function mixAll(set: usize, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i += 4) v128.store(out + (i << 2), mix32x4(v128.load(set + (i << 2))))
}

/**
 * Writes the 64-bit keys of `bands` bands of `rows` slots, low half first, as in src/hash/key64.ts. `seeds` has two words per band: the
 * initial states of the two halves.
 */
export function bandKeys(signature: usize, bands: u32, rows: u32, seeds: usize, out: usize): void {
  for (let band: u32 = 0; band < bands; band++) {
    let low = load<u32>(seeds + (band << 3))
    let high = load<u32>(seeds + (band << 3) + 4)
    const end = signature + (rows << 2)
    for (; signature < end; signature += 4) {
      const value = load<u32>(signature)
      low = (low ^ value) * 0x9e3779b1
      low ^= low >> 15
      high = rotl<u32>(high, 13) * 0x85ebca77 + value
      high ^= high >> 16
    }
    store<u32>(out + (band << 3), mix32(low))
    store<u32>(out + (band << 3) + 4, mix32(high ^ low))
  }
}
