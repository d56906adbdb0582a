/** A text in the form in which words are compared, and where its parts come from. */
export interface CompatibleText {
  readonly text: string
  /** Where a span of this text is in the original. */
  spanOf(start: number, end: number): readonly [start: number, end: number]
}

/** Characters that are invisible inside a word. */
const SOFT_HYPHENS = /\u00ad/g
/** A character with all that may be composed with it: marks, those of half-width kana, and the later letters of a Hangul syllable. */
const COMPOSED = /[\s\S][\p{M}\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7ff]*/gu
const ASCII = /^[\0-\x7f]*$/

/** Applies Unicode NFKC and drops soft hyphens, so that neither changes where words begin and end. */
export function compatibleText(text: string): CompatibleText {
  if (ASCII.test(text)) return unchanged(text)
  const whole = compatible(text)
  if (whole === text) return unchanged(text)
  const [starts, ends]: [number[], number[]] = [[], []]
  const parts: string[] = []
  for (const { 0: original, index } of text.matchAll(COMPOSED)) {
    const part = compatible(original)
    parts.push(part)
    for (let i = 0; i < part.length; i++) {
      starts.push(index)
      ends.push(index + original.length)
    }
  }
  return { text: parts.join(''), spanOf: (start, end) => [starts[start]!, ends[end - 1]!] }
}

function unchanged(text: string): CompatibleText {
  return { text, spanOf: (start, end) => [start, end] }
}

function compatible(text: string): string {
  return text.replace(SOFT_HYPHENS, '').normalize('NFKC')
}
