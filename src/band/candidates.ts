import { countUp } from '../model/count-up.js'
import { type Candidates, PairBuilder } from '../model/pair.js'
import { isEmptySignature, type Signatures, signatureAt } from '../model/signatures.js'
import { visitBuckets } from './buckets.js'
import { type BandKeys, bandKeys, sharesBand } from './keys.js'
import type { BandLayout } from './s-curve.js'

/**
 * Many–many: all pairs of signatures that agree in at least one band, each once and with a < b. The signatures of empty
 * sets agree with nothing.
 *
 * @example findCandidates(signaturesFrom([[0, 2, 1], [0, 2, 1], [1, 3, 0]]), { bands: 1, rows: 3 }).count // 1
 */
export function findCandidates(signatures: Signatures, layout: BandLayout): Candidates {
  const found = new PairBuilder()
  visitCandidates(signatures, layout, (a, b) => found.add(a, b))
  return found.candidates()
}

/** Like `findCandidates`, but passes each pair to a function instead of storing it. */
export function visitCandidates(
  signatures: Signatures,
  layout: BandLayout,
  visit: (a: number, b: number) => void,
): void {
  const keys = bandKeys(signatures, layout)
  const members = nonEmpty(signatures)
  for (let band = 0; band < layout.bands; band++) {
    visitBuckets(band, keys, members, (order, start, end) => {
      for (let i = start; i < end; i++) {
        for (let j = i + 1; j < end; j++) {
          if (isFirstSharedBand(keys, order[i]!, order[j]!, band)) visit(order[i]!, order[j]!)
        }
      }
    })
  }
}

/** A pair is emitted in the first band that it shares, so emitted pairs need not be stored. */
export function isFirstSharedBand(keys: BandKeys, i: number, j: number, band: number): boolean {
  for (let earlier = 0; earlier < band; earlier++) {
    if (sharesBand(keys, i, j, earlier)) return false
  }
  return true
}

/** The signatures of sets that are not empty. */
export function nonEmpty(signatures: Signatures): Uint32Array {
  const all = countUp(signatures.count)
  return all.filter((i) => !isEmptySignature(signatureAt(signatures, i)))
}
