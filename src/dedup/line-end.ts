export const LF = 0x0a
const CR = 0x0d

/** Splits a row as written into its content and its line end: LF, CR LF or, at the end of a file, nothing or CR. */
export function splitLineEnd(row: Uint8Array): readonly [content: Uint8Array, end: Uint8Array] {
  let at = row.length
  if (row[at - 1] === LF) at--
  // A row that is a single CR would be a blank line without it.
  if (at > 1 && row[at - 1] === CR) at--
  return [row.subarray(0, at), row.subarray(at)]
}

/** The line end of a copied row: its own, or the usual one if the file ends without one. */
export function lineEndOfCopy(content: Uint8Array, end: Uint8Array, usual: Uint8Array): Uint8Array {
  if (end.at(-1) === LF) return end
  // Followed by LF alone, the last CR would become part of the line end.
  return content.at(-1) === CR ? CR_LF : usual
}

const CR_LF = Uint8Array.of(CR, LF)
