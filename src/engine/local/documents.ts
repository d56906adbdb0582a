// What the engine keeps of every document: its place, its size and its keys, about 140 bytes. Texts and sets are read again
// where they are needed.

import type { SketchedUnit } from './tasks.js'

/** All records of a source by position; what workers need lies in shared memory. */
export interface Documents {
  readonly count: number
  readonly file: Uint32Array
  readonly unit: Uint32Array
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  /** Shingles, repeats counted; 0 for empty documents and bad records. */
  readonly sizes: Uint32Array
  readonly contents: Uint32Array
  readonly idHashes: Uint32Array
  /** By band, then by document: low and high half. Shared. */
  readonly keys: Uint32Array
}

/** Puts the records of all units together. Empties the list, so that memory is given back on the way. */
export function joinUnits(
  units: (SketchedUnit | undefined)[],
  files: readonly number[],
  bands: number,
): Documents {
  const count = units.reduce((sum, unit) => sum + unit!.count, 0)
  const documents: Documents = {
    count,
    file: new Uint32Array(count),
    unit: new Uint32Array(count),
    starts: new Float64Array(count),
    lengths: new Uint32Array(count),
    sizes: new Uint32Array(count),
    contents: new Uint32Array(4 * count),
    idHashes: new Uint32Array(2 * count),
    keys: sharedWords(2 * bands * count),
  }
  let first = 0
  units.forEach((unit, number) => {
    const { count: size, starts, lengths, sizes, contents, idHashes, keys } = unit!
    documents.file.fill(files[number]!, first, first + size)
    documents.unit.fill(number, first, first + size)
    documents.starts.set(starts, first)
    documents.lengths.set(lengths, first)
    documents.sizes.set(sizes, first)
    documents.contents.set(contents, 4 * first)
    documents.idHashes.set(idHashes, 2 * first)
    for (let band = 0; band < bands; band++) {
      documents.keys.set(keys.subarray(2 * band * size, 2 * (band + 1) * size), 2 * (band * count + first))
    }
    units[number] = undefined
    first += size
  })
  return documents
}

/** Words that all threads see. */
export function sharedWords(length: number): Uint32Array<SharedArrayBuffer> {
  return new Uint32Array(new SharedArrayBuffer(4 * length))
}

/** Numbers that all threads see. */
export function sharedNumbers(length: number): Float64Array<SharedArrayBuffer> {
  return new Float64Array(new SharedArrayBuffer(8 * length))
}
