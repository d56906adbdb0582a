import { hasBit } from './shared.js'
import { SKETCH, type Sketched, visitUnits } from './sketched.js'

/** The keys of one band, or a share of them: those whose leading bits fall into it. Equal keys are always in one share. */
export interface BandKeys {
  readonly sketched: Sketched
  readonly band: number
  readonly share: number
  readonly shares: number
  /** The distinct documents that are not empty, a bit for each position. Shared. */
  readonly distinct: Uint32Array
  readonly distinctCount: number
}

/** Keys and positions, in rising order of the positions. */
export interface KeyList {
  readonly lows: Uint32Array
  readonly highs: Uint32Array
  readonly positions: Uint32Array
}

/** Calls `visit` for each distinct document of the share. */
export function visitKeys(
  { sketched, band, share, shares, distinct }: BandKeys,
  visit: (position: number, low: number, high: number) => void,
): void {
  visitUnits(sketched, SKETCH.keys + band, (keys, first, count) => {
    for (let i = 0; i < count; i++) {
      const low = keys[2 * i]!
      if (shares > 1 && Math.floor((low * shares) / 2 ** 32) !== share) continue
      if (hasBit(distinct, first + i)) visit(first + i, low, keys[2 * i + 1]!)
    }
  })
}

/**
 * The documents that may share their key with another: those whose high half agrees with another's in its leading bits.
 * Most documents are alone in a band, so little is left to sort; two bits for each of 16 or more cells a document find
 * that out.
 */
export function keysWithCompany(keys: BandKeys, isLeftOut: (position: number) => boolean): KeyList {
  const expected = keys.distinctCount / keys.shares
  const bits = Math.min(31, Math.max(16, Math.ceil(Math.log2(16 * expected + 1))))
  const once = new Uint32Array(2 ** (bits - 5))
  const twice = new Uint32Array(2 ** (bits - 5))
  const shift = 32 - bits
  let shared = 0
  visitKeys(keys, (_, __, high) => {
    const cell = high >>> shift
    const bit = 1 << (cell & 31)
    if ((once[cell >>> 5]! & bit) === 0) once[cell >>> 5]! |= bit
    else {
      twice[cell >>> 5]! |= bit
      shared++
    }
  })
  // Every member of a shared cell but its first was counted.
  const most = Math.min(keys.distinctCount, 2 * shared)
  const list = {
    lows: new Uint32Array(most),
    highs: new Uint32Array(most),
    positions: new Uint32Array(most),
  }
  let end = 0
  visitKeys(keys, (position, low, high) => {
    const cell = high >>> shift
    if ((twice[cell >>> 5]! & (1 << (cell & 31))) === 0 || isLeftOut(position)) return
    list.lows[end] = low
    list.highs[end] = high
    list.positions[end++] = position
  })
  return {
    lows: list.lows.subarray(0, end),
    highs: list.highs.subarray(0, end),
    positions: list.positions.subarray(0, end),
  }
}

/** The low halves of the keys of some positions, which must rise, in any band. */
export function lowsOf(sketched: Sketched, band: number, positions: Uint32Array): Uint32Array {
  const lows = new Uint32Array(positions.length)
  let next = 0
  visitUnits(sketched, SKETCH.keys + band, (keys, first, count) => {
    for (; next < positions.length && positions[next]! < first + count; next++) {
      lows[next] = keys[2 * (positions[next]! - first)]!
    }
  })
  return lows
}
