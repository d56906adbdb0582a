/**
 * What a terminal would obey instead of show: control characters of both ranges but tab and newline, marks that turn the
 * direction of writing, and separators that some take for a new line. Joiners and variation selectors are part of words.
 */
const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/gu

/**
 * The text with each of these as `\u001b`, which can be seen and does nothing. Inside a string of JSON that means the same
 * character, so JSON stays what it is.
 */
export function harmless(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(OBEYED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
