/** The approximate number of characters per chunk. */
const SIZE = 4000
/** Texts up to this length are a single chunk. */
const MAX_WHOLE = 20_000

/**
 * Where the chunks of a text begin. Browsers lay out a long text quickly only if it is in pieces, because they skip those out of view. A
 * chunk ends after a line or, failing that, after a word.
 */
export function chunkStarts(text: string): number[] {
  const starts = [0]
  if (text.length <= MAX_WHOLE) return starts
  for (let start = 0; text.length - start > SIZE * 1.5; ) {
    const end = start + SIZE
    const line = text.lastIndexOf('\n', end)
    const word = text.lastIndexOf(' ', end)
    const cut = [line, word].find((at) => at > start + SIZE / 2)
    // Do not split a surrogate pair.
    start = cut === undefined ? end + (/[\udc00-\udfff]/.test(text[end]!) ? 1 : 0) : cut + 1
    starts.push(start)
  }
  return starts
}
