import { writeKey64, writeKey64From } from '../hash/key64.js'
import { deriveSeed } from '../hash/mix.js'
import { checkWhole } from '../model/check.js'
import { InvalidOption } from '../model/errors.js'
import { RANGES } from '../model/ranges.js'
import type { Signatures } from '../model/signatures.js'
import { type BandLayout, checkLayout } from './s-curve.js'

/**
 * The 64-bit keys of many signatures: band j of signature i has its low half at `keys[2 · (i · bands + j)]` and its high half
 * after it. Two documents share a bucket if they share a key, which happens by chance with a probability of 2^-64.
 */
export interface BandKeys extends BandLayout {
  readonly count: number
  readonly keys: Uint32Array
}

/** The keys of all bands of all signatures. Slots beyond bands × rows are not used. */
export function bandKeys(signatures: Signatures, layout: BandLayout): BandKeys {
  checkLayout(layout)
  const { bands, rows } = layout
  if (signatures.count > 0) checkBandsFit(layout, signatures.scheme.slots)
  const keys = new Uint32Array(signatures.count * bands * 2)
  for (let i = 0; i < signatures.count; i++) {
    writeBandKeys(keys, 2 * i * bands, signatures.values, i * signatures.scheme.slots, layout)
  }
  return { bands, rows, count: signatures.count, keys }
}

/** The keys of one band of all signatures, one after the other. They take less memory at a time than the keys of all bands. */
export function keysOfBand(
  { scheme, count, values }: Signatures,
  layout: BandLayout,
  band: number,
): BandKeys {
  if (count > 0) checkBandsFit(layout, scheme.slots)
  const { rows } = layout
  const keys = new Uint32Array(2 * count)
  const [low, high] = [deriveSeed(band, 0), deriveSeed(band, 1)]
  for (let i = 0; i < count; i++) {
    const from = i * scheme.slots + band * rows
    writeKey64From(keys, 2 * i, values, from, from + rows, low, high)
  }
  return { bands: 1, rows, count, keys }
}

/** Writes the keys of one signature, `values[start] …`, to `keys[at] …`. */
export function writeBandKeys(
  keys: Uint32Array,
  at: number,
  values: Uint32Array,
  start: number,
  { bands, rows }: BandLayout,
): void {
  for (let band = 0; band < bands; band++) {
    const from = start + band * rows
    writeKey64(keys, at + 2 * band, values, from, from + rows, band)
  }
}

export function checkBandsFit(layout: BandLayout, slots: number): void {
  checkLayout(layout)
  const { bands, rows } = layout
  checkWhole('slots', slots, ...RANGES.slots)
  if (bands * rows > slots) {
    throw new InvalidOption(
      'bands × rows',
      `${bands} × ${rows} = ${bands * rows}`,
      `at most the ${slots} slots of a signature`,
    )
  }
}

/** Whether signatures i and j share the key of this band. */
export function sharesBand({ bands, keys }: BandKeys, i: number, j: number, band: number): boolean {
  const left = 2 * (i * bands + band)
  const right = 2 * (j * bands + band)
  return keys[left] === keys[right] && keys[left + 1] === keys[right + 1]
}
