const NEWLINE = 0x0a
const BLANKS = new Set([0x20, 0x09, 0x0d])

/** The positions of the nonblank lines, without their newlines, and the number of bytes they take including them. */
export function splitLines(
  bytes: Uint8Array,
  final: boolean,
): { readonly lines: readonly (readonly [start: number, end: number])[]; readonly consumed: number } {
  const lines: [number, number][] = []
  let start = 0
  while (start < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, start)
    if (newline < 0 && !final) break
    const end = newline < 0 ? bytes.length : newline
    if (!isBlank(bytes, start, end)) lines.push([start, end])
    start = newline < 0 ? end : newline + 1
  }
  return { lines, consumed: start }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    if (!BLANKS.has(bytes[i]!)) return false
  }
  return true
}

/** The columns of a batch for some lines, with their starts and ends filled in. */
export function makeColumns(lines: readonly (readonly [start: number, end: number])[], keyWords: number) {
  const count = lines.length
  return {
    starts: Uint32Array.from(lines, ([start]) => start),
    ends: Uint32Array.from(lines, ([, end]) => end),
    idHashes: new Uint32Array(2 * count),
    sizes: new Uint32Array(count),
    contents: new Uint32Array(4 * count),
    texts: new Uint32Array(2 * count),
    keys: new Uint32Array(keyWords * count),
  }
}
