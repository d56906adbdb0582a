// The codes of RFC 1951: the values of symbols, and tables that decode them.

export const LONGEST_CODE = 15
export const LONGEST_MATCH = 258
export const CODE_MASK = 2 ** LONGEST_CODE - 1
export const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
export const [LENGTHS, LENGTH_BITS] = bases(3, 4, 28)
// The longest match has its own symbol.
LENGTHS.push(LONGEST_MATCH)
LENGTH_BITS.push(0)
export const [DISTANCES, DISTANCE_BITS] = bases(1, 2, 30)

/** The smallest value of each symbol, and the number of extra bits that are added to it. */
function bases(first: number, perStep: number, count: number): [number[], number[]] {
  const bits = Array.from({ length: count }, (_, i) => Math.max(0, Math.floor(i / perStep) - 1))
  const values = bits.map((_, i) => bits.slice(0, i).reduce((sum, one) => sum + 2 ** one, first))
  return [values, bits]
}

/**
 * A Huffman code as a lookup table by the next 15 bits: the symbol and the length of its code in bits (`symbol << 4 | length`), or 0 if
 * there is none.
 */
export function makeTable(lengths: readonly number[]): Uint16Array {
  const table = new Uint16Array(1 << LONGEST_CODE)
  let code = 0
  for (let length = 1; length <= LONGEST_CODE; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue
      let reversed = 0
      for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit)
      if (code >> length > 0) throw fault('Z_DATA_ERROR')
      for (let i = reversed; i < table.length; i += 1 << length) table[i] = (symbol << 4) | length
      code++
    }
    code <<= 1
  }
  return table
}

export const FIXED = [
  makeTable(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
  makeTable(new Array(30).fill(5)),
] as const

export function fault(code: 'Z_DATA_ERROR' | 'Z_BUF_ERROR'): Error {
  const message = code === 'Z_DATA_ERROR' ? 'not gzip, or damaged' : 'unexpected end of file'
  return Object.assign(new Error(message), { code })
}
