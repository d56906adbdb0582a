export const LF = 0x0a
const CR = 0x0d

/** Splits a row as it is written into what it says and its line end: LF, CR LF, or at the end of a file nothing or CR. */
export function splitLineEnd(row: Uint8Array): readonly [content: Uint8Array, end: Uint8Array] {
  let at = row.length
  if (row[at - 1] === LF) at--
  // A row of one CR is no blank line only with it.
  if (at > 1 && row[at - 1] === CR) at--
  return [row.subarray(0, at), row.subarray(at)]
}

/** The line end of a copy: its own, or the usual one where the file ends without. */
export function lineEndOfCopy(content: Uint8Array, end: Uint8Array, usual: Uint8Array): Uint8Array {
  if (end.at(-1) === LF) return end
  // Before LF alone, its last CR would be part of the line end.
  return content.at(-1) === CR ? CR_LF : usual
}

const CR_LF = Uint8Array.of(CR, LF)
