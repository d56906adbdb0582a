/**
 * Characters that a terminal would interpret instead of show: control characters of both ranges except tab and newline, marks
 * that change the writing direction, and separators that some terminals treat as a new line. Joiners and variation selectors
 * are part of words.
 */
const INTERPRETED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]/gu

/**
 * Returns the text with each of these escaped as in `\u001b`, which is visible and has no effect. Inside a JSON string, this
 * is the same character, so JSON keeps its meaning.
 */
export function escapeControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(INTERPRETED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
