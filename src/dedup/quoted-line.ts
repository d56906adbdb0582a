/// <reference types="node" />

const QUOTE = 0x22
const NEEDS_QUOTES = [QUOTE, 0x09, 0x0d]

/** A line as a field of TSV, quoted if necessary. */
export function quoteLine(line: Uint8Array): Uint8Array {
  if (!NEEDS_QUOTES.some((byte) => line.includes(byte))) return line
  return Buffer.from(`"${Buffer.from(line).toString('latin1').replaceAll('"', '""')}"`, 'latin1')
}

/** The line that a field of TSV was made from. */
export function unquoteLine(field: Uint8Array): Uint8Array {
  if (field[0] !== QUOTE) return field
  return Buffer.from(Buffer.from(field).toString('latin1').slice(1, -1).replaceAll('""', '"'), 'latin1')
}
