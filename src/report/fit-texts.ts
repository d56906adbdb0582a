import type { ReportText } from './report-data.js'

/** How large the texts of a report may become, in characters. */
export interface TextLimits {
  /** Of all texts together. */
  readonly text: number
  /** Of one; a longer one is cut off. */
  readonly oneText: number
}

/**
 * The documents whose texts fit into a report: those of the pairs, taken in order as long as both texts fit.
 *
 * @param lengthOf about how long the text of a document is
 */
export function fitTexts(
  pairs: Iterable<readonly [a: number, b: number]>,
  lengthOf: (document: number) => number,
  { text, oneText }: TextLimits,
): Set<number> {
  const fitting = new Set<number>()
  let size = 0
  for (const pair of pairs) {
    const fresh = pair.filter((document) => !fitting.has(document))
    const more = fresh.reduce((sum, document) => sum + Math.min(lengthOf(document), oneText), 0)
    if (size + more > text) {
      // Short texts may still fit; nearly full is full.
      if (size > 0.9 * text) break
      continue
    }
    size += more
    for (const document of fresh) fitting.add(document)
  }
  return fitting
}

/** A text as a report holds it. */
export function reportText(document: number, text: string, { oneText }: TextLimits): ReportText {
  const cut = text.length - oneText
  return cut > 0 ? { document, text: text.slice(0, oneText), cut } : { document, text }
}
