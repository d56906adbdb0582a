import type { ReportText } from './report-data.js'

/** The maximum size of the texts in a report, in characters. */
export interface TextLimits {
  /** For all texts together. */
  readonly text: number
  /** For a single text; longer ones are truncated. */
  readonly oneText: number
}

/**
 * The documents whose texts fit into a report: those of the pairs, in order, as long as both texts fit.
 *
 * @param lengthOf the approximate length of a document's text
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
      // Short texts might still fit, but nearly full counts as full.
      if (size > 0.9 * text) break
      continue
    }
    size += more
    for (const document of fresh) fitting.add(document)
  }
  return fitting
}

/** A text in the form used by a report. */
export function reportText(document: number, text: string, { oneText }: TextLimits): ReportText {
  const cut = text.length - oneText
  return cut > 0 ? { document, text: text.slice(0, oneText), cut } : { document, text }
}
